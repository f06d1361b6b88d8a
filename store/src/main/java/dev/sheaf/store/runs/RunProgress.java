package dev.sheaf.store.runs;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Counts;

/**
 * Progress of a run.
 *
 * @param told when it said so
 * @param doing what it is doing, for people; null when it has ended
 * @param address last asked; null before the first
 * @param waitingUntil it asks nothing until then; null when it does not wait
 * @param list number of the list under way, from 1; 0 before the first
 * @param lists number of lists in the run
 * @param page pages of the list under way
 * @param received records of the list under way, those of earlier runs included
 * @param listSize records of the list under way, as the repository states them; null when it does not
 * @param rate records a second, of late
 * @param counts what became of all records of the run
 * @param pages of the whole run
 * @param requests of the whole run
 * @param wireBytes of all responses with records, on the wire
 * @param bytes the same with content codings undone
 * @param checks what was checked against schemas; null when nothing is to be
 */
public record RunProgress(Instant told, @Nullable String doing, @Nullable String address, @Nullable Instant waitingUntil,
        int list, int lists, int page, long received, @Nullable Long listSize, long rate, Counts counts, long pages,
        long requests,
        long wireBytes, long bytes, @Nullable Checks checks) {

    /**
     * Result of checks against schemas.
     *
     * @param pages looked at
     * @param invalidPages of these, those whose envelope is not valid
     * @param records in them
     * @param invalidRecords of these, those that are not valid
     * @param uncheckedRecords of these, those that could not be read and hence not be checked
     * @param otherFormats of these, those with metadata in a format without a schema
     */
    public record Checks(long pages, long invalidPages, long records, long invalidRecords, long uncheckedRecords,
            long otherFormats) {

        /** True when something is not valid or could not be checked. */
        public boolean foundSomething() {
            return invalidPages + invalidRecords + uncheckedRecords > 0;
        }
    }

    /** A run that has just begun. */
    public static RunProgress start(Instant at) {
        return new RunProgress(at, "beginning", null, null, 0, 0, 0, 0, null, 0, Counts.ZERO, 0, 0, 0, 0, null);
    }

    /** The same with what became of records. */
    public RunProgress with(Counts other) {
        return new RunProgress(told, doing, address, waitingUntil, list, lists, page, received, listSize, rate, other, pages,
                requests,
                wireBytes, bytes, checks);
    }

    /** Seconds until the list under way has come, at the rate of late; -1 when that cannot be told. */
    public long secondsLeft() {
        return listSize == null || rate <= 0 || received > listSize ? -1 : (listSize - received) / rate;
    }
}
