/**
 * Atom feeds (RFC 4287) of searches and of the records of sources, sets and aggregates, the newest first. Deleted records are
 * {@code deleted-entry} elements (RFC 6721); a feed has pages (RFC 5005, 3).
 */
@NullMarked
package dev.sheaf.platform.feeds;

import org.jspecify.annotations.NullMarked;
