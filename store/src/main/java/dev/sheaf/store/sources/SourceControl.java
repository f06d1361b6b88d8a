package dev.sheaf.store.sources;

import java.time.Instant;
import java.util.Optional;

/**
 * Requests of operators to sources and to runs under way. A run may belong to another process, so each run polls this facet.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return the default for an unknown source; methods that change it throw.
 * Times are kept to the second.
 */
public interface SourceControl {

    /** Request of an operator to a run. */
    enum Wish {
        /** The run continues. */
        GO_ON,
        /** The run ends, and no other begins until its source is resumed. */
        PAUSE,
        /** The run ends; the next run continues it. */
        CANCEL
    }

    /**
     * Pauses a source: a run under way ends, and none begins.
     *
     * @return false if it was paused already
     */
    boolean pause(String source, Instant at);

    /**
     * Resumes a paused source.
     *
     * @return false if it was not paused
     */
    boolean resume(String source);

    /**
     * Holds the deletions of a source: from the next run on, they wait for approval.
     *
     * @return false if they are held already
     */
    boolean hold(String source, Instant at);

    /**
     * Lets the deletions of a source be carried out again; deletions that wait at this time stay pending.
     *
     * @return false when they were not held
     */
    boolean release(String source);

    /** Returns the time since which the deletions of a source are held; empty when they are not. */
    Optional<Instant> holding(String source);

    /** Ends the runs of a source that have begun so far. */
    void cancel(String source);

    /** Returns the time since which a source is paused; empty if it is not paused. */
    Optional<Instant> paused(String source);

    /** Returns true when an operator has cancelled a run of a source. A pause of the source does not count. */
    boolean isCancelled(String source, long run);

    /** Returns the request of the operator to a run of a source. */
    Wish wish(String source, long run);
}
