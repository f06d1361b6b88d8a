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

    /**
     * The bytes of a body, after content codings are undone, beyond which reading fails. The limit is for bodies that somebody keeps;
     * a taker that lets go of what it has read may allow more.
     */
    default long mostBytes(FetchRules rules) {
        return rules.maxBytes();
    }

    /** A response with another status, redirects excepted. */
    T refused(Fetched response) throws IOException;
}
