package dev.sheaf.harvester;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.Passing;
import dev.sheaf.harvester.internal.list.Seen;

/**
 * The first load of one list, and its comparison with the repository's own numbers. For one run of one list; used by its thread.
 *
 * <p>The comparison needs a repository that keeps deleted records: its items never become fewer. Then all items that did not change since the
 * end of the load are among the loaded ones, and all loaded ones are among the items of the repository.
 */
final class LoadedList implements FirstLoad.Wanted, AutoCloseable {

    private final OaiClient client;
    private final Ahead ahead;
    private final RepositoryDescription repository;
    private final Selection asked;
    private final Seen seen = new Seen();

    LoadedList(OaiClient client, Ahead ahead, RepositoryDescription repository, Selection asked) {
        this.client = client;
        this.ahead = ahead;
        this.repository = repository;
        this.asked = asked;
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

    /** Returns the part of the load as a page of the list. */
    OaiReply page(OaiResponse response, long bytes) {
        OaiReply page = client.asReply(response, bytes);
        for (OaiRecord record : page.records()) {
            if (record.identifier().isBlank()) {
                seen.addNameless();
            } else {
                seen.add(record.identifier());
            }
        }
        return page;
    }

    /**
     * Compares the number of loaded items with those that the repository states. A repository that states none is believed.
     *
     * @param until end of the load
     * @throws IOException if the numbers contradict each other
     */
    void check(Instant until) throws IOException {
        if (!seen.isExact()) {
            return;
        }
        OptionalLong unchanged = size(new Selection(asked.prefix(), null, Datestamp.ofSecond(until), null));
        OptionalLong all = size(asked);
        boolean isLess = unchanged.isPresent() && seen.count() < unchanged.getAsLong();
        if (isLess || all.isPresent() && seen.count() > all.getAsLong()) {
            throw new IOException("it has " + seen.count() + " records, but the repository lists "
                    + (isLess ? unchanged.getAsLong() + " that are not newer" : all.getAsLong() + " in all"));
        }
    }

    private OptionalLong size(Selection selection) throws HarvestException {
        OaiReply reply = ahead.get(() -> client.listIdentifiers(selection));
        try {
            ResumptionToken token = reply.token();
            if (!reply.errors().isEmpty()) {
                return reply.has(OaiError.Code.NO_RECORDS_MATCH) ? OptionalLong.of(0) : OptionalLong.empty();
            }
            if (token == null) {
                return OptionalLong.of(reply.received());
            }
            Long stated = token.completeListSize();
            return stated == null ? OptionalLong.empty() : OptionalLong.of(stated);
        } finally {
            reply.release();
        }
    }

    /** Returns the other way to the list; empty if there is none. */
    Optional<Instant> load(FirstLoad way, FirstLoad.Receiver receiver) throws IOException {
        return way.load(this, receiver);
    }

    @Override
    public void close() {
        seen.close();
    }
}
