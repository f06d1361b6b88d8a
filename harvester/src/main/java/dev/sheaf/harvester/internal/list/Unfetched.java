package dev.sheaf.harvester.internal.list;

import dev.sheaf.harvester.http.HarvestException;

/**
 * A record that the repository has named and not sent.
 *
 * @param identifier of the record
 * @param isForTransport true if the failure does not concern the record: the connection broke, or the whole server failed; false if the
 * server answers requests for this record with an error, or with another document
 */
public record Unfetched(String identifier, boolean isForTransport) {

    /** Creates it from the failure of the request. */
    static Unfetched of(String identifier, HarvestException failure) {
        return new Unfetched(identifier, ListFailure.isForTransport(failure));
    }
}
