package dev.sheaf.harvester.internal.list;

import dev.sheaf.harvester.http.HarvestException;

/**
 * A record that the repository names and did not bring.
 *
 * @param identifier of the record
 * @param isForTransport true when nothing was said of the record: the connection broke, or the server as a whole was unwell; false when the
 *     server answers requests for just this record with an error, or with something that is not the record
 */
public record Unfetched(String identifier, boolean isForTransport) {

    /** Takes the kind from the failure of the request for it. */
    static Unfetched of(String identifier, HarvestException failure) {
        return new Unfetched(identifier, ListFailure.isForTransport(failure));
    }
}
