/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.store.sqlite;

import org.jspecify.annotations.NullMarked;
