package dev.sheaf.schedule.simulation;

import java.util.List;

import dev.sheaf.schedule.Changes;

/**
 * Times at which the sources of a simulation change.
 *
 * @param start beginning of the scored time, seconds since 1970; earlier changes are known from the beginning
 * @param end end of the scored time, exclusive
 */
public record ChangeTrace(long start, long end, List<Source> sources) {

    /** One source and all its changes. */
    public record Source(String name, Changes changes) {}

    /** Checks the window. */
    public ChangeTrace {
        if (start >= end) {
            throw new IllegalArgumentException("a trace must end after its start, unlike " + start + " and " + end);
        }
        sources = List.copyOf(sources);
    }

    /** Returns the time of the first change of any source, or the start if that is earlier. */
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
