package dev.sheaf.harvester;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.harvester.http.Fetched;

/** Something that happens during a run, for those who watch. */
public sealed interface HarvestEvent {

    /** A question is asked: Identify, ListMetadataFormats, ListSets. */
    record Asking(Verb verb) implements HarvestEvent {}

    /** The repository has said who it is. */
    record Identified(RepositoryDescription description) implements HarvestEvent {}

    /**
     * A list begins, or goes on where an earlier run ended.
     *
     * @param asked the list
     * @param sent as it was requested: with the {@code from} of an increment
     * @param number of this list in the run, from 1
     * @param lists number of lists in the run
     * @param resumed true when an earlier run is continued
     */
    record ListStarted(Selection asked, Selection sent, int number, int lists, boolean resumed) implements HarvestEvent {}

    /**
     * A page is safely stored.
     *
     * @param asked the list
     * @param page of the list, from 1
     * @param received records of the list so far, those of the runs before included
     * @param completeListSize as the repository states it; null when it does not
     * @param total what became of all records of this run so far
     * @param wireBytes bytes of all list responses of this run so far, on the wire
     * @param bytes the same with content codings undone
     */
    record PageSaved(Selection asked, int page, long received, @Nullable Long completeListSize, Counts total, long wireBytes,
            long bytes) implements HarvestEvent {}

    /** A request is made; further attempts at the same and its redirects are not told. */
    record Requested(URI address) implements HarvestEvent {}

    /** A protocol response has come, perhaps one of errors. Its body must not be changed. */
    record Answered(Fetched response) implements HarvestEvent {}

    /**
     * A request failed after all attempts. The run may go on anyway.
     *
     * @param address asked
     * @param response what came instead of a protocol response; null when nothing came. Its body must not be changed.
     * @param reason for people
     */
    record RequestFailed(URI address, @Nullable Fetched response, String reason) implements HarvestEvent {}

    /**
     * Nothing is asked for a while.
     *
     * @param time how long
     * @param reason for people
     */
    record Waiting(Duration time, String reason) implements HarvestEvent {}

    /**
     * Something worth knowing that does not change the verdict.
     *
     * @param message for people
     */
    record Note(String message) implements HarvestEvent {}

    /**
     * A list, or a piece of it, is asked for in a way in which it had not been asked for before in this run.
     *
     * @param asked the list
     */
    record StrategyUsed(Selection asked, ListStrategy strategy) implements HarvestEvent {}

    /**
     * A list has ended.
     *
     * @param asked the list
     * @param missing why it is not complete, for people; null when it was proven complete
     * @param isShort true when it names fewer records than the repository announced, though the verdict may not count that: nobody may
     *     infer deletions from it
     */
    record ListEnded(Selection asked, @Nullable String missing, boolean isShort) implements HarvestEvent {

        /** Of a list that is as long as announced. */
        public ListEnded(Selection asked, @Nullable String missing) {
            this(asked, missing, false);
        }
    }

    /** The run has ended. */
    record RunEnded(HarvestOutcome outcome) implements HarvestEvent {}
}
