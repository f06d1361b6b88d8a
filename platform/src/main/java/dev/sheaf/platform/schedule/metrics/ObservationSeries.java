package dev.sheaf.platform.schedule.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.schedule.Changes;

/**
 * S, R, I and F of a repository, observation by observation (seed-extensions §1). The list holds only observations that saw something new, or
 * found the copy in another state than the one before did. At all others S, R and I are 0, and F is unchanged.
 *
 * @param count of all observations
 * @param observations observations with a result, in order
 */
public record ObservationSeries(long count, List<Observation> observations) {

    /**
     * An observation.
     *
     * @param number j, from 1
     * @param at when it was
     * @param records R: changed since the one before; S is 1 when there are any, else 0
     * @param interval I: observations since the one that saw the update before; 0 when S is
     * @param fresh F: true when everything that had changed by then had been harvested; null before the first harvest, and when the
     *     repository is not asked
     */
    public record Observation(long number, Instant at, long records, long interval, @Nullable Boolean fresh) {

        /** S. */
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
     * @param harvests when it was harvested to the end, ascending, in seconds since 1970; none when it is not asked
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

    /** The first observation that sees what was at a time after the start. */
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
