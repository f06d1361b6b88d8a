package dev.sheaf.harvester;

import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.Repeats;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;

/**
 * Harvester of repositories into a sink: all records the first time, then changes only.
 *
 * <pre>{@code
 * try (HttpFetcher fetcher = new HttpFetcher()) {
 *     HarvestOutcome outcome = new Harvester(fetcher).harvest(Source.harvested("physics", "https://example.org/oai"),
 *             HarvestOptions.DEFAULT, store, ProgressListener.NONE);
 * }
 * }</pre>
 *
 * <p>Safe for many threads, but the caller must not harvest one source twice at the same time. By default there is never more than one
 * request to the repository at a time.
 */
public final class Harvester {

    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;

    /** Creates a harvester with default rules and the system's clock. */
    public Harvester(HttpFetcher fetcher) {
        this(fetcher, FetchRules.DEFAULT, InstantSource.system(), Pause.REAL);
    }

    /**
     * Creates a harvester.
     *
     * @param fetcher makes the requests; is not closed
     * @param rules for all sources; a source may override its identification
     * @param clock for times of runs only; the repository's clock decides which records are new
     * @param pause waits if a server or a rule demands it
     */
    public Harvester(HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause) {
        this.fetcher = fetcher;
        this.rules = rules;
        this.clock = clock;
        this.pause = pause;
    }

    /** Returns the rules for all sources, which the settings of a source override. */
    public FetchRules rules() {
        return rules;
    }

    /**
     * Returns why the host of a source may not be requested now; empty if it may.
     *
     * @throws IllegalArgumentException if the source has no base URL, or one that cannot be harvested
     */
    public Optional<HostPace.Refusal> refusal(Source source) {
        String baseUrl = source.baseUrl();
        if (baseUrl == null) {
            throw new IllegalArgumentException("source " + source.id() + " has no base URL");
        }
        return fetcher.pace(URI.create(baseUrl)).refusal(rules.of(source));
    }

    /** Ends the pauses that keep a source from its host, so that the next harvest sends its requests. */
    public void resume(Source source) {
        fetcher.pace(URI.create(String.valueOf(source.baseUrl()))).resume(rules.of(source));
    }

    /**
     * Harvests a source in one run: Identify, ListMetadataFormats, ListSets, then ListRecords for each wanted format and set. Every page is
     * saved together with the checkpoint from which a later run continues.
     *
     * <p>Failures of the repository, the network or the sink are in the outcome and not thrown.
     *
     * @throws IllegalArgumentException when the source has no base URL, or one that cannot be harvested, or an identification that cannot
     * be sent
     */
    public HarvestOutcome harvest(Source source, HarvestOptions options, RecordSink sink, ProgressListener listener) {
        return harvest(source, options, sink, listener, FirstLoad.NONE);
    }

    /**
     * Harvests a source as {@link #harvest(Source, HarvestOptions, RecordSink, ProgressListener)} does. The records of a whole list that was
     * never harvested come another way where there is one, and only later changes by OAI-PMH.
     *
     * @param firstLoad the other way; not used for sources whose profile says that they have no use for dumps
     */
    public HarvestOutcome harvest(Source source, HarvestOptions options, RecordSink sink, ProgressListener listener,
            FirstLoad firstLoad) {
        Harvest harvest = new Harvest(fetcher, rules, clock, pause, source, options, sink, listener, firstLoad);
        try {
            harvest.begin();
            // Closing waits until the page fetched ahead is abandoned, so that there are never two requests at a time.
            try (ExecutorService fetching = Executors.newVirtualThreadPerTaskExecutor()) {
                for (ListHarvest list : harvest.lists(fetching)) {
                    String missing;
                    try {
                        missing = list.harvest();
                        harvest.ended(list, missing);
                    } finally {
                        harvest.keepLearnt(list);
                    }
                    harvest.tell(new HarvestEvent.ListEnded(list.asked(), missing, list.evidence(missing), list.isShort()));
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
     * Reads the headers of a list (ListIdentifiers) without storing anything. Uses the same fallback strategies as {@link #harvest}.
     *
     * <p>Failures of the repository or the network are in the outcome and not thrown. Headers of live records count as {@code same}, those
     * of deleted records as {@code deleted}, unrepairable ones as {@code refused}. A header with an unreadable identifier makes the list
     * incomplete.
     *
     * @param source its address and the identification to send
     * @param asked the list; its datestamps are converted to the repository's granularity
     * @param options only {@link HarvestOptions#cancelled}, {@link HarvestOptions#parallel} and {@link HarvestOptions#strict} are used
     * @throws IllegalArgumentException as with {@link #harvest}
     */
    public HarvestOutcome identifiers(Source source, Selection asked, HarvestOptions options, HeaderReceiver receiver,
            ProgressListener listener) {
        return identifiers(source, asked, options, ServerProfile.UNKNOWN, null, receiver, listener);
    }

    /**
     * Reads the headers of a list from a server with a known profile.
     *
     * @param profile the server's known traits. A list with fewer headers than announced is incomplete, even if harvests have learnt that
     * the server's sizes are wrong, unless an operator has pinned that
     * @param known number of records of the source that are known, which bounds a list without end; null if it is not known
     */
    public HarvestOutcome identifiers(Source source, Selection asked, HarvestOptions options, ServerProfile profile,
            @Nullable Long known, HeaderReceiver receiver, ProgressListener listener) {
        return new HeaderHarvest(fetcher, rules, clock, pause, source, asked, options, profile, known, receiver, listener).run();
    }

    /**
     * Returns the single records of a format of a source, which are requested one by one with GetRecord and not stored.
     *
     * @param run number of the run to which the records belong
     * @param options only {@link HarvestOptions#cancelled}, {@link HarvestOptions#parallel} and {@link HarvestOptions#strict} are used
     * @param repeats bound of the requests that are sent again
     * @param listener called on the present thread alone
     * @throws IllegalArgumentException as with {@link #harvest}
     */
    public SingleRecords single(Source source, MetadataFormat format, long run, HarvestOptions options, Repeats repeats,
            ProgressListener listener) {
        return new SingleRecords(fetcher, rules, pause, source, format, run, options, repeats, listener);
    }

    /**
     * Returns the records of a list, which are fetched page by page while they are read. If one of them is unavailable, the stream fails
     * after the last record.
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
     * Returns the records of a list, as {@link #records(String, Selection)} does. A listener receives the repairs and the unavailable
     * records.
     *
     * @throws IllegalArgumentException if the address cannot be harvested
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
