package dev.sheaf.core.store;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Selection;

/**
 * Position in the harvest of one list. A store keeps one for each source and {@link #asked() list asked for}.
 *
 * @param asked the list that the operator or the schedule asked for; the key. Without {@code from} it is harvested incrementally again and
 * again; with {@code from} it is a window that is harvested once.
 * @param sent the list as requested from the server in the current sequence: {@code asked} with the incremental {@code from}; null if no
 * sequence is under way
 * @param resumptionToken continues the current sequence; null if none is under way, or if its first page has not come yet
 * @param page pages received in the current sequence
 * @param received records received in the current sequence
 * @param serverTime the repository's own time (responseDate) at the start of the current sequence; null if none is under way
 * @param lastDatestamp datestamp of the last record received in the current sequence; null when there is none
 * @param completeSince the repository's own time at the start of the last sequence that was proven complete: where the next
 * increment begins; null when there was none
 * @param plan the remaining ranges of a sequence that was split, in the harvester's own notation; null if it was not split and has no
 * further state
 * @param completeSize number of records of the last sequence that brought the whole list and was proven complete; null if there was none
 * @param unfetched identifiers of records that the repository named and that no request brought; every run asks for them first
 */
public record Checkpoint(Selection asked, @Nullable Selection sent, @Nullable String resumptionToken, int page, long received,
        @Nullable Datestamp serverTime, @Nullable Datestamp lastDatestamp, @Nullable Datestamp completeSince,
        @Nullable String plan, @Nullable Long completeSize, List<String> unfetched) {

    /** Copies the list. */
    public Checkpoint {
        unfetched = List.copyOf(unfetched);
    }

    /** Creates the checkpoint of a list without unfetched records. */
    public Checkpoint(Selection asked, @Nullable Selection sent, @Nullable String resumptionToken, int page, long received,
            @Nullable Datestamp serverTime, @Nullable Datestamp lastDatestamp, @Nullable Datestamp completeSince,
            @Nullable String plan, @Nullable Long completeSize) {
        this(asked, sent, resumptionToken, page, received, serverTime, lastDatestamp, completeSince, plan, completeSize,
                List.of());
    }

    /** Creates the checkpoint of a list that was not split and was never complete. */
    public Checkpoint(Selection asked, @Nullable Selection sent, @Nullable String resumptionToken, int page, long received,
            @Nullable Datestamp serverTime, @Nullable Datestamp lastDatestamp, @Nullable Datestamp completeSince) {
        this(asked, sent, resumptionToken, page, received, serverTime, lastDatestamp, completeSince, null, null);
    }

    /** Returns the checkpoint of a list that was never harvested. */
    public static Checkpoint start(Selection asked) {
        return new Checkpoint(asked, null, null, 0, 0, null, null, null);
    }

    /** Returns whether a sequence has begun and not ended, so that it can be resumed. */
    public boolean underWay() {
        return resumptionToken != null || plan != null;
    }

    /** Returns the checkpoint at the beginning of a new sequence. */
    public Checkpoint begin(Selection sent, Datestamp serverTime) {
        return begin(sent, serverTime, null);
    }

    /**
     * Returns the checkpoint at the beginning of a new sequence.
     *
     * @param plan its ranges; null if it is not split
     */
    public Checkpoint begin(Selection sent, @Nullable Datestamp serverTime, @Nullable String plan) {
        return new Checkpoint(asked, sent, null, 0, 0, serverTime, null, completeSince, plan, completeSize, unfetched);
    }

    /** Returns the checkpoint after a page with a token. */
    public Checkpoint next(String resumptionToken, long records, @Nullable Datestamp lastDatestamp) {
        return new Checkpoint(asked, sent, resumptionToken, page + 1, received + records, serverTime,
                lastDatestamp == null ? this.lastDatestamp : lastDatestamp, completeSince, null, completeSize, unfetched);
    }

    /** Returns a copy with the harvester's own notes on the sequence. */
    public Checkpoint withPlan(@Nullable String other) {
        return new Checkpoint(asked, sent, resumptionToken, page, received, serverTime, lastDatestamp, completeSince, other,
                completeSize, unfetched);
    }

    /**
     * Returns the checkpoint after a page of one of the ranges, or after the list was split.
     *
     * @param plan the remaining ranges
     * @param pages pages received
     * @param records on the page; 0 if there are none
     */
    public Checkpoint split(String plan, int pages, long records) {
        return new Checkpoint(asked, sent, null, page + pages, received + records, serverTime, lastDatestamp, completeSince, plan,
                completeSize, unfetched);
    }

    /** Returns the checkpoint of a sequence that was proven complete: the next increment begins at its server time. */
    public Checkpoint complete() {
        return new Checkpoint(asked, null, null, 0, 0, null, null, serverTime, null, completeSize, unfetched);
    }

    /** Returns a copy with the size of the whole list that was proven complete. */
    public Checkpoint withCompleteSize(@Nullable Long size) {
        return new Checkpoint(asked, sent, resumptionToken, page, received, serverTime, lastDatestamp, completeSince, plan, size,
                unfetched);
    }

    /** Returns a copy with other records that could not be fetched. */
    public Checkpoint withUnfetched(List<String> identifiers) {
        return new Checkpoint(asked, sent, resumptionToken, page, received, serverTime, lastDatestamp, completeSince, plan,
                completeSize, identifiers);
    }

    /** Returns the checkpoint of an abandoned sequence: the next run starts the same list again. */
    public Checkpoint abandon() {
        return new Checkpoint(asked, null, null, 0, 0, null, null, completeSince, null, completeSize, unfetched);
    }
}
