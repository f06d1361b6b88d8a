/**
 * The command line: one class for each command, in packages by what a reader looks for. A command reads its arguments, calls the package
 * that does the work, and reports the result: results go to standard output, everything else to standard error.
 */
@NullMarked
package dev.sheaf.cli;

import org.jspecify.annotations.NullMarked;
