package dev.sheaf.harvester;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ListEvidence;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.harvester.http.Fetched;

/** An event of a run, for its listeners. */
public sealed interface HarvestEvent {

    /** A request other than for records begins: Identify, ListMetadataFormats, ListSets. */
    record Asking(Verb verb) implements HarvestEvent {}

    /** The repository has answered Identify. */
    record Identified(RepositoryDescription description) implements HarvestEvent {}

    /**
     * A list begins, or continues where an earlier run ended.
     *
     * @param asked the list
     * @param sent the list as requested, with the {@code from} of an increment
     * @param number number of this list in the run, from 1
     * @param lists number of lists in the run
     * @param resumed true if it continues an earlier run
     */
    record ListStarted(Selection asked, Selection sent, int number, int lists, boolean resumed) implements HarvestEvent {}

    /**
     * A page is durably stored.
     *
     * @param asked the list
     * @param page number of the page in the list, from 1
     * @param received records of the list so far, including those of earlier runs
     * @param completeListSize size as the repository states it; null if it does not
     * @param total outcomes of all records of this run so far
     * @param wireBytes bytes of all list responses of this run so far, as sent over the network
     * @param bytes bytes of the same responses, with content codings undone
     */
    record PageSaved(Selection asked, int page, long received, @Nullable Long completeListSize, Counts total, long wireBytes,
            long bytes) implements HarvestEvent {}

    /** A request was sent. Further attempts and redirects are not reported. */
    record Requested(URI address) implements HarvestEvent {}

    /** A protocol response has arrived, possibly with errors. Its body must not be changed. */
    record Answered(Fetched response) implements HarvestEvent {}

    /**
     * A request failed after all attempts. The run may continue anyway.
     *
     * @param address requested address
     * @param response the response that arrived instead of a protocol response; null if none arrived. Its body must not be changed.
     * @param reason for people
     */
    record RequestFailed(URI address, @Nullable Fetched response, String reason) implements HarvestEvent {}

    /**
     * The run sends no requests for some time.
     *
     * @param time duration of the wait
     * @param reason for people
     */
    record Waiting(Duration time, String reason) implements HarvestEvent {}

    /**
     * A note that does not change the verdict.
     *
     * @param message for people
     */
    record Note(String message) implements HarvestEvent {}

    /**
     * A list, or a range of it, is requested with a strategy that this run had not used for it before.
     *
     * @param asked the list
     */
    record StrategyUsed(Selection asked, ListStrategy strategy) implements HarvestEvent {}

    /**
     * A list has ended.
     *
     * @param asked the list
     * @param missing why it is incomplete, for people; null if it was proven complete
     * @param evidence what the verdict about it rests on
     * @param isShort true if it has fewer records than the repository announced, even if the verdict ignores this: no deletions may be
     * inferred from it
     */
    record ListEnded(Selection asked, @Nullable String missing, ListEvidence evidence, boolean isShort) implements HarvestEvent {

        /** Creates the event for a list that is as long as announced. */
        public ListEnded(Selection asked, @Nullable String missing) {
            this(asked, missing, ListEvidence.ofItsOwn(asked, missing, 0), false);
        }
    }

    /** The run has ended. */
    record RunEnded(HarvestOutcome outcome) implements HarvestEvent {}
}
