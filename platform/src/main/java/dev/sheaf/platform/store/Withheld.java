package dev.sheaf.platform.store;

import dev.sheaf.core.MetadataPrefix;

/**
 * A record that could not be made of what an item has; the item's other records are served all the same.
 *
 * @param prefix the format wanted
 * @param identifier of the item
 * @param reason why it could not, for people
 */
public record Withheld(MetadataPrefix prefix, String identifier, String reason) {}
