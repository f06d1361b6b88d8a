/**
 * File collections as sources: a {@link dev.sheaf.publish.Publication} crawls storage hierarchies, extracts text and metadata of what has
 * changed, and saves records.
 */
@NullMarked
package dev.sheaf.publish;

import org.jspecify.annotations.NullMarked;
