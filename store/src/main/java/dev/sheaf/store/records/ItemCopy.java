package dev.sheaf.store.records;

import dev.sheaf.core.MetadataPrefix;

/**
 * Properties of a source's record that are available without reading its content.
 *
 * @param prefix its format
 * @param seq its sequence number
 * @param deleted true if it has been withdrawn
 * @param derived true if Sheaf derived it
 */
public record ItemCopy(MetadataPrefix prefix, long seq, boolean deleted, boolean derived) {}
