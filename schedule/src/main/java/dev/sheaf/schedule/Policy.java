package dev.sheaf.schedule;

import java.util.OptionalLong;

/** Rule that chooses the time of a source's next harvest. Not thread-safe. */
sealed interface Policy permits UniformPolicy, AdaptivePolicy, NetRatePolicy {

    /** Adds a source. */
    void join(ScheduledSource source, long now);

    /**
     * Reports a harvest, after the model of the source has learnt its result.
     *
     * @param previous time of the previous harvest
     * @param now time of this harvest
     */
    void asked(ScheduledSource source, long previous, long now);

    /** Returns the time of the next request, not before now. */
    Wish wish(ScheduledSource source, long now);

    /**
     * Returns the time at which a harvest after an announcement is worth its price; empty if the planned harvest stays.
     *
     * @param earliest earliest time, in seconds
     */
    OptionalLong heed(ScheduledSource source, long earliest);

    /** Updates the policy once a day. */
    default void day(Iterable<ScheduledSource> sources) {}
}
