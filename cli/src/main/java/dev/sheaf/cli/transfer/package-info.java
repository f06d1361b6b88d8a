/** Commands that bring records in from files and databases, and out again. */
@NullMarked
package dev.sheaf.cli.transfer;

import org.jspecify.annotations.NullMarked;
