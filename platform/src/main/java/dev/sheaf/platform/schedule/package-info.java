/**
 * Schedule of the harvests of all sources. {@link dev.sheaf.platform.schedule.HarvestSchedule} holds the sources in one heap and decides;
 * {@link dev.sheaf.platform.schedule.Wishes} says when each of them is wanted, by its policy and its bounds; {@link
 * dev.sheaf.platform.schedule.ChangeModel} learns when a source changes. Nothing in here reads a clock or the store: times are seconds
 * since 1970 (UTC) and come in with every call, so that a hub and a simulation run the same code.
 */
@NullMarked
package dev.sheaf.platform.schedule;

import org.jspecify.annotations.NullMarked;
