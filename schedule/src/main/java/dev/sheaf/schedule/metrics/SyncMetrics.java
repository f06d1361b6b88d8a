package dev.sheaf.schedule.metrics;

import dev.sheaf.schedule.Changes;

/**
 * Changes of a repository at regular observations (seed-extensions §1, equations 1 to 4). Intervals are counted in observations.
 *
 * @param observations number of observations
 * @param updates ΣS: number of observations that saw a change
 * @param records ΣR: changed records of all observations
 * @param interval U: mean of the update intervals I; infinite if nothing ever changed
 * @param deviation population standard deviation of I over updates
 */
public record SyncMetrics(long observations, long updates, long records, double interval, double deviation) {

    /**
     * Observes a repository.
     *
     * @param start beginning of the period; the first observation is one step later and sees the changes after start
     * @param step Δt, in seconds
     * @param observations number of observations; the last one is at start + observations × step
     */
    public static SyncMetrics of(Changes changes, long start, long step, long observations) {
        if (step < 1 || observations < 0) {
            throw new IllegalArgumentException("a step must be at least a second, not " + step);
        }
        Changes seen = changes.between(start, start + step * observations);
        long updates = 0;
        long records = 0;
        long previous = 0;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < seen.size(); i++) {
            records += seen.records(i);
            long observation = Math.floorDiv(seen.time(i) - start - 1, step) + 1;
            if (observation > previous) {
                double interval = observation - previous;
                sum += interval;
                squares += interval * interval;
                updates++;
                previous = observation;
            }
        }
        double mean = updates == 0 ? Double.POSITIVE_INFINITY : sum / updates;
        double deviation = updates == 0 ? 0 : Math.sqrt(Math.max(0, squares / updates - mean * mean));
        return new SyncMetrics(observations, updates, records, mean, deviation);
    }

    /** Returns FRQ = 1/U; 0 if nothing ever changed. */
    public double frequency() {
        return 1 / interval;
    }

    /** Returns AVG: the records changed in a mean update; 0 if there was none. */
    public double recordsPerUpdate() {
        return updates == 0 ? 0 : records / (double) updates;
    }

    /** Returns the C.O.V. of I: 0 for regular changes, 1 for random changes, more for bursts. 0 if nothing ever changed. */
    public double variation() {
        return variation(deviation, interval);
    }

    /** Returns C.O.V. = stdv/U. */
    public static double variation(double deviation, double interval) {
        return Double.isInfinite(interval) ? 0 : deviation / interval;
    }
}
