/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.cli;

import org.jspecify.annotations.NullMarked;
