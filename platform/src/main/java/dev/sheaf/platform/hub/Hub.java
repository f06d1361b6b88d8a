package dev.sheaf.platform.hub;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.search.QueryAggregates;
import dev.sheaf.platform.search.RecordIndex;
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
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServedAggregates;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.server.pages.PageCache;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.Harvests;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.platform.sync.StoreHosts;
import dev.sheaf.platform.sync.copies.CopiedFiles;
import dev.sheaf.platform.sync.derive.DerivationRound;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.platform.sync.plan.ComputedSyndication;
import dev.sheaf.platform.sync.plan.SyncScheduler;
import dev.sheaf.platform.web.Portal;
import dev.sheaf.platform.web.browse.Browse;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.BackgroundWork;
import dev.sheaf.store.HubStore;

/** A running hub. It answers over HTTP and keeps its search index in step with the store. Thread-safe. */
public final class Hub implements AutoCloseable {
    /** Folder of the search index. */
    static final String INDEX = "index";

    private final HubServer server;
    private final SearchIndex index;
    private final SearchIndexer indexer;
    private final DerivationRound derivation;
    private final QueryAggregates aggregates;
    private final StoreHosts hosts;
    private final HttpFetcher fetcher;
    private final Harvests harvests;
    private final List<HubPart> parts = new CopyOnWriteArrayList<>();
    private volatile @Nullable SyncScheduler scheduler;

    private Hub(HubServer server, SearchIndex index, SearchIndexer indexer, DerivationRound derivation, HubStore store,
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
        return dataDir.resolve(INDEX);
    }

    /**
     * Starts a hub.
     *
     * @param dataDir existing directory; the hub keeps its search index there and watches the free space of its disk
     * @param store belongs to the caller, who closes it after the hub
     * @param features parts of the hub, in the order in which they start
     * @param clock present time
     * @throws ServerStartException if the hub cannot listen on its address
     */
    public static Hub start(Path dataDir, HubStore store, ServerSettings settings, HubOptions options,
            List<Feature> features, InstantSource clock) throws ServerStartException {
        HubServer server = HubServer.listen(settings);
        SearchIndex index = RecordIndex.open(indexOf(dataDir));
        SearchIndexer indexer = new SearchIndexer(store, index, options.indexPolicy());
        Hub hub = new Hub(server, index, indexer, new DerivationRound(store), store, options, clock);
        try {
            String baseUrl = server.baseUrl();
            store.servesAt(baseUrl + Routes.OAI);
            ProviderSettings provider = ProviderSettings.of(baseUrl, TokenKey.of(store.tokenSecret()))
                    .withPages(options.pageSize(), Math.max(options.pageSize(), ProviderSettings.HEADERS_PER_PAGE),
                            ProviderSettings.SETS_PER_PAGE);
            ServedRepositories repositories = new ServedRepositories(provider, () -> store.aggregate(baseUrl + Routes.OAI),
                    id -> store.repository(id, baseUrl + Routes.oai(id)))
                    .with(new PartDescriptions(options.differing(clock, new ComputedSyndication(store, clock)), hub.parts))
                    .withIndexAt(Routes.INDEX_OAI);
            // Loads the access lists before the first response: the configuration may have closed a repository since the last run of the
            // hub, and its records in the store must not be served.
            options.keepAccessLists(store);
            AccessPolicy access = options.access();
            Portal portal = new Portal(store, index, baseUrl, access, new CopiedFiles(dataDir.resolve(CopiedFiles.FOLDER)),
                    PageCache.fittingMemory(store, clock));
            HubControls controls = new HubControls(store, hub.harvests, new SourceActions(store, clock),
                    new AdminGuard(new AdminPassword(store.administration()), options.clients(), baseUrl, clock), clock);
            SegmentCache segments = SegmentCache.fittingMemory();
            HubContext context = new HubContext(dataDir::resolve, store, baseUrl, settings, options, clock, hub.fetcher,
                    repositories,
                    access,
                    controls, index, segments, options.flow(clock), portal, hub::wake, hub::notified);
            // The router tries one path after the other, so the paths with most requests come first.
            List<Endpoint> endpoints = new ArrayList<>(List.of(portal,
                    new OaiEndpoint(repositories, segments, context.flow(), portal.browserView())));
            for (Feature feature : features) {
                HubPart part = feature.open(context);
                hub.parts.add(part);
                endpoints.addAll(part.endpoints());
            }
            hub.part(HubMonitoring.class)
                    .ifPresent(monitoring -> hub.parts.forEach(part -> monitoring.add(part.figures())));
            endpoints.addAll(List.of(new HarvestWitness(store.identifierDomain(), options.clients(), clock),
                    new ServedAggregates(store.membership()),
                    new Browse(repositories, store, access, portal.pages()),
                    new HealthEndpoint(Map.of("store", () -> {
                        store.lastSeq();
                        return Optional.empty();
                    }, "disk", new DiskSpace(dataDir), "index", indexer::failure, "background work",
                            BackgroundWork.PROCESS::failure))));
            server.knowing(options.clients(), new HostNames(baseUrl, settings.host(), options.hostNames())).start(endpoints);
            indexer.start(index);
            hub.derivation.start();
            hub.aggregates.start();
            hub.parts.forEach(HubPart::start);
            return hub;
        } catch (ServerStartException | RuntimeException failure) {
            hub.close();
            throw failure;
        }
    }

