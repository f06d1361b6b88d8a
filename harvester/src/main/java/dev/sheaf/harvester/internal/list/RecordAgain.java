package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
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
     * Requests the record.
     *
     * @throws HarvestException if the host cannot be reached at all, or if the harvest was cancelled
     */
    public static RecordAgain ask(Server server, String identifier, MetadataPrefix prefix) throws HarvestException {
        try {
            OaiReply page = server.askingAgainWhenBusy(server.briskClient(), client -> client.recordPage(identifier, prefix));
            boolean isIt = page.records().stream().anyMatch(record -> record.identifier().strip().equals(identifier.strip()));
            return isIt ? new RecordAgain(page, null) : new RecordAgain(null, new Unfetched(identifier, false));
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return new RecordAgain(null, ListFailure.leavesOwing(failure) ? Unfetched.of(identifier, failure) : null);
        }
    }
}
