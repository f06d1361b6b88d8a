/** The command that shows synchronisation metrics. */
@NullMarked
package dev.sheaf.platform.cli.stats;

import org.jspecify.annotations.NullMarked;
