/**
 * Measurements of published file collections: the speed of extraction, the time from a changed text to its finding, and the cost of harvesting a
 * web tree beside that of crawling it.
 */
@NullMarked
package dev.sheaf.bench.publish;

import org.jspecify.annotations.NullMarked;
