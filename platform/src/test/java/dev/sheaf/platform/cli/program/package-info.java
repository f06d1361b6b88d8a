/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.platform.cli.program;

import org.jspecify.annotations.NullMarked;
