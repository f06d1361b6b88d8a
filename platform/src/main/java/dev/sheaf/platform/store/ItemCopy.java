package dev.sheaf.platform.store;

import dev.sheaf.core.MetadataPrefix;

/**
 * What is known of a source's record without reading it.
 *
 * @param prefix its format
 * @param seq its place in the sequence of changes
 * @param deleted true when it has been withdrawn
 * @param derived true when Sheaf made it
 */
public record ItemCopy(MetadataPrefix prefix, long seq, boolean deleted, boolean derived) {}
