/**
 * Runs of harvests and pushes, with the lease on the source, the steps of a page, and the verdict. {@code derive} creates further formats,
 * {@code plan} schedules the runs, {@code operate} contains the actions of operators.
 */
@NullMarked
package dev.sheaf.platform.sync;

import org.jspecify.annotations.NullMarked;
