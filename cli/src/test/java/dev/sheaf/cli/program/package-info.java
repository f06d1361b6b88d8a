/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.cli.program;

import org.jspecify.annotations.NullMarked;
