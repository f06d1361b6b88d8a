/** What is told of sources and their runs, for people and as JSON: commands, pages and the programming interface say the same. */
@NullMarked
package dev.sheaf.platform.report;

import org.jspecify.annotations.NullMarked;
