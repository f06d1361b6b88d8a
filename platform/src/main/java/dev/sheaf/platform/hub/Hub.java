package dev.sheaf.platform.hub;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.api.ApiEndpoint;
import dev.sheaf.platform.schedule.ScheduleTerms;
import dev.sheaf.platform.search.LuceneIndex;
import dev.sheaf.platform.search.QueryAggregates;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.DiskSpace;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.HarvestWitness;
import dev.sheaf.platform.server.HealthEndpoint;
import dev.sheaf.platform.server.HostNames;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.SchemaEndpoint;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.ComputedSyndication;
import dev.sheaf.platform.sync.DerivationRound;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.Harvests;
import dev.sheaf.platform.sync.SourceActions;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.platform.sync.StoreHosts;
import dev.sheaf.platform.sync.SyncScheduler;
import dev.sheaf.platform.web.Portal;
import dev.sheaf.platform.web.admin.AdminPages;
import dev.sheaf.platform.web.browse.Browse;
import dev.sheaf.platform.web.stats.StatsPages;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubStore;

/** A running hub: answers over HTTP, and keeps its search index in step with the store. Thread-safe. */
public final class Hub implements AutoCloseable {

    private final HubServer server;
    private final LuceneIndex index;
    private final SearchIndexer indexer;
    private final DerivationRound derivation;
    private final QueryAggregates aggregates;
    private final StoreHosts hosts;
    private final HttpFetcher fetcher;
    private final Harvests harvests;
    private @Nullable HubProxy proxy;
    private @Nullable HubMonitoring monitoring;
    private volatile @Nullable HubSync sync;
    private volatile @Nullable SyncScheduler scheduler;

    private Hub(HubServer server, LuceneIndex index, SearchIndexer indexer, DerivationRound derivation, HubStore store,
            HubOptions options, InstantSource clock) {
        this.aggregates = new QueryAggregates(store);
        this.server = server;
        this.index = index;
        this.indexer = indexer;
        this.derivation = derivation;
        this.hosts = new StoreHosts(store, InstantSource.system());
        this.fetcher = new HttpFetcher(InstantSource.system(), hosts);
        this.harvests = new Harvests(store,
                new SourceHarvest(store, new Harvester(fetcher, options.rules(), clock, Pause.REAL), clock), this::wake);
    }

    /** Returns the directory of the search index in a data directory. */
    public static Path indexOf(Path dataDir) {
        return dataDir.resolve("index");
    }

    /**
     * Starts a hub.
     *
     * @param dataDir exists; the hub keeps its search index there and watches the free space of its disk
     * @param store stays its owner's, and must outlive the hub
     * @param clock says what time it is for those who have to wait
     * @throws ServerStartException when it cannot listen where it should
     */
    public static Hub start(Path dataDir, HubStore store, ServerSettings settings, HubOptions options, InstantSource clock)
            throws ServerStartException {
        HubServer server = HubServer.listen(settings);
        LuceneIndex index = LuceneIndex.open(indexOf(dataDir));
        SearchIndexer indexer = new SearchIndexer(store, indexOf(dataDir));
        Hub hub = new Hub(server, index, indexer, new DerivationRound(store), store, options, clock);
        try {
            String baseUrl = server.baseUrl();
            store.servesAt(baseUrl + Routes.OAI);
            ProviderSettings provider = ProviderSettings.of(baseUrl, TokenKey.of(store.tokenSecret()))
                    .withPages(options.pageSize(), Math.max(options.pageSize(), ProviderSettings.HEADERS_PER_PAGE),
                            ProviderSettings.SETS_PER_PAGE);
            ServedRepositories repositories = new ServedRepositories(provider, () -> store.aggregate(baseUrl + Routes.OAI),
                    id -> store.repository(id, baseUrl + Routes.oai(id)))
                    .with(options.differing(clock, new ComputedSyndication(store, clock)));
            // Before the first answer: what is closed now may still stand where it stood when it was open.
            options.keepAccessLists(store);
            AccessPolicy access = options.access();
            Portal portal = new Portal(store, index, baseUrl, access);
            HubControls controls = new HubControls(store, hub.harvests, new SourceActions(store, clock),
                    new AdminGuard(new AdminPassword(store.administration()), options.clients(), baseUrl, clock), clock);
            HubProxy proxy = HubProxy.start(store, baseUrl, settings, options, hub.fetcher, clock);
            hub.proxy = proxy;
            HubSync sync = new HubSync(store, repositories, options, hub.fetcher, clock, hub::notified, hub::wake);
            hub.sync = sync;
            SegmentCache segments = SegmentCache.fittingMemory();
            HubMonitoring monitoring = new HubMonitoring(store, index, indexOf(dataDir), baseUrl, options, controls.guard(),
                    hub.fetcher, segments,
                    clock);
            hub.monitoring = monitoring;
            List<Endpoint> endpoints = new ArrayList<>(monitoring.endpoints());
            endpoints.addAll(sync.endpoints());
            endpoints.addAll(List.of(proxy.endpoint(),
                    new HarvestWitness(store.identifierDomain(), options.clients(), clock),
                    new OaiEndpoint(repositories, segments, options.flow(clock), portal.browserView()), portal,
                    new Browse(repositories, store, access), new AdminPages(controls, baseUrl),
                    new StatsPages(store, baseUrl, clock, access), new ApiEndpoint(controls, baseUrl),
                    new SchemaEndpoint(store.ownSchemas()),
                    new HealthEndpoint(Map.of("store", () -> {
                        store.lastSeq();
                        return Optional.empty();
                    }, "disk", new DiskSpace(dataDir), "index", indexer::failure))));
            server.knowing(options.clients(), new HostNames(baseUrl, settings.host(), options.hostNames())).start(endpoints);
            indexer.start(index);
            hub.derivation.start();
            hub.aggregates.start();
            sync.start();
            monitoring.start();
            return hub;
        } catch (ServerStartException | RuntimeException failure) {
            hub.close();
            throw failure;
        }
    }

