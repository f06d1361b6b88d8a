package dev.sheaf.platform.sru;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.search.Facet;
import dev.sheaf.search.Filter;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.IdentifierDomain;

/**
 * The records that one address of SRU searches: everything, a source or an aggregate. The index knows the sources of records, but not their
 * sets and formats; an aggregate of some of these is therefore asked record by record, and only for queries with few hits. Thread-safe.
 */
final class SruDatabase {

    /** Largest number of hits that are compared with the membership of an aggregate. */
    static final int MOST_COMPARED = 1_000;

    private final HubStore store;
    private final SearchIndex index;
    private final String id;
    private final String name;
    private final @Nullable Aggregate aggregate;

    private SruDatabase(HubStore store, SearchIndex index, String id, String name, @Nullable Aggregate aggregate) {
        this.store = store;
        this.index = index;
        this.id = id;
        this.name = name;
        this.aggregate = aggregate;
    }

    /** Returns the database of all records; each is found once, as the portal's search finds it. */
    static SruDatabase ofEverything(HubStore store, SearchIndex index) {
        return new SruDatabase(store, index, Aggregate.EVERYTHING, store.name(), null);
    }

    /** Returns the database of a source or aggregate; empty if there is none with the id. */
    static Optional<SruDatabase> of(HubStore store, SearchIndex index, String id) {
        if (id.equals(Aggregate.EVERYTHING)) {
            return Optional.of(ofEverything(store, index));
        }
        Optional<SruDatabase> source = store.source(id)
                .map(found -> new SruDatabase(store, index, id,
                        found.name() == null || found.name().isBlank() ? id : found.name(),
                        null));
        return source.or(() -> store.aggregates().stream().filter(known -> known.id().equals(id)).findFirst()
                .map(found -> new SruDatabase(store, index, id, found.name() == null ? id : found.name(), found)));
    }

    /** Returns the id. */
    String id() {
        return id;
    }

    /** Returns the name for people. */
    String name() {
        return name;
    }

    /** Returns the number of records; empty if it is not known. */
    Optional<Long> size(Set<String> closed) {
        return isComparing()
                ? Optional.empty()
                : Optional.of(index.search(within(SearchQuery.of("").page(0, 0), closed)).total());
    }

    /** Returns true if hits are compared with the membership of an aggregate. */
    private boolean isComparing() {
        return aggregate != null && !(aggregate.sets().isEmpty() && aggregate.prefixes().isEmpty());
    }

    /**
     * Returns the answer to a query.
     *
     * @param closed ids of sources that the client may not see
     * @throws SruException with diagnostic 60 if the query has more hits than are compared
     */
    SearchResult search(SearchQuery query, Set<String> closed) throws SruException {
        Aggregate part = aggregate;
        if (part == null || !isComparing()) {
            return index.search(within(query, closed));
        }
        SearchResult all = index.search(within(query.page(0, MOST_COMPARED), closed));
        if (all.total() > MOST_COMPARED) {
            throw new SruException(Diagnostic.TOO_MANY_RECORDS, Integer.toString(MOST_COMPARED));
        }
        List<SearchHit> members = new ArrayList<>();
        String domain = store.identifierDomain().current();
        for (SearchHit hit : all.hits()) {
            if (holds(part, hit, domain)) {
                members.add(hit);
            }
        }
        int from = Math.min(query.offset(), members.size());
        return new SearchResult(members.size(), members.subList(from, Math.min(members.size(), from + query.limit())), List.of(),
                all.unplaced(), all.ignored(), all.remarks());
    }

    /** Returns true if the aggregate shows a hit, under its own identifier or under the one that this hub made for it. */
    private boolean holds(Aggregate part, SearchHit hit, String domain) {
        List<MetadataPrefix> prefixes = part.prefixes().isEmpty() ? List.of(MetadataPrefix.OAI_DC) : part.prefixes();
        String local = IdentifierDomain.localIdentifier(domain, hit.source(), hit.identifier());
        return prefixes.stream().anyMatch(prefix -> isShown(part, hit.identifier(), prefix, hit)
                || isShown(part, local, prefix, hit));
    }

    private boolean isShown(Aggregate part, String identifier, MetadataPrefix prefix, SearchHit hit) {
        return store.shown(part.id(), identifier, prefix)
                .filter(shown -> shown.source().equals(hit.source()) && shown.identifier().equals(hit.identifier())).isPresent();
    }

    private SearchQuery within(SearchQuery query, Set<String> closed) {
        Aggregate part = aggregate;
        if (part == null) {
            SearchQuery open = query.without(closed);
            return id.equals(Aggregate.EVERYTHING)
                    ? open.oneCopyEach(store.membership().leftOutOfEverything())
                    : open.with(new Filter(Facet.SOURCE, id));
        }
        Set<String> without = new HashSet<>(closed);
        if (!part.sources().isEmpty()) {
            without.addAll(store.sourceIds());
            part.sources().stream().filter(source -> !closed.contains(source)).forEach(without::remove);
        }
        String asked = part.query();
        return asked == null ? query.without(without) : query.without(without).asking(asked);
    }
}
