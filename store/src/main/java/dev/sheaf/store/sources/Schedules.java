package dev.sheaf.store.sources;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Times of changes and of planned harvests of sources, and the numbers that a schedule has learnt.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Times are kept to the second. Methods that read return nothing for an unknown source.
 */
public interface Schedules {

    /**
     * Five minutes in which a source changed.
     *
     * @param from beginning, in seconds since 1970
     * @param records number of records that changed
     */
    record ChangedSlot(long from, long records) {}

    /**
     * The next harvest of a source.
     *
     * @param because a sentence for people
     */
    record Planned(Instant due, String because) {}

    /** Returns the times at which a source changed, in order, to five minutes. */
    List<ChangedSlot> changes(String source);

    /** Pins the interval between two harvests of a source; null lets its policy choose again. */
    void pin(String source, @Nullable Duration interval);

    /** Returns the fixed time between two harvests of a source; empty when its policy chooses. */
    Optional<Duration> pinned(String source);

    /** Returns the pinned intervals, by ids of sources. */
    Map<String, Duration> pinned();

    /** Stores the times of the next harvests, by ids of sources; unknown sources are ignored. */
    void plan(Map<String, Planned> plans);

    /** Returns the next harvest of a source, as a hub has last planned it. */
    Optional<Planned> planned(String source);

    /**
     * Stores why the scheduler cannot plan a source, which is shown with the source's state.
     *
     * @param trouble for people; null if it can plan the source again
     */
    void trouble(String source, @Nullable String trouble);

    /** Deletes the stored problems of all sources. A scheduler that starts finds out again which of them persist. */
    void forgetTroubles();

    /** Returns a number that the schedule has stored under a key; empty if there is none. */
    Optional<Double> value(String key);

    /** Stores a number for the schedule under a key, in place of an earlier one. */
    void keep(String key, double value);
}
