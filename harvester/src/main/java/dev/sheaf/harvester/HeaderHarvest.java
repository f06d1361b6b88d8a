package dev.sheaf.harvester;

import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.client.ListPage;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.list.Arrival;
import dev.sheaf.harvester.list.Lister;
import dev.sheaf.harvester.list.Server;
import dev.sheaf.harvester.list.Walks;
import dev.sheaf.harvester.list.WholeList;
import dev.sheaf.harvester.list.Window;

/** Looks through the headers of one list. */
final class HeaderHarvest {

    private final InstantSource clock;
    private final Selection asked;
    private final HarvestOptions options;
    private final HeaderReceiver receiver;
    private final ProgressListener listener;
    private final OaiClient client;
    private final int parallel;
    private long pages;
    private long live;
    private long deleted;
    private long stated;

    HeaderHarvest(HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause, Source source, Selection asked,
            HarvestOptions options,
            HeaderReceiver receiver, ProgressListener listener) {
        String baseUrl = source.baseUrl();
        if (baseUrl == null) {
            throw new IllegalArgumentException("the source " + source.id() + " has no base URL to harvest");
        }
        this.clock = clock;
        this.asked = asked;
        this.options = options;
        this.receiver = receiver;
        this.listener = listener;
        FetchRules own = Harvest.atOnce(rules.of(source), options.parallel());
        this.parallel = own.requestsAtOnce();
        this.client = new OaiClient(fetcher, BaseUrl.parse(baseUrl), own, (time, reason) -> {
            listener.on(new HarvestEvent.Waiting(time, reason));
            pause.pause(time, reason);
        });
    }

    HarvestOutcome run() {
        HarvestOutcome outcome;
        try (ExecutorService fetching = Executors.newVirtualThreadPerTaskExecutor()) {
            outcome = outcome(walk(new Ahead(fetching, options.cancelled())));
        } catch (HarvestException failure) {
            outcome = outcome(failure.getMessage());
        }
        listener.on(new HarvestEvent.RunEnded(outcome));
        return outcome;
    }

    private @Nullable String walk(Ahead ahead) throws HarvestException {
        Server server = new Server(client, ServerProfile.UNKNOWN, clock, note -> listener.on(new HarvestEvent.Note(note)));
        Selection sent = asked;
        if (asked.from() != null || asked.until() != null) {
            ahead.get(() -> {
                server.identify();
                return server;
            });
            sent = Window.of(asked, null, server.granularity(), server.overlap()).selection();
        }
        try (WholeList list = WholeList.begin(Lister.HEADERS, server, sent, null,
                Walks.sideBySide(ahead.executor(), parallel))) {
            while (true) {
                Arrival arrival = ahead.get(list::next);
                ListPage page = arrival.page();
                if (page != null) {
                    receive(page);
                    ResumptionToken token = page.token();
                    // The size of a piece is not that of the list.
                    if (arrival.place() != null && token != null && token.completeListSize() != null) {
                        stated = token.completeListSize();
                    }
                }
                if (arrival.isLast()) {
                    String missing = arrival.missing();
                    return missing == null ? shortOfSize() : missing;
                }
            }
        }
    }

    /**
     * A harvest may in the end not believe a size; who wants to know what is no longer there must not take the names for all there are.
     */
    private @Nullable String shortOfSize() {
        return live + deleted < stated
                ? "the repository names " + (live + deleted) + " records and states that there are " + stated
                        + ": which are missing is not known"
                : null;
    }

    private void receive(ListPage page) {
        pages++;
        long gone = page.records().stream().filter(OaiRecord::deleted).count();
        deleted += gone;
        live += page.records().size() - gone;
        receiver.receive(page.records().stream().map(OaiRecord::header).toList());
    }

    private HarvestOutcome outcome(@Nullable String missing) {
        Counts counts = new Counts(0, 0, live, deleted, 0);
        if (missing == null) {
            return new HarvestOutcome(Verdict.COMPLETE, "", counts, pages);
        }
        return new HarvestOutcome(counts.received() > 0 ? Verdict.PARTIAL : Verdict.FAILED, missing, counts, pages);
    }
}
