package dev.sheaf.harvester.internal.list;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;

/**
 * Test of a list of which no length is known: does GetRecord deliver its records? A list that invents them has no end. It is tested each time
 * its length has doubled, mostly by one request, and ended only if two tests in a row find invented records. For use by one thread at a time.
 */
final class InventedRecords {

    /** Number of records before the first test. */
    private static final long FIRST = 10_000;
    /** Number of records of a page that GetRecord has to deny, while it delivers the first record of the list. */
    private static final int DENIED = 3;
    /** Number of tests in a row that have to find invented records. */
    private static final int TESTS = 2;

    private final Server server;
    private long next = FIRST;
    private @Nullable String first;
    private int found;

    InventedRecords(Server server) {
        this.server = server;
    }

    /**
     * Returns why the list is ended, for people; null if it may continue.
     *
     * @param page the last page of the list
     * @param entries number of records that the list has brought
     * @throws HarvestException if the run must send no more requests
     */
    @Nullable
    String found(OaiReply page, long entries, MetadataPrefix prefix) throws HarvestException {
        List<String> live = page.records().stream().filter(record -> !record.deleted()).map(OaiRecord::identifier)
                .filter(identifier -> !identifier.isBlank()).distinct().toList();
        if (first == null && !live.isEmpty()) {
            first = live.getFirst();
        }
        if (entries < next || live.size() < DENIED) {
            return null;
        }
        next = entries * 2;
        found = areInvented(live, prefix) ? found + 1 : 0;
        return found < TESTS
                ? null
                : "the list does not end: it was stopped after " + entries
                        + " records, because GetRecord says that the last ones do not exist (" + live.getLast()
                        + "). If the list is right, pin sizes=no";
    }

    private boolean areInvented(List<String> live, MetadataPrefix prefix) throws HarvestException {
        for (int i = 0; i < DENIED; i++) {
            if (!isDenied(live.get((live.size() - 1) * (DENIED - i) / DENIED), prefix)) {
                return false;
            }
        }
        String control = first;
        return control != null && isDelivered(control, prefix);
    }

    private boolean isDenied(String identifier, MetadataPrefix prefix) throws HarvestException {
        if (!server.takeSingle()) {
            return false;
        }
        try {
            server.briskClient().getRecord(identifier, prefix);
            return false;
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return failure.errors().stream().anyMatch(error -> error.is(OaiError.Code.ID_DOES_NOT_EXIST));
        }
    }

    private boolean isDelivered(String identifier, MetadataPrefix prefix) throws HarvestException {
        if (!server.takeSingle()) {
            return false;
        }
        try {
            return server.briskClient().getRecord(identifier, prefix).identifier().strip().equals(identifier.strip());
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return false;
        }
    }
}
