/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.platform.sync;

import org.jspecify.annotations.NullMarked;
