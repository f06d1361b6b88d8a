package dev.sheaf.schedule.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import dev.sheaf.schedule.Changes;

/**
 * Values S, R, I and F of a repository at each observation (seed-extensions §1). The list only contains observations that saw a change, or
 * found the copy in another state than the previous observation. At all others S, R and I are 0, and F is unchanged.
 *
 * @param count number of all observations
 * @param observations observations with a result, in order
 */
public record ObservationSeries(long count, List<Observation> observations) {

    /**
     * Observation.
     *
     * @param number j, from 1
     * @param at time of the observation
     * @param records R: records changed since the previous observation; S is 1 if there are any, else 0
     * @param interval I: observations since the one that saw the previous update; 0 if S is 0
     * @param fresh F: true if everything that had changed by then had been harvested; null before the first harvest, and if the repository
     *     is not harvested
     */
    public record Observation(long number, Instant at, long records, long interval, @Nullable Boolean fresh) {

        /** Returns S. */
        public boolean updated() {
            return interval > 0;
        }
    }

    public ObservationSeries {
        observations = List.copyOf(observations);
    }

    /**
     * Observes a repository as {@link SyncMetrics#of} does.
     *
     * @param harvests times of complete harvests, ascending, in seconds since 1970; empty if the repository is not harvested
     */
    public static ObservationSeries of(Changes changes, List<Long> harvests, long start, long step, long count) {
        long end = start + step * count;
        Changes seen = changes.between(start, end);
        TreeSet<Long> worthLooking = new TreeSet<>();
        if (count > 0) {
            worthLooking.add(1L);
        }
        for (int i = 0; i < seen.size(); i++) {
            worthLooking.add(observation(seen.time(i), start, step));
        }
        harvests.stream().filter(time -> time > start && time <= end)
                .forEach(time -> worthLooking.add(observation(time, start, step)));
        List<Observation> told = new ArrayList<>();
        long previous = 0;
        int harvest = -1;
        Boolean before = null;
        for (long number : worthLooking) {
            long at = start + step * number;
            long records = sum(seen.between(at - step, at));
            boolean updated = !seen.between(at - step, at).isEmpty();
            while (harvest + 1 < harvests.size() && harvests.get(harvest + 1) <= at) {
                harvest++;
            }
            Boolean fresh = harvest < 0 ? null : changes.between(harvests.get(harvest), at).isEmpty();
            if (updated || number == 1 || !Objects.equals(fresh, before)) {
                told.add(new Observation(number, Instant.ofEpochSecond(at), records, updated ? number - previous : 0, fresh));
            }
            previous = updated ? number : previous;
            before = fresh;
        }
        return new ObservationSeries(count, told);
    }

    /** Returns the number of the first observation that sees the state at a time after the start. */
    private static long observation(long time, long start, long step) {
        return Math.floorDiv(time - start - 1, step) + 1;
    }

    private static long sum(Changes changes) {
        long records = 0;
        for (int i = 0; i < changes.size(); i++) {
            records += changes.records(i);
        }
        return records;
    }
}
