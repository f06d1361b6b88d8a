package dev.sheaf.store.records;

import dev.sheaf.core.MetadataPrefix;

/**
 * A record that could not be derived from an item. The item's other records are served anyway.
 *
 * @param prefix the format wanted
 * @param identifier of the item
 * @param reason why the record could not be derived, for people
 */
public record Withheld(MetadataPrefix prefix, String identifier, String reason) {}
