/** The command that shows synchronisation metrics. */
@NullMarked
package dev.sheaf.cli.stats;

import org.jspecify.annotations.NullMarked;
