package dev.sheaf.harvester.http;

import java.io.IOException;

/**
 * Takes a response while it arrives.
 *
 * @param <T> what comes of it
 */
public interface Passing<T> {

    /**
     * A response with a status of success. Its body need not be read to its end.
     *
     * @throws HarvestException what reading the body throws
     * @throws IOException any failure of the taker's own
     */
    T take(Arriving response) throws IOException;

    /** A response with another status, redirects excepted. */
    T refused(Fetched response) throws IOException;
}
