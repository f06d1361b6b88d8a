package dev.sheaf.schedule;

import java.util.Arrays;

/** Changes of one source in chronological order: their times and numbers of records. Immutable and thread-safe. */
public final class Changes {

    public static final Changes NONE = new Changes(new long[0], new long[0], 0, 0);

    private final long[] times;
    private final long[] records;
    private final int first;
    private final int end;

    private Changes(long[] times, long[] records, int first, int end) {
        this.times = times;
        this.records = records;
        this.first = first;
        this.end = end;
    }

    /**
     * Returns changes at given times.
     *
     * @param times seconds since 1970, ascending
     * @param records number of records changed at each time
     */
    public static Changes of(long[] times, long[] records) {
        if (times.length != records.length) {
            throw new IllegalArgumentException(
                    "as many numbers of records as times, not " + records.length + " and " + times.length);
        }
        for (int i = 1; i < times.length; i++) {
            if (times[i] < times[i - 1]) {
                throw new IllegalArgumentException(
                        "changes stand in the order of time; " + times[i] + " comes after " + times[i - 1]);
            }
        }
        return new Changes(times.clone(), records.clone(), 0, times.length);
    }

    /** Returns one change of one record at each of the times. */
    public static Changes at(long... times) {
        long[] ones = new long[times.length];
        Arrays.fill(ones, 1);
        return of(times, ones);
    }

    /** Returns the number of changes. */
    public int size() {
        return end - first;
    }

    /** Returns whether there are none. */
    public boolean isEmpty() {
        return first == end;
    }

    /** Returns the time of the i-th change, from 0. */
    public long time(int i) {
        return times[first + i];
    }

    /** Returns the number of records that the i-th change concerned. */
    public long records(int i) {
        return records[first + i];
    }

    /** Returns the changes with {@code after < time <= until}. */
    public Changes between(long after, long until) {
        int from = firstAfter(after);
        return new Changes(times, records, from, Math.max(from, firstAfter(until)));
    }

    /** Returns the changes moved by a number of seconds. */
    public Changes later(long seconds) {
        if (seconds == 0) {
            return this;
        }
        long[] moved = Arrays.copyOfRange(times, first, end);
        for (int i = 0; i < moved.length; i++) {
            moved[i] += seconds;
        }
        return new Changes(moved, Arrays.copyOfRange(records, first, end), 0, moved.length);
    }

    private int firstAfter(long time) {
        int low = first;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public String toString() {
        return size() + " changes" + (isEmpty() ? "" : " from " + time(0) + " to " + time(size() - 1));
    }
}
