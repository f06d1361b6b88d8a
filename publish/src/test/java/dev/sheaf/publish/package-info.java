/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.publish;

import org.jspecify.annotations.NullMarked;
