package dev.sheaf.store.records;

import dev.sheaf.core.repository.Position;

/**
 * An entry of the list of one format of a source.
 *
 * @param identifier of the item
 * @param deleted true when it has been withdrawn
 * @param derived true if Sheaf derived it
 * @param position its position in the list
 */
public record ListedItem(String identifier, boolean deleted, boolean derived, Position position) {}
