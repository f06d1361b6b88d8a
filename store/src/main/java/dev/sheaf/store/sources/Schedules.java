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
     * @param from when they begin, seconds since 1970
     * @param records that changed in it
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

    /** Fixes the time between two harvests of a source; null lets its policy choose again. */
    void pin(String source, @Nullable Duration interval);

    /** Returns the fixed time between two harvests of a source; empty when its policy chooses. */
    Optional<Duration> pinned(String source);

    /** Returns the fixed times between two harvests, by the ids of the sources that have one. */
    Map<String, Duration> pinned();

    /** Notes when sources are to be harvested next, by their ids; unknown ones are left out. */
    void plan(Map<String, Planned> plans);

    /** Returns the next harvest of a source, as a hub has last planned it. */
    Optional<Planned> planned(String source);

    /**
     * Notes why the scheduler cannot deal with a source, which is shown with the source's state.
     *
     * @param trouble for people; null when it can again
     */
    void trouble(String source, @Nullable String trouble);

    /** Forgets the troubles of all sources: a scheduler that starts notes those that there still are. */
    void forgetTroubles();

    /** Returns a number that the schedule has kept; empty when it has kept none under the key. */
    Optional<Double> value(String key);

    /** Keeps a number for the schedule, in place of an earlier one under the key. */
    void keep(String key, double value);
}
