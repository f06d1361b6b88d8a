/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.platform.cli;

import org.jspecify.annotations.NullMarked;
