package dev.sheaf.schedule.metrics;

import java.util.Collection;

/** Number of requests of a schedule (equations 7 to 10 of the paper). All times have the same unit. */
public final class Cost {

    private Cost() {}

    /** Returns C_d of the uniform model: requests to one repository in T, harvested at the acceptable latency. */
    public static double uniform(double period, double latency) {
        return period / latency;
    }

    /** Returns C_s of the uniform model: requests to all repositories. */
    public static double uniform(double period, double latency, int repositories) {
        return repositories * uniform(period, latency);
    }

    /**
     * Returns C_d of the adaptive model: requests to one repository in T, harvested at its average update interval; 0 if it never changes.
     */
    public static double adaptive(double period, double interval) {
        return period / interval;
    }

    /** Returns C_s of the adaptive model: requests to all repositories. */
    public static double adaptive(double period, Collection<Double> intervals) {
        return intervals.stream().mapToDouble(interval -> adaptive(period, interval)).sum();
    }
}
