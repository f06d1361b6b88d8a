package dev.sheaf.harvester;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.client.Repeats;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Unreadable;

/**
 * Single records of one format of a source, by GetRecord. They are a second witness where a list lacks a record. For use by one thread at a
 * time.
 */
public final class SingleRecords {

    /** Number of attempts for each request: an answer that does not come proves nothing, and nothing is lost by that. */
    private static final int ATTEMPTS = 2;

    private final OaiClient client;
    private final Source source;
    private final long run;
    private final MetadataFormat format;
    private final HarvestOptions options;
    private final EventQueue events;

    /** Answer of the repository about one record. */
    public sealed interface Answer {

        /**
         * The record has arrived, and is not deleted.
         *
         * @param header its header as the repository sent it
         * @param batch the record, to be saved; it is in quarantine if it cannot be accepted
         */
        record Live(Header header, Batch batch) implements Answer {}

        /**
         * The repository states that the record is deleted, or that it does not have it in this format.
         *
         * @param header the deleted header; null if the answer is an error
         */
        record Gone(@Nullable Header header) implements Answer {}

        /**
         * The repository has not answered the question.
         *
         * @param reason for people
         * @param isHopeless true if further questions are useless, because the host cannot be reached or the run was cancelled
         */
        record None(String reason, boolean isHopeless) implements Answer {}
    }

    SingleRecords(HttpFetcher fetcher, FetchRules rules, Pause pause, Source source, MetadataFormat format, long run,
            HarvestOptions options, Repeats repeats, ProgressListener listener) {
        String baseUrl = source.baseUrl();
        if (baseUrl == null) {
            throw new IllegalArgumentException("the source " + source.id() + " has no base URL to harvest");
        }
        this.source = source;
        this.format = format;
        this.run = run;
        this.options = options;
        this.events = new EventQueue(listener);
        this.client = new OaiClient(fetcher, BaseUrl.parse(baseUrl),
                options.asking(Harvest.atOnce(rules.of(source), options.parallel()), pause, events)).withAttempts(ATTEMPTS)
                .withRepeats(repeats);
    }

    /** Requests a record. Failures are an answer and not thrown. */
    public Answer ask(String identifier) {
        try (ExecutorService fetching = Executors.newVirtualThreadPerTaskExecutor()) {
            OaiReply page = new Ahead(fetching, options.cancelled(), events)
                    .get(() -> client.recordPage(identifier, format.prefix()));
            try {
                return answer(identifier, page);
            } finally {
                page.release();
                events.report();
            }
        } catch (HarvestException failure) {
            return isDenied(failure)
                    ? new Answer.Gone(null)
                    : new Answer.None(String.valueOf(failure.getMessage()), failure.kind().endsAsking());
        }
    }

    private Answer answer(String identifier, OaiReply page) {
        OaiRecord record = page.records().stream().filter(one -> one.identifier().strip().equals(identifier.strip())).findFirst()
                .orElse(null);
        if (record == null) {
            return new Answer.None(page.records().isEmpty()
                    ? "the answer has no record that can be read"
                    : "GetRecord answers with the record " + Unreadable.line(page.records().getFirst().identifier()), false);
        }
        return record.deleted()
                ? new Answer.Gone(record.header())
                : new Answer.Live(record.header(),
                        Acceptance.of(page, source.id(), run, format, page.serverTime().orElse(null), 0));
    }

    /**
     * Returns whether the repository states that it does not have the record. Every item must be available in Dublin Core (S2.4), so an item
     * without it contradicts the protocol and proves nothing.
     */
    private boolean isDenied(HarvestException failure) {
        return failure.errors().stream().anyMatch(error -> error.is(OaiError.Code.ID_DOES_NOT_EXIST)
                || error.is(OaiError.Code.CANNOT_DISSEMINATE_FORMAT) && !format.prefix().equals(MetadataPrefix.OAI_DC));
    }
}
