/** Tests of the explorer, over real HTTP. */
@NullMarked
package dev.sheaf.platform.explorer;

import org.jspecify.annotations.NullMarked;
