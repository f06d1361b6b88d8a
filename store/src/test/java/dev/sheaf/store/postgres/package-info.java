/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.store.postgres;

import org.jspecify.annotations.NullMarked;
