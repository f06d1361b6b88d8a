/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.core.address;

import org.jspecify.annotations.NullMarked;
