/** The command that searches. */
@NullMarked
package dev.sheaf.platform.cli.search;

import org.jspecify.annotations.NullMarked;
