package dev.sheaf.platform.schedule.simulation;

import java.util.List;

import dev.sheaf.platform.schedule.Changes;

/**
 * Times at which the sources of a simulation change.
 *
 * @param start of the scored time, seconds since 1970; what lies before is known from the beginning
 * @param end of the scored time, itself not in it
 */
public record ChangeTrace(long start, long end, List<Source> sources) {

    /** One source and all its changes. */
    public record Source(String name, Changes changes) {}

    /** Checks the window. */
    public ChangeTrace {
        if (start >= end) {
            throw new IllegalArgumentException("a trace ends after it starts, unlike " + start + " and " + end);
        }
        sources = List.copyOf(sources);
    }

    /** The time of the first change of any source, or the start. */
    public long known() {
        long first = start;
        for (Source source : sources) {
            if (!source.changes().isEmpty()) {
                first = Math.min(first, source.changes().time(0));
            }
        }
        return first;
    }

    /** Returns the scored time in days. */
    public double days() {
        return (end - start) / 86_400.0;
    }
}