    /** The address under which others reach it, without a slash at its end. */
    public String baseUrl() {
        return server.baseUrl();
    }

    /** Returns the address at which the hub is a plain HTTP proxy for harvesters; empty when it is none. */
    public Optional<String> proxyAddress() {
        return Optional.ofNullable(proxy).flatMap(HubProxy::address);
    }

    /**
     * Harvests the sources of the store by a schedule from now on. Once only.
     *
     * @param parallel harvests under way at the same time
     */
    public void schedule(HubStore store, ScheduleTerms terms, int parallel, InstantSource clock) {
        SyncScheduler rounds = new SyncScheduler(store, terms, parallel, new ScheduledHarvests(harvests, fetcher), clock,
                Pause.REAL);
        scheduler = rounds;
        rounds.start();
    }

    /** Starts the harvests of the schedule. */
    private record ScheduledHarvests(Harvests harvests, HttpFetcher fetcher) implements SyncScheduler.Start {

        @Override
        public ActionResult begin(String source) {
            return harvests.start(source, HarvestOptions.DEFAULT, HarvestCare.USUAL);
        }

        @Override
        public boolean isRunning(String source) {
            return harvests.isRunning(source);
        }

        @Override
        public @Nullable Instant pausedUntil(URI baseUrl) {
            return fetcher.pace(baseUrl).pausedUntil().orElse(null);
        }
    }

    /** Reports that something was saved: the search index, aggregates, the schedule and the notifiers look at once. */
    public void wake() {
        indexer.wake();
        aggregates.wake();
        HubSync told = sync;
        if (told != null) {
            told.wake();
        }
        SyncScheduler rounds = scheduler;
        if (rounds != null) {
            rounds.wake();
        }
    }

    /** A source says that something is new. Without a schedule that stays noted until somebody harvests it. */
    private void notified(String source) {
        SyncScheduler rounds = scheduler;
        if (rounds != null) {
            rounds.notified(source);
        }
    }

    /** Requests under way end first. */
    @Override
    public void close() {
        server.close();
        if (proxy != null) {
            proxy.close();
        }
        if (monitoring != null) {
            monitoring.close();
        }
        SyncScheduler rounds = scheduler;
        if (rounds != null) {
            rounds.close();
        }
        harvests.close();
        HubSync told = sync;
        if (told != null) {
            told.close();
        }
        fetcher.close();
        hosts.close();
        derivation.close();
        aggregates.close();
        indexer.close();
        index.close();
    }
}
