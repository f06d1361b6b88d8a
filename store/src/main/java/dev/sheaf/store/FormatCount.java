package dev.sheaf.store;

import dev.sheaf.core.MetadataPrefix;

/**
 * Number of a source's items in a format.
 *
 * @param prefix the format
 * @param live items with a live record in this format, derived or delivered
 * @param lacking live items without one
 */
public record FormatCount(MetadataPrefix prefix, long live, long lacking) {}
