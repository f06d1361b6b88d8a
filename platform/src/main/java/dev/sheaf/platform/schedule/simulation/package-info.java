/** What a policy would have done over a trace of changes: the hub's own schedule with simulated time, and what is measured of it. */
@NullMarked
package dev.sheaf.platform.schedule.simulation;

import org.jspecify.annotations.NullMarked;