    /** Returns the public address of the hub, without a slash at its end. */
    public String baseUrl() {
        return server.baseUrl();
    }

    /** Returns the features' start messages for the operator. */
    public List<String> notices() {
        return parts.stream().flatMap(part -> part.notice().stream()).toList();
    }

    /** Returns the part of this type; empty if no feature has added one. */
    public <P extends HubPart> Optional<P> part(Class<P> type) {
        return parts.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /**
     * Harvests the sources of the store by a schedule from now on. Callers call it once.
     *
     * @param parallel number of harvests at the same time
     */
    public void schedule(HubStore store, ScheduleTerms terms, int parallel, InstantSource clock) {
        SyncScheduler rounds = new SyncScheduler(store, terms, parallel, new ScheduledHarvests(harvests), clock,
                Pause.REAL);
        scheduler = rounds;
        rounds.start();
    }

    /** Starts the harvests of the schedule. */
    private record ScheduledHarvests(Harvests harvests) implements SyncScheduler.Start {

        @Override
        public ActionResult begin(String source) {
            return harvests.start(source, HarvestOptions.DEFAULT, HarvestCare.USUAL);
        }

        @Override
        public boolean isRunning(String source) {
            return harvests.isRunning(source);
        }

        @Override
        public @Nullable Instant pausedUntil(Source source) {
            return harvests.pausedUntil(source).orElse(null);
        }
    }

    /** Reports that something was saved. The search index, the aggregates, the schedule and the notifiers then look for changes at once. */
    public void wake() {
        indexer.wake();
        aggregates.wake();
        parts.forEach(HubPart::saved);
        SyncScheduler rounds = scheduler;
        if (rounds != null) {
            rounds.wake();
        }
    }

    /**
     * Accepts a notification of a source.
     *
     * @return false without a schedule: nothing is harvested until the next harvest command
     */
    private boolean notified(String source) {
        SyncScheduler rounds = scheduler;
        if (rounds != null) {
            rounds.notified(source);
        }
        return rounds != null;
    }

    /** Closes the hub after the requests under way have ended. */
    @Override
    public void close() {
        server.close();
        // Parts use the services that are closed below.
        parts.reversed().forEach(HubPart::close);
        SyncScheduler rounds = scheduler;
        if (rounds != null) {
            rounds.close();
        }
        harvests.close();
        fetcher.close();
        hosts.close();
        derivation.close();
        aggregates.close();
        indexer.close();
        index.close();
    }
}
