/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.store.sql;

import org.jspecify.annotations.NullMarked;
