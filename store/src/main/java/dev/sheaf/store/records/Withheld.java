package dev.sheaf.store.records;

import dev.sheaf.core.MetadataPrefix;

/**
 * A record that could not be derived from an item. The item's other records are served anyway.
 *
 * @param prefix the format wanted
 * @param identifier of the item
 * @param reason why it could not, for people
 */
public record Withheld(MetadataPrefix prefix, String identifier, String reason) {}
