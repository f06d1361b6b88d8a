package dev.sheaf.store;

import dev.sheaf.core.MetadataPrefix;

/**
 * Number of a source's items in a format.
 *
 * @param prefix the format
 * @param live items that have a live record in it, made by Sheaf or delivered
 * @param lacking live items that have none
 */
public record FormatCount(MetadataPrefix prefix, long live, long lacking) {}
