package dev.sheaf.platform.schedule;

import java.util.OptionalLong;

/** Chooses the time of a source's next harvest. Not thread-safe. */
sealed interface Policy permits UniformPolicy, AdaptivePolicy, NetRatePolicy {

    /** Adds a source. */
    void join(ScheduledSource source, long now);

    /**
     * Takes note of a harvest; the model of the source has learnt its result.
     *
     * @param previous when it was asked before
     * @param now when it was asked
     */
    void asked(ScheduledSource source, long previous, long now);

    /** Returns the time of the next request, not before now. */
    Wish wish(ScheduledSource source, long now);

    /**
     * Returns the time at which a harvest is worth it after an announcement; empty when it does not change the present wish.
     *
     * @param earliest seconds
     */
    OptionalLong heed(ScheduledSource source, long earliest);

    /** Updates the policy once a day. */
    default void day(Iterable<ScheduledSource> sources) {}
}
