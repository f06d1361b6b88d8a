/** Tests of simulations: traces, replays, and what is measured of them. */
@NullMarked
package dev.sheaf.schedule.simulation;

import org.jspecify.annotations.NullMarked;
