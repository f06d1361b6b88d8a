package dev.sheaf.schedule.simulation;

import java.util.Arrays;

/** Times of the requests to each source of a trace: a growing list for each source, in the order of the trace. Not thread-safe. */
public final class PollLog {

    private final long[][] times;
    private final int[] counts;

    /** Creates an empty log. */
    public PollLog(int sources) {
        times = new long[sources][8];
        counts = new int[sources];
    }

    /** Adds a request. Requests to one source are added in chronological order. */
    public void add(int source, long time) {
        if (counts[source] == times[source].length) {
            times[source] = Arrays.copyOf(times[source], 2 * counts[source]);
        }
        times[source][counts[source]++] = time;
    }

    /** Returns the times of the requests to a source, ascending. */
    public long[] of(int source) {
        return Arrays.copyOf(times[source], counts[source]);
    }

    /** Returns the number of all requests. */
    public long size() {
        long all = 0;
        for (int count : counts) {
            all += count;
        }
        return all;
    }
}
