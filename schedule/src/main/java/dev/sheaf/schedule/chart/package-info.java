/**
 * Charts as SVG, with a title and a description for readers who cannot see them. A page shows a table of the same numbers next to each
 * chart.
 */
@NullMarked
package dev.sheaf.schedule.chart;

import org.jspecify.annotations.NullMarked;
