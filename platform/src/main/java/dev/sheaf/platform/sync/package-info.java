/**
 * Runs of harvests and pushes, with everything around them: the lease on the source, the steps of a page, and what the verdict depends on.
 * {@code derive} makes further formats, {@code plan} schedules the runs, {@code operate} has the actions of operators.
 */
@NullMarked
package dev.sheaf.platform.sync;

import org.jspecify.annotations.NullMarked;
