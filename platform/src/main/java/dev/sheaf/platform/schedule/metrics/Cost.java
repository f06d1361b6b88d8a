package dev.sheaf.platform.schedule.metrics;

import java.util.Collection;

/** Requests that a way of asking takes (equations 7 to 10). Times in one unit, whichever. */
public final class Cost {

    private Cost() {}

    /** C_d of the uniform model: requests to one repository in T, asked at the acceptable latency. */
    public static double uniform(double period, double latency) {
        return period / latency;
    }

    /** C_s of the uniform model: requests to all. */
    public static double uniform(double period, double latency, int repositories) {
        return repositories * uniform(period, latency);
    }

    /** C_d of the adaptive model: requests to one repository in T, asked at its average update interval; 0 when it never changes. */
    public static double adaptive(double period, double interval) {
        return period / interval;
    }

    /** C_s of the adaptive model: requests to all. */
    public static double adaptive(double period, Collection<Double> intervals) {
        return intervals.stream().mapToDouble(interval -> adaptive(period, interval)).sum();
    }
}
