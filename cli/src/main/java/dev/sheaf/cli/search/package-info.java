/** The command that searches. */
@NullMarked
package dev.sheaf.cli.search;

import org.jspecify.annotations.NullMarked;
