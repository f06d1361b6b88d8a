package dev.sheaf.harvester;

import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;

/**
 * Brings the records of a repository into a sink: everything the first time, then what is new.
 *
 * <pre>{@code
 * try (HttpFetcher fetcher = new HttpFetcher()) {
 *     HarvestOutcome outcome = new Harvester(fetcher).harvest(Source.harvested("physics", "https://example.org/oai"),
 *             HarvestOptions.DEFAULT, store, ProgressListener.NONE);
 * }
 * }</pre>
 *
 * <p>Safe for many threads; it is for the caller to harvest one source only once at a time. At no time is there more than one request to
 * the repository.
 */
public final class Harvester {

    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;

    /** With default rules and the system's clock. */
    public Harvester(HttpFetcher fetcher) {
        this(fetcher, FetchRules.DEFAULT, InstantSource.system(), Pause.REAL);
    }

    /**
     * With everything given.
     *
     * @param fetcher makes the requests; stays the caller's
     * @param rules for all sources; a source may identify itself otherwise
     * @param clock for the ledger of runs only: what is new is decided by the repository's clock
     * @param pause waits where waiting is asked for
     */
    public Harvester(HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause) {
        this.fetcher = fetcher;
        this.rules = rules;
        this.clock = clock;
        this.pause = pause;
    }

    /** How all sources are asked, as far as they do not say otherwise themselves. */
    public FetchRules rules() {
        return rules;
    }

    /**
     * Returns why the host of a source is not asked at this moment; empty when it may be.
     *
     * @throws IllegalArgumentException when the source has no base URL, or one that cannot be harvested
     */
    public Optional<HostPace.Refusal> refusal(Source source) {
        String baseUrl = source.baseUrl();
        if (baseUrl == null) {
            throw new IllegalArgumentException("source " + source.id() + " has no base URL");
        }
        return fetcher.pace(URI.create(baseUrl)).refusal(rules.of(source));
    }

    /**
     * One run: Identify, ListMetadataFormats, ListSets, then ListRecords for each wanted format and set. Every page is saved together
     * with the point from which a later run goes on.
     *
     * <p>Never throws for what the repository, the network or the sink does: the outcome tells.
     *
     * @throws IllegalArgumentException when the source has no base URL, or one that cannot be harvested, or an identification that cannot
     *     be sent
     */
    public HarvestOutcome harvest(Source source, HarvestOptions options, RecordSink sink, ProgressListener listener) {
        Harvest harvest = new Harvest(fetcher, rules, clock, pause, source, options, sink, listener);
        try {
            harvest.begin();
            // Closing it waits until the page fetched ahead has been given up: not even then are there two requests at a time.
            try (ExecutorService fetching = Executors.newVirtualThreadPerTaskExecutor()) {
                for (ListHarvest list : harvest.lists(fetching)) {
                    String missing;
                    try {
                        missing = list.harvest();
                        harvest.ended(list, missing);
                    } finally {
                        harvest.keepLearnt(list);
                    }
                    harvest.tell(new HarvestEvent.ListEnded(list.asked(), missing, list.isShort()));
                }
            } catch (HarvestException | StoreException failure) {
                harvest.brokeOff(failure);
            } catch (RuntimeException | Error unexpected) {
                harvest.endUnexpectedly(unexpected);
                throw unexpected;
            }
            harvest.end();
        } catch (StoreException failure) {
            harvest.brokeOff(failure);
        }
        return harvest.tellOutcome();
    }

    /**
     * Asks for the headers of a list (ListIdentifiers) and keeps nothing: to see what is there. With the robustness of {@link #harvest}.
     *
     * <p>Never throws for what the repository or the network does: the outcome tells whether the list came whole. Headers of live
     * records count as {@code same}, those of deleted ones as {@code deleted}, those that are beyond repair as {@code refused}; with one whose
     * identifier cannot be read the list is not complete.
     *
     * @param source tells where, and how to introduce oneself
     * @param asked the list; datestamps in it are cut to what the repository knows
     * @param options only {@link HarvestOptions#cancelled}, {@link HarvestOptions#parallel} and {@link HarvestOptions#strict} count
     * @throws IllegalArgumentException as with {@link #harvest}
     */
    public HarvestOutcome identifiers(Source source, Selection asked, HarvestOptions options, HeaderReceiver receiver,
            ProgressListener listener) {
        return identifiers(source, asked, options, ServerProfile.UNKNOWN, receiver, listener);
    }

    /**
     * The same of a server of which something is known.
     *
     * @param profile the server's known traits; a list with fewer headers than announced is incomplete, also when harvests have learnt that
     *     the server's sizes are wrong, unless an operator has pinned that
     */
    public HarvestOutcome identifiers(Source source, Selection asked, HarvestOptions options, ServerProfile profile,
            HeaderReceiver receiver, ProgressListener listener) {
        return new HeaderHarvest(fetcher, rules, clock, pause, source, asked, options, profile, receiver, listener).run();
    }

    /**
     * The records of a list, pulled page by page as they are read. When one of them is not available, the stream fails after the last.
     *
     * <pre>{@code
     * try (RecordStream records = Harvester.records("https://example.org/oai", Selection.all(MetadataPrefix.OAI_DC))) {
     *     for (OaiRecord record : records) {
     *         System.out.println(record.identifier());
     *     }
     * }
     * }</pre>
     *
     * @throws IllegalArgumentException when the address is not one that can be harvested
     */
    public static RecordStream records(String baseUrl, Selection selection) {
        return open(baseUrl, selection, null);
    }

    /**
     * The records of a list, as with {@link #records(String, Selection)}, with a listener for what had to be repaired and for records that
     * cannot be had.
     *
     * @throws IllegalArgumentException when the address is not one that can be harvested
     */
    public static RecordStream records(String baseUrl, Selection selection, RecordListener listener) {
        return open(baseUrl, selection, listener);
    }

    private static RecordStream open(String baseUrl, Selection selection, @Nullable RecordListener listener) {
        BaseUrl address = BaseUrl.parse(baseUrl);
        HttpFetcher fetcher = new HttpFetcher();
        return new RecordStream(new OaiClient(fetcher, address), selection, listener, fetcher::close);
    }
}
