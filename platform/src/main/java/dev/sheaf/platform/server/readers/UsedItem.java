package dev.sheaf.platform.server.readers;

import java.util.Optional;

import io.javalin.http.Context;

import dev.sheaf.store.enrichments.ItemKey;

/**
 * The item whose page or file a request shows. Endpoints note it when they have found the item, so that a request for anything else counts as
 * no use, whatever its address. Stateless.
 */
public final class UsedItem {

    private static final String ATTRIBUTE = UsedItem.class.getName();

    private UsedItem() {}

    /** Notes that the answer to a request shows an item, or leads to its resource. */
    public static void note(Context context, String source, String identifier) {
        context.attribute(ATTRIBUTE, new ItemKey(source, identifier));
    }

    /** Returns the item that the answer to a request shows; empty for all other answers. */
    public static Optional<ItemKey> of(Context context) {
        return Optional.ofNullable(context.attribute(ATTRIBUTE));
    }
}
