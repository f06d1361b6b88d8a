package dev.sheaf.harvester.http;

import java.io.IOException;

/**
 * Receiver of a response while it arrives.
 *
 * @param <T> its result
 */
public interface Passing<T> {

    /**
     * Receives a response with a status of success. It need not read the body to its end.
     *
     * @throws HarvestException failures of reading the body
     * @throws IOException any failure of the receiver's own
     */
    T take(Arriving response) throws IOException;

    /**
     * Returns the number of bytes of a body, after content codings are undone, above which reading fails. The limit is for receivers that
     * keep the body; others may allow more.
     */
    default long mostBytes(FetchRules rules) {
        return rules.maxBytes();
    }

    /** Receives a response with another status, except redirects. */
    T refused(Fetched response) throws IOException;
}
