package dev.sheaf.store.records;

import dev.sheaf.core.MetadataPrefix;

/**
 * Facts about a source's record that are known without reading it.
 *
 * @param prefix its format
 * @param seq its place in the sequence of changes
 * @param deleted true when it has been withdrawn
 * @param derived true when Sheaf made it
 */
public record ItemCopy(MetadataPrefix prefix, long seq, boolean deleted, boolean derived) {}
