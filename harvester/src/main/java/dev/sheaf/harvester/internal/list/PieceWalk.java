package dev.sheaf.harvester.internal.list;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Quarantined;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;

/** A walk through one range of a list, page by page. For use by one thread at a time. */
interface PieceWalk extends AutoCloseable {

    /** The result of a step. The caller takes its page from the walk. */
    sealed interface Step {

        /** A page arrived, and more follow. */
        record More() implements Step {}

        /** The range has ended. */
        record End() implements Step {}

        /** The walk cannot continue in this way. */
        record Stuck(ListFailure failure) implements Step {}
    }

    /**
     * Takes a step. Must not be called after {@link Step.End} or {@link Step.Stuck}.
     *
     * @throws HarvestException if the host cannot be reached at all, or if the harvest was cancelled
     */
    Step next() throws HarvestException;

    /**
     * Returns the page of the last step and releases it from the walk; null if there was none, or if it was taken already. An empty page
     * may come with the end, and a page with records before a failure.
     */
    @Nullable
    OaiReply takePage();

    /** Returns records of the last step that the repository has named but that are unavailable. */
    default List<Quarantined> lost() {
        return List.of();
    }

    /**
     * Receives the number of different records of the range after the last step. Callers call it after each step with a page.
     *
     * @param different number of different records
     * @param isNew true if the page named a record that was new to the range
     */
    void counted(long different, boolean isNew);

    /** Returns the evidence that the range is incomplete, after {@link Step.End}; null if there is none. */
    @Nullable
    Gap gap();

    /** Returns the evidence that the size fell during the range, in addition to another gap; null if it did not. */
    default @Nullable Gap shrunk() {
        return null;
    }

    /** Returns the evidence of empty pages before others, whether or not the range has ended; null if there were none. */
    default @Nullable Gap hole() {
        return null;
    }

    /**
     * Returns the empty pages, if there is no other evidence; empty if their neighbours are not known.
     *
     * @param isRestAsked true if everything after the last record is requested, so that empty pages may be there
     */
    default List<Holes.Hole> holes(boolean isRestAsked) {
        return List.of();
    }

    /** Returns true if the only empty pages are after all records, and there is no other evidence. */
    default boolean endsInHole() {
        return false;
    }

    /** Returns the range with its progress. */
    Piece place();

    /** Returns the number of entries received, including repeated ones. */
    long entries();

    /** Returns the size of the range as the repository last stated it; null if it did not. */
    @Nullable
    Long size();

    /** Returns true if that number may be the size of the range, and indicates its end. */
    boolean knowsSize();

    /** Returns why the range will not end, although its pages name new records; null if the walk does not know. */
    default @Nullable String endless() {
        return null;
    }

    /** Returns records of the last step that could not be fetched and may arrive another time; they are also among the lost ones. */
    default List<Unfetched> unfetched() {
        return List.of();
    }

    /** Returns what ListIdentifiers has named; null for walks that do not compare it with what has arrived. */
    default @Nullable Named names() {
        return null;
    }

    /**
     * The identifiers that a walk has named.
     *
     * @param different number of different ones
     * @param singly number of records requested one by one
     * @param lacking number of records that were named, have not arrived, and were not requested, or only in vain
     * @param changed number of repeated headers that had another datestamp the second time
     * @param denied identifiers of records that were named, have not arrived, and are denied by GetRecord
     * @param outdated number of records that may have arrived in an older version than named, because others certainly have
     * @param untold number of records that are named with another datestamp than arrived, and of which it is not known which one counts
     * @param doubtfulDeletions identifiers of records that arrived as deleted, are named as live, and about which GetRecord says nothing
     */
    record Named(long different, long singly, long lacking, long changed, List<String> denied, long outdated, long untold,
            List<String> doubtfulDeletions) {}

    /** Releases its resources. */
    @Override
    default void close() {
        // Most walks have no resources.
    }
}
