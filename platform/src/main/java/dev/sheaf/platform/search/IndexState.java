package dev.sheaf.platform.search;

import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubStore;

/** State of the search index beside its store. Stateless; thread-safe. */
public final class IndexState {

    private IndexState() {}

    /** Returns true while the first part of the index is made: a search then finds nothing, which says nothing about the records. */
    public static boolean isBeingBuilt(HubStore store, SearchIndex index) {
        return index.position() == 0 && store.lastSeq() > 0;
    }
}
