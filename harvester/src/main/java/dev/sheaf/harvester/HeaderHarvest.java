package dev.sheaf.harvester;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.internal.list.Arrival;
import dev.sheaf.harvester.internal.list.Lister;
import dev.sheaf.harvester.internal.list.Server;
import dev.sheaf.harvester.internal.list.Walks;
import dev.sheaf.harvester.internal.list.WholeList;
import dev.sheaf.harvester.internal.list.Window;

/** Reader of the headers of one list. */
final class HeaderHarvest {

    private final InstantSource clock;
    private final Selection asked;
    private final HarvestOptions options;
    private final HeaderReceiver receiver;
    private final EventQueue events;
    private final OaiClient client;
    private final ServerProfile profile;
    private final @Nullable Long known;
    private final int parallel;
    private long pages;
    private long live;
    private long deleted;
    private long unreadable;
    private long nameless;
    private long stated;

    HeaderHarvest(HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause, Source source, Selection asked,
            HarvestOptions options, ServerProfile profile, @Nullable Long known, HeaderReceiver receiver,
            ProgressListener listener) {
        String baseUrl = source.baseUrl();
        if (baseUrl == null) {
            throw new IllegalArgumentException("the source " + source.id() + " has no base URL to harvest");
        }
        this.clock = clock;
        this.asked = asked;
        this.options = options;
        this.profile = profile;
        this.known = known;
        this.receiver = receiver;
        this.events = new EventQueue(listener);
        FetchRules own = Harvest.atOnce(rules.of(source), options.parallel());
        this.parallel = own.requestsAtOnce();
        this.client = new OaiClient(fetcher, BaseUrl.parse(baseUrl), options.asking(own, pause, events));
    }

    HarvestOutcome run() {
        HarvestOutcome outcome;
        try (ExecutorService fetching = Executors.newVirtualThreadPerTaskExecutor()) {
            outcome = outcome(walk(new Ahead(fetching, options.cancelled(), events)));
        } catch (HarvestException failure) {
            outcome = outcome(failure.getMessage());
        }
        events.report(new HarvestEvent.RunEnded(outcome));
        return outcome;
    }

    private @Nullable String walk(Ahead ahead) throws HarvestException {
        Server server = new Server(client, profile, clock, note -> events.report(new HarvestEvent.Note(note)));
        boolean hasDates = asked.from() != null || asked.until() != null;
        if (hasDates || profile.get(ServerTrait.PROTOCOL).filter("2.0"::equals).isEmpty()) {
            ahead.get(() -> {
                server.identify();
                return server;
            });
        }
        Window window = Window.of(asked, null, server.granularity(), server.overlap());
        window.notes().forEach(note -> events.report(new HarvestEvent.Note(note)));
        try (WholeList list = WholeList.begin(Lister.HEADERS, server, window.selection(), null,
                Walks.sideBySide(ahead.executor(), parallel)).bounded(known)) {
            while (true) {
                Arrival arrival = ahead.get(list::next);
                OaiReply page = arrival.page();
                arrival.lost().forEach(lost -> beyondRepair(lost.identifier()));
                if (page != null) {
                    receive(page);
                    ResumptionToken token = page.token();
                    // The size of a range is not that of the list.
                    if (arrival.place() != null && token != null && token.completeListSize() != null) {
                        stated = token.completeListSize();
                    }
                }
                if (arrival.isLast()) {
                    return missing(arrival, list.hasSizeOfAnother());
                }
            }
        }
    }

    private @Nullable String missing(Arrival last, boolean hasSizeOfAnother) {
        if (last.missing() != null) {
            return last.missing();
        }
        return nameless > 0
                ? (nameless == 1 ? "1 header" : nameless + " headers")
                        + " of the list cannot be read, not even the identifier: it is unknown which records exist"
                : hasSizeOfAnother ? null : shortOfSize(last.different());
    }

    /**
     * Returns why a list with fewer headers than announced is incomplete; null if it is not. A harvest of records may ignore a wrong size.
     * But a search for vanished records must not take an incomplete list for a complete one, unless an operator has pinned that the sizes
     * are wrong.
     */
    private @Nullable String shortOfSize(@Nullable Long different) {
        long named = different == null ? live + deleted + unreadable : different;
        boolean isWrong = profile.isPinned(ServerTrait.SIZES) && profile.isNot(ServerTrait.SIZES);
        return named < stated && !isWrong
                ? ListVerdict.shortOf(stated, named) + ": it is unknown which ones are missing"
                : null;
    }

    private void receive(OaiReply page) {
        pages++;
        List<Header> headers = new ArrayList<>();
        for (OaiRecord record : page.records()) {
            if (record.identifier().isBlank()) {
                beyondRepair(null);
            } else {
                headers.add(record.header());
                deleted += record.deleted() ? 1 : 0;
                live += record.deleted() ? 0 : 1;
            }
        }
        receiver.receive(headers);
        page.damaged().stream().filter(damaged -> !damaged.isCut())
                .forEach(damaged -> beyondRepair(damaged.identifier()));
    }

    /** Counts an unreadable record as listed. Without an identifier it may be any record. */
    private void beyondRepair(@Nullable String identifier) {
        unreadable++;
        if (identifier == null || identifier.isBlank()) {
            nameless++;
        } else {
            receiver.receive(List.of(new Header(identifier, Datestamp.received(""), List.of(), false)));
        }
    }

    private HarvestOutcome outcome(@Nullable String missing) {
        Counts counts = new Counts(0, 0, live, deleted, unreadable);
        return HarvestOutcome.of(missing == null, counts.received() > 0, unreadable, missing == null ? "" : missing, counts,
                pages);
    }
}
