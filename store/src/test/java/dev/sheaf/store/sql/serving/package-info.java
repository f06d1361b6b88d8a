/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.store.sql.serving;

import org.jspecify.annotations.NullMarked;
