/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.store.sql.hub;

import org.jspecify.annotations.NullMarked;
