/**
 * Schedule of the harvests of all sources. {@link dev.sheaf.schedule.HarvestSchedule} holds the sources in one heap and decides;
 * {@link dev.sheaf.schedule.Wishes} plans the time of each source by its policy and its limits;
 * {@link dev.sheaf.schedule.ChangeModel} learns when a source changes. This package reads neither a clock nor the store: times are
 * seconds since 1970 (UTC) and are parameters of every call, so that a hub and a simulation run the same code.
 */
@NullMarked
package dev.sheaf.schedule;

import org.jspecify.annotations.NullMarked;
