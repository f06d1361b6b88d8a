/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.provider.flow;

import org.jspecify.annotations.NullMarked;
