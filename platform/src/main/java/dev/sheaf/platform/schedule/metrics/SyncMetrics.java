package dev.sheaf.platform.schedule.metrics;

import dev.sheaf.platform.schedule.Changes;

/**
 * Changes of a repository, seen at regular observations (seed-extensions §1, equations 1 to 4). Intervals are counted in observations.
 *
 * @param observations how many there were
 * @param updates ΣS: observations that saw something new
 * @param records ΣR: records changed, all observations together
 * @param interval U: mean of the update intervals I; infinite when nothing was ever new
 * @param deviation population standard deviation of I over updates
 */
public record SyncMetrics(long observations, long updates, long records, double interval, double deviation) {

    /**
     * Observes a repository.
     *
     * @param start begin of observation; the first observation is one step later, and sees what came after start
     * @param step Δt, in seconds
     * @param observations how many, the last at start + observations × step
     */
    public static SyncMetrics of(Changes changes, long start, long step, long observations) {
        if (step < 1 || observations < 0) {
            throw new IllegalArgumentException("a step is a second at least, not " + step);
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

    /** FRQ = 1/U; 0 when nothing was ever new. */
    public double frequency() {
        return 1 / interval;
    }

    /** AVG: records changed in a mean update; 0 when there was none. */
    public double recordsPerUpdate() {
        return updates == 0 ? 0 : records / (double) updates;
    }

    /** C.O.V. of I: 0 by the clock, 1 at random, more in bursts. 0 when nothing was ever new. */
    public double variation() {
        return variation(deviation, interval);
    }

    /** C.O.V. = stdv/U. */
    public static double variation(double deviation, double interval) {
        return Double.isInfinite(interval) ? 0 : deviation / interval;
    }
}
