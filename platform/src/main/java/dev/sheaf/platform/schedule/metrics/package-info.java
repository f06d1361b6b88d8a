/** The measures of "Repository Synchronization in the OAI Framework" (Liu, Maly, Zubair, Nelson, 2003), over what was really seen. */
@NullMarked
package dev.sheaf.platform.schedule.metrics;

import org.jspecify.annotations.NullMarked;
