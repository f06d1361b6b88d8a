/** Tests of simulations: traces, replays, and what is measured of them. */
@NullMarked
package dev.sheaf.platform.schedule.simulation;

import org.jspecify.annotations.NullMarked;
