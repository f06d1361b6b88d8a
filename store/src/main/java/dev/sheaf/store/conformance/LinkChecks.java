package dev.sheaf.store.conformance;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Samples of the links in records, by source, with the results of their checks. A sample is checked in one round, which may be interrupted at
 * any time and continues with the links that were not checked since its beginning. They go when the source is removed.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source.
 */
public interface LinkChecks {

    /** Largest number of links in the sample of a source. */
    int MOST = 200;

    /**
     * The last round of a source.
     *
     * @param began when its sample was drawn
     * @param unchecked number of links of the sample that are not checked yet
     */
    record Round(Instant began, int unchecked) {}

    /**
     * Numbers of links in the sample of a source by the results of their last checks.
     *
     * @param works links whose resource is there
     * @param broken links whose resource is not there
     * @param unreachable links without an answer about the resource
     * @param notChecked links that were not requested, or not yet
     */
    record Tally(int works, int broken, int unreachable, int notChecked) {

        /** Returns the number of links with a verdict. */
        public int judged() {
            return works + broken;
        }
    }

    /** Returns the last round of a source. */
    Optional<Round> round(String source);

    /**
     * Begins a round with a new sample, which replaces the former one. A link that was in it keeps its results.
     *
     * @param sample at most {@link #MOST} links with different addresses
     * @throws IllegalArgumentException if there are more
     * @throws dev.sheaf.core.store.StoreException when there is no such source
     */
    void begin(String source, Instant at, List<CheckedLink> sample);

    /** Returns the links of the sample that were not checked since the beginning of the round, in a fixed order. */
    List<CheckedLink> unchecked(String source, int limit);

    /**
     * Stores the result of a check. Does nothing if the link is not in the sample any more.
     *
     * @param status HTTP status; 0 when no response came
     * @param detail what came instead of the resource, for people; may be empty
     */
    void checked(String source, String url, Instant at, CheckedLink.Outcome outcome, int status, String detail);

    /** Returns the numbers of a source; empty if it has no sample. */
    Optional<Tally> tally(String source);

    /** Returns the links of a source whose last check found them broken, those with most failures first. */
    List<CheckedLink> broken(String source, int limit);
}
