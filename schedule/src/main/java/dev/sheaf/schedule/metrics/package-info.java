/** Metrics of "Repository Synchronization in the OAI Framework" (Liu, Maly, Zubair, Nelson, 2003), computed from observed changes. */
@NullMarked
package dev.sheaf.schedule.metrics;

import org.jspecify.annotations.NullMarked;
