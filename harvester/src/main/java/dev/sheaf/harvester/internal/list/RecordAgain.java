package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;

/**
 * The answer to a request for a record that an earlier run could not fetch.
 *
 * @param page with the record; null if it did not arrive
 * @param unfetched the failure; null if the record arrived, or if the repository has stated that it does not have it
 */
public record RecordAgain(@Nullable OaiReply page, @Nullable Unfetched unfetched) {

    /**
     * Requests the record. A repository that says that it does not have it is believed if it delivers another record of the list.
     *
     * @param list the list that named the record
     * @throws HarvestException if the host cannot be reached at all, or if the harvest was cancelled
     */
    public static RecordAgain ask(Server server, String identifier, Selection list) throws HarvestException {
        try {
            OaiReply page = server.askingSingly(client -> client.recordPage(identifier, list.prefix()));
            boolean isIt = page.records().stream().anyMatch(record -> record.identifier().strip().equals(identifier.strip()));
            return isIt ? new RecordAgain(page, null) : new RecordAgain(null, new Unfetched(identifier, false));
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            boolean isOwing = ListFailure.leavesOwing(failure) || !server.deliversAny(list, identifier);
            return new RecordAgain(null, isOwing ? Unfetched.of(identifier, failure) : null);
        }
    }
}
