package dev.sheaf.platform.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.search.lucene.QueryMatcher;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;
import dev.sheaf.store.aggregates.QueryMatches.Asked;
import dev.sheaf.store.aggregates.QueryMatches.Match;

/**
 * Updates the membership of aggregates that have a query, by following the store's change sequence. Each batch of changes is searched in a
 * small separate index in memory, so neither the lock of the search index nor its commits are needed, and a match does not depend on other
 * records. Thread-safe; any number of processes may do it at once.
 */
public final class QueryAggregates implements AutoCloseable {

    private static final int BATCH = 200;

    private final HubStore store;
    private final Rounds rounds = new Rounds("query-aggregates");

    /** @param store its owner closes it, after this object */
    public QueryAggregates(HubStore store) {
        this.store = store;
    }

    /** Processes all changes that queries have not seen yet, and continues membership updates of a process that has ended. */
    public void catchUp() {
        store.membership().finish();
        for (Asked asked : store.queryMatches().asked()) {
            Asked next = asked;
            while (next != null && !rounds.isClosed()) {
                next = step(next);
            }
        }
    }

    /**
     * Matches the next batch of changes against a query. Returns the query with its new place in the change sequence; null if there are no
     * more changes, or the query was changed or removed in the meantime.
     */
    private @Nullable Asked step(Asked asked) {
        List<StoredRecord> changes = store.changes(MetadataPrefix.OAI_DC, asked.seq(), BATCH);
        if (changes.isEmpty()) {
            return null;
        }
        long seq = changes.getLast().seq();
        store.queryMatches().note(asked, matches(asked.query(), changes), seq);
        return store.queryMatches().asked().stream()
                .filter(now -> now.id().equals(asked.id()) && now.query().equals(asked.query())).findFirst().orElse(null);
    }

    /**
     * Returns the matches without deleted records. A deleted record keeps its match from before its deletion, so that the aggregate shows
     * the deletion.
     */
    private static List<Match> matches(String query, List<StoredRecord> changes) {
        List<StoredRecord> live = changes.stream().filter(change -> !change.record().deleted()).toList();
        Set<Integer> found = QueryMatcher.matching(query, live.stream().map(RecordDocument::of).toList(),
                RecordVocabulary.INSTANCE);
        List<Match> matches = new ArrayList<>(live.size());
        for (int i = 0; i < live.size(); i++) {
            matches.add(new Match(live.get(i).source(), live.get(i).record().identifier(), found.contains(i)));
        }
        return matches;
    }

    /** Follows the store in the background until closed. */
    public void start() {
        rounds.start(this::catchUp);
    }

    /** Reports that something was saved, so that the next round begins at once and not within a second. */
    public void wake() {
        rounds.wake();
    }

    /** Stops after the batch under way. */
    @Override
    public void close() {
        rounds.close();
    }
}
