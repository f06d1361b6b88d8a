/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.store;

import org.jspecify.annotations.NullMarked;
