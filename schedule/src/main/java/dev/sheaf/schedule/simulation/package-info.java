/** Simulation of a policy over a trace of changes, with the hub's own schedule and simulated time, and measures of the result. */
@NullMarked
package dev.sheaf.schedule.simulation;

import org.jspecify.annotations.NullMarked;
