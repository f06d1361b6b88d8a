/** Charts as SVG, with a title and a description for those who cannot see them. A table of the same numbers belongs beside each. */
@NullMarked
package dev.sheaf.platform.schedule.chart;

import org.jspecify.annotations.NullMarked;
