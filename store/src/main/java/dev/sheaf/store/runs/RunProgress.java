package dev.sheaf.store.runs;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Counts;

/**
 * Progress of a run.
 *
 * @param told time of this report
 * @param doing present activity, for people; null if the run has ended
 * @param address last requested address; null before the first request
 * @param waitingUntil time until which it sends no request; null if it does not wait
 * @param list number of the list under way, from 1; 0 before the first
 * @param lists number of lists in the run
 * @param page pages of the list under way
 * @param received records of the list under way, including those of earlier runs
 * @param listSize size of the list under way as the repository states it; null if it does not
 * @param rate recent number of records per second
 * @param counts outcomes of all records of the run
 * @param pages of the whole run
 * @param requests of the whole run
 * @param wireBytes bytes of all responses with records, as sent over the network
 * @param bytes bytes of the same responses, with content codings undone
 * @param checks results of checks against schemas; null if there are none
 */
public record RunProgress(Instant told, @Nullable String doing, @Nullable String address, @Nullable Instant waitingUntil,
        int list, int lists, int page, long received, @Nullable Long listSize, long rate, Counts counts, long pages,
        long requests,
        long wireBytes, long bytes, @Nullable Checks checks) {

    /**
     * Result of checks against schemas.
     *
     * @param pages checked pages
     * @param invalidPages pages with an invalid envelope
     * @param records records on the checked pages
     * @param invalidRecords invalid records
     * @param uncheckedRecords records that could not be read and therefore not be checked
     * @param otherFormats records with metadata in a format without a schema
     */
    public record Checks(long pages, long invalidPages, long records, long invalidRecords, long uncheckedRecords,
            long otherFormats) {

        /** Returns true if something is invalid or could not be checked. */
        public boolean foundSomething() {
            return invalidPages + invalidRecords + uncheckedRecords > 0;
        }
    }

    /** Returns the progress of a run that has just begun. */
    public static RunProgress start(Instant at) {
        return new RunProgress(at, "beginning", null, null, 0, 0, 0, 0, null, 0, Counts.ZERO, 0, 0, 0, 0, null);
    }

    /** Returns a copy with other outcomes of records. */
    public RunProgress with(Counts other) {
        return new RunProgress(told, doing, address, waitingUntil, list, lists, page, received, listSize, rate, other, pages,
                requests,
                wireBytes, bytes, checks);
    }

    /** Returns the seconds until the list under way is complete, at the recent rate; -1 if not known. */
    public long secondsLeft() {
        return listSize == null || rate <= 0 || received > listSize ? -1 : (listSize - received) / rate;
    }
}
