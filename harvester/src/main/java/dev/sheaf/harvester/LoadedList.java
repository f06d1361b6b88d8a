package dev.sheaf.harvester;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Selection;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.Passing;
import dev.sheaf.harvester.internal.list.Seen;

/**
 * The first load of one list, and its comparison with the headers that the repository lists. For one run of one list; used by one thread at a
 * time.
 *
 * <p>The comparison needs a repository that keeps deleted records: its items never become fewer. Then the load must have all records that did
 * not change since its end, each with its datestamp. Each record is compared before it is stored.
 */
final class LoadedList implements FirstLoad.Wanted, AutoCloseable {

    /** Newer records that a list may have beside twice the records of the load. A longer list is harvested. */
    private static final long NEWER = 10_000;

    private final OaiClient client;
    private final Ahead ahead;
    private final RepositoryDescription repository;
    private final Selection asked;
    private final Runnable begun;
    /** Records that the repository lists up to the end of the load, each with its datestamp. */
    private final Seen expected = new Seen();
    /** Identifiers of all records that the repository lists. */
    private final Seen listed = new Seen();
    private final Seen loaded = new Seen();
    private Instant until = Instant.EPOCH;
    private long most;
    private boolean isBegun;

    /** @param begun called before the first request of the load */
    LoadedList(OaiClient client, Ahead ahead, RepositoryDescription repository, Selection asked, Runnable begun) {
        this.client = client;
        this.ahead = ahead;
        this.repository = repository;
        this.asked = asked;
        this.begun = begun;
    }

    /** Returns true if the load has made a request. */
    boolean isBegun() {
        return isBegun;
    }

    /** Returns true for a list that can be loaded: a whole one, of a repository that keeps deletions and states seconds. */
    static boolean isPossible(RepositoryDescription repository, Selection asked) {
        return asked.set() == null && asked.from() == null && asked.until() == null
                && repository.deletedRecordPolicy().filter(DeletedRecordPolicy.PERSISTENT::equals).isPresent()
                && repository.granularity().filter(Granularity.SECOND::equals).isPresent();
    }

    @Override
    public Selection asked() {
        return asked;
    }

    @Override
    public RepositoryDescription repository() {
        return repository;
    }

    @Override
    public URI baseUrl() {
        return client.baseUrl().uri();
    }

    @Override
    public <T> T pass(URI address, Map<String, String> headers, long mostBytes, Passing<T> passing) throws IOException {
        if (!isBegun) {
            isBegun = true;
            begun.run();
        }
        try {
            return ahead.get(() -> passed(address, headers, mostBytes, passing));
        } catch (UncheckedIOException own) {
            throw own.getCause();
        }
    }

    /** Gets a resource on the thread of requests, so that a run can be cancelled while the server is silent. */
    private <T> T passed(URI address, Map<String, String> headers, long mostBytes, Passing<T> passing) throws HarvestException {
        try {
            return client.pass(address, headers, mostBytes, passing);
        } catch (HarvestException failure) {
            throw failure;
        } catch (IOException own) {
            throw new UncheckedIOException(own);
        }
    }

    @Override
    public void checkCancelled() throws HarvestException {
        ahead.checkCancelled();
    }

    /** Notes the end of the load and its largest number of records, before the first one. */
    void begin(Instant end, long records) {
        until = end;
        most = records;
    }

    /**
     * Notes headers of the list as the repository has them now.
     *
     * @throws IOException if the list cannot be compared
     */
    void expect(List<OaiRecord> headers) throws IOException {
        for (OaiRecord header : headers) {
            if (header.identifier().isBlank()) {
                throw new IOException("a header of the repository lacks its identifier, so nothing can be compared");
            }
            listed.add(header.identifier());
            // A header without a time could be older or newer, so it must be among the loaded records as it is.
            boolean isNewer = header.header().datestamp().instant().filter(changed -> changed.isAfter(until)).isPresent();
            if (!isNewer) {
                expected.add(version(header));
            }
        }
        // A list that is much longer comes as fast by OAI-PMH, and a list may have no end.
        if (expected.count() > most || listed.count() > 2 * most + NEWER) {
            throw new IOException("the repository lists more than its " + most + " records");
        }
        if (!expected.isExact() || !listed.isExact()) {
            throw new IOException("the list is too long to be compared");
        }
    }

    /**
     * Returns a part of the load as a page of the list, without former versions of records: a later part has the last one, or the later harvest.
     *
     * @throws IOException if the repository does not list one of its records
     */
    OaiReply page(OaiResponse response, long bytes) throws IOException {
        List<OaiRecord> records = response.answer() instanceof OaiResponse.ListRecords list ? list.records() : List.of();
        List<OaiRecord> wanted = new ArrayList<>(records.size());
        for (OaiRecord record : records) {
            String version = version(record);
            if (expected.contains(version)) {
                if (loaded.add(version)) {
                    wanted.add(record);
                }
            } else if (!listed.contains(record.identifier())) {
                throw new IOException(
                        "its record " + OneLine.of(record.identifier()) + " is not among those that the repository lists");
            }
        }
        return client.asReply(new OaiResponse(response.responseDate(), response.request(),
                new OaiResponse.ListRecords(wanted, null), response.errorsBeside(), response.envelope()), bytes);
    }

    private static String version(OaiRecord record) {
        return record.identifier() + '\n' + record.header().datestamp() + (record.deleted() ? "\ndeleted" : "");
    }

    /**
     * Checks that all records have come.
     *
     * @throws IOException if the load lacks records that the repository lists
     */
    void check() throws IOException {
        if (!loaded.isExact() || loaded.count() < expected.count()) {
            throw new IOException("it lacks " + (expected.count() - loaded.count()) + " of the " + expected.count()
                    + " records that the repository lists up to " + until);
        }
    }

    @Override
    public void close() {
        expected.close();
        listed.close();
        loaded.close();
    }
}
