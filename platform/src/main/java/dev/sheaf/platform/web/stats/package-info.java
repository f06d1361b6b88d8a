/**
 * Pages about the synchronisation of the hub with its sources: {@code /stats} and one for each source. The server draws the charts, each
 * with its table.
 */
@NullMarked
package dev.sheaf.platform.web.stats;

import org.jspecify.annotations.NullMarked;
