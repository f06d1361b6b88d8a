package dev.sheaf.platform.hub;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.Syndication;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.monitor.MonitorOptions;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.sync.plan.ComputedSyndication;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenStrategy;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.store.HubStore;

/**
 * Options of a hub that serves its repositories.
 *
 * @param pageSize records in a page of a list, where a repository has no number of its own
 * @param repositories options of single repositories
 * @param clients finds the address of a request's client
 * @param rules for requests to the repositories that the hub harvests
 * @param proxying options of the live proxy
 * @param announcing options of notifications, received and sent
 * @param monitoring options of monitoring
 * @param settings of features, as configured; those that are missing have their defaults
 * @param hostNames under which the hub is asked, beside those of its base URL and of what it listens on
 */
public record HubOptions(int pageSize, RepositoryOptions.OfAll repositories, ClientAddresses clients, FetchRules rules,
        Proxying proxying, Announcing announcing, MonitorOptions monitoring, Map<Setting, String> settings,
        List<String> hostNames) {

    /** Entries that the result sets of one repository may hold: some 50 MB. */
    private static final long RESULT_SET_ENTRIES = 1_000_000;

    /**
     * Options of the live proxy.
     *
     * @param adminEmail of the hub, for the gateway container
     * @param port on which the hub is a plain HTTP proxy as well, 0 for any that is free; null for none
     */
    public record Proxying(String adminEmail, @Nullable Integer port) {
        /** With an address that nobody reads, and no port. */
        public static final Proxying DEFAULT = new Proxying("admin@localhost.localdomain", null);
    }

    /**
     * Options of notifications, received and sent.
     *
     * @param window time for which changes are gathered into one notification
     * @param privateReceivers true when subscribers may be in a private network
     */
    public record Announcing(Duration window, boolean privateReceivers) {
        /** After five seconds, to addresses that everybody can reach. */
        public static final Announcing DEFAULT = new Announcing(Duration.ofSeconds(5), false);
    }

    /** Copies names and settings. */
    public HubOptions {
        settings = Map.copyOf(settings);
        hostNames = List.copyOf(hostNames);
    }

    /** With the usual way of telling changes. */
    public HubOptions(int pageSize, RepositoryOptions.OfAll repositories, ClientAddresses clients, FetchRules rules,
            Proxying proxying) {
        this(pageSize, repositories, clients, rules, proxying, Announcing.DEFAULT, MonitorOptions.DEFAULT, Map.of(), List.of());
    }

    /** With the usual rules for requests. */
    public HubOptions(int pageSize, RepositoryOptions.OfAll repositories, ClientAddresses clients) {
        this(pageSize, repositories, clients, FetchRules.DEFAULT, Proxying.DEFAULT);
    }

    /** The same, telling changes in another way. */
    public HubOptions withAnnouncing(Announcing other) {
        return new HubOptions(pageSize, repositories, clients, rules, proxying, other, monitoring, settings, hostNames);
    }

    /** The same, watched in another way. */
    public HubOptions withMonitoring(MonitorOptions other) {
        return new HubOptions(pageSize, repositories, clients, rules, proxying, announcing, other, settings, hostNames);
    }

    /** Returns a copy with other settings of features. */
    public HubOptions withSettings(Map<Setting, String> others) {
        return new HubOptions(pageSize, repositories, clients, rules, proxying, announcing, monitoring, others, hostNames);
    }

    /** Returns a copy under further names. */
    public HubOptions withHostNames(List<String> others) {
        return new HubOptions(pageSize, repositories, clients, rules, proxying, announcing, monitoring, settings, others);
    }

    /** Returns all repositories alike, everyone served. */
    public static HubOptions of(int pageSize) {
        return new HubOptions(pageSize, RepositoryOptions.OfAll.DEFAULTS, ClientAddresses.DIRECT);
    }

    /** Returns how words of full texts are read. */
    IndexPolicy indexPolicy() {
        return IndexPolicy.parse(settings.getOrDefault(Setting.INDEX_POLICY, ""));
    }

    /** Returns the access rules for sources and aggregates. */
    AccessPolicy access() {
        return new AccessPolicy(id -> (id.equals(Aggregate.EVERYTHING) ? repositories.everything() : repositories.of(id)).limits()
                .access(), clients);
    }

    /** Tells a store which sources and aggregates are not open to everybody, and waits until their records stand accordingly. */
    void keepAccessLists(HubStore store) {
        Map<String, AccessList> lists = new HashMap<>();
        repositories.byId().forEach((id, of) -> lists.put(id, of.limits().access()));
        lists.put(Aggregate.EVERYTHING, repositories.everything().limits().access());
        store.membership().keepAccessLists(lists, repositories.others().limits().access());
    }

    FlowGates flow(InstantSource clock) {
        return new FlowGates(repositories.everything().limits(), id -> repositories.of(id).limits(), clients, clock);
    }

    /** Returns the flow rules of the live proxy, whose requests are counted apart from those of the mirror. */
    FlowGates proxyFlow(InstantSource clock) {
        return new FlowGates(FlowRules.NONE, id -> repositories.of(id).proxyLimits(), clients, clock);
    }

    /** Returns the settings of single repositories. Result sets of their lists are kept from one request to the next. */
    Differing differing(InstantSource clock, ComputedSyndication syndication) {
        return new Differing(repositories, clock, syndication);
    }

    /** See {@link #differing}. Safe for use by many threads. */
    static final class Differing implements ServedRepositories.Differing {

        private final RepositoryOptions.OfAll repositories;
        private final InstantSource clock;
        private final ComputedSyndication syndication;
        private final Map<String, TokenStrategy> resultSets = new ConcurrentHashMap<>();

        private Differing(RepositoryOptions.OfAll repositories, InstantSource clock, ComputedSyndication syndication) {
            this.repositories = repositories;
            this.syndication = syndication;
            this.clock = clock;
        }

        private RepositoryOptions of(@Nullable String id) {
            return id == null ? repositories.everything() : repositories.of(id);
        }

        @Override
        public AddedDescriptions told(@Nullable String id) {
            AddedDescriptions told = of(id).told();
            // A setting of the operator takes precedence over history.
            if (id == null || told.ofRepository().stream().anyMatch(Syndication.class::isInstance)) {
                return told;
            }
            Optional<Syndication> computed = syndication.of(id);
            if (computed.isEmpty()) {
                return told;
            }
            List<Description> all = new ArrayList<>(told.ofRepository());
            all.add(computed.get());
            return new AddedDescriptions(told.name(), told.adminEmails(), all, told.ofRecords(), told.ofSets());
        }

        @Override
        public ProviderSettings settings(@Nullable String id, ProviderSettings common) {
            RepositoryOptions options = of(id);
            ProviderSettings settings = common.withGranularity(options.granularity()).withDeletedRecord(options.deletedRecord());
            Integer pageSize = options.pageSize();
            if (pageSize != null) {
                settings = settings.withPages(pageSize, Math.max(pageSize, ProviderSettings.HEADERS_PER_PAGE),
                        ProviderSettings.SETS_PER_PAGE);
            }
            Duration lifetime = options.tokenLifetime();
            return lifetime == null
                    ? settings
                    : settings.withTokens(resultSets.computeIfAbsent(common.baseUrl(),
                            _ -> TokenStrategy.resultSets(lifetime, RESULT_SET_ENTRIES, clock)));
        }
    }
}
