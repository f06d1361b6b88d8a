/**
 * The command line: one class per command, in packages by what a reader looks for. A command reads its arguments, hands over to the package that does the work, and says how it
 * went; results go to standard output, everything else to standard error.
 */
@NullMarked
package dev.sheaf.platform.cli;

import org.jspecify.annotations.NullMarked;
