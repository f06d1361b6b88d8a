package dev.sheaf.platform.hub;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

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
 * @param pageSize records in a page of a list, for repositories without a page size of their own
 * @param repositories options of single repositories
 * @param clients rules that determine the address of a request's client
 * @param rules rules for requests to harvested repositories
 * @param proxying options of the live proxy
 * @param announcing options of notifications, received and sent
 * @param monitoring options of monitoring
 * @param settings configured settings of features; missing ones have their defaults
 * @param hostNames further host names of the hub, besides those of its base URL and its listening address
 */
public record HubOptions(int pageSize, RepositoryOptions.OfAll repositories, ClientAddresses clients, FetchRules rules,
        Proxying proxying, Announcing announcing, MonitorOptions monitoring, Map<Setting, String> settings,
        List<String> hostNames) {

    /** Largest number of entries in the result sets of one repository; they take some 50 MB. */
    private static final long RESULT_SET_ENTRIES = 1_000_000;

    /**
     * Options of the live proxy.
     *
     * @param adminEmail address of the hub's administrator, for the gateway container
     * @param port port of the plain HTTP proxy, 0 for any free one; null for no plain proxy
     */
    public record Proxying(String adminEmail, @Nullable Integer port) {
        /** Options with a placeholder address and without a plain proxy. */
        public static final Proxying DEFAULT = new Proxying("admin@localhost.localdomain", null);
    }

    /**
     * Options of notifications, received and sent.
     *
     * @param window time during which changes are gathered into one notification
     * @param privateReceivers true if subscribers may be in a private network
     */
    public record Announcing(Duration window, boolean privateReceivers) {
        /** Options with a window of two seconds, for receivers on public addresses only. */
        public static final Announcing DEFAULT = new Announcing(Duration.ofSeconds(2), false);
    }

    /** Copies the host names and the settings. */
    public HubOptions {
        settings = Map.copyOf(settings);
        hostNames = List.copyOf(hostNames);
    }

    /** Creates options with default notifications. */
    public HubOptions(int pageSize, RepositoryOptions.OfAll repositories, ClientAddresses clients, FetchRules rules,
            Proxying proxying) {
        this(pageSize, repositories, clients, rules, proxying, Announcing.DEFAULT, MonitorOptions.DEFAULT, Map.of(), List.of());
    }

    /** Creates options with default rules for requests. */
    public HubOptions(int pageSize, RepositoryOptions.OfAll repositories, ClientAddresses clients) {
        this(pageSize, repositories, clients, FetchRules.DEFAULT, Proxying.DEFAULT);
    }

    /** Returns a copy with other options of notifications. */
    public HubOptions withAnnouncing(Announcing other) {
        return new HubOptions(pageSize, repositories, clients, rules, proxying, other, monitoring, settings, hostNames);
    }

    /** Returns a copy with other options of monitoring. */
    public HubOptions withMonitoring(MonitorOptions other) {
        return new HubOptions(pageSize, repositories, clients, rules, proxying, announcing, other, settings, hostNames);
    }

    /** Returns a copy with other settings of features. */
    public HubOptions withSettings(Map<Setting, String> others) {
        return new HubOptions(pageSize, repositories, clients, rules, proxying, announcing, monitoring, others, hostNames);
    }

    /** Returns a copy with other host names. */
    public HubOptions withHostNames(List<String> others) {
        return new HubOptions(pageSize, repositories, clients, rules, proxying, announcing, monitoring, settings, others);
    }

    /** Returns default options with a page size: all repositories have the same settings and are open to everybody. */
    public static HubOptions of(int pageSize) {
        return new HubOptions(pageSize, RepositoryOptions.OfAll.DEFAULTS, ClientAddresses.DIRECT);
    }

    /** Returns the rules for reading words of full texts. */
    IndexPolicy indexPolicy() {
        return IndexPolicy.parse(settings.getOrDefault(Setting.INDEX_POLICY, ""));
    }

    /** Returns the access rules for sources and aggregates. */
    AccessPolicy access() {
        return new AccessPolicy(id -> (id.equals(Aggregate.EVERYTHING) ? repositories.everything() : repositories.of(id)).limits()
                .access(), clients);
    }

    /** Reports the access lists to a store, and waits until its records comply with them. */
    void keepAccessLists(HubStore store) {
        store.membership().keepAccessLists(repositories.accessLists(), repositories.others().limits().access());
    }

    FlowGates flow(InstantSource clock) {
        return new FlowGates(repositories.everything().limits(), id -> repositories.of(id).limits(), clients, clock);
    }

    /** Returns the flow rules of the live proxy. Requests to the proxy are counted separately from those to the stored repository. */
    FlowGates proxyFlow(InstantSource clock) {
        return new FlowGates(FlowRules.NONE, id -> repositories.of(id).proxyLimits(), clients, clock);
    }

    /** Returns the settings of single repositories. Result sets of their lists last from one request to the next. */
    Differing differing(InstantSource clock, ComputedSyndication syndication) {
        return new Differing(repositories, clock, syndication);
    }

    /** Settings of single repositories, see {@link #differing}. Safe for use by many threads. */
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
            // A setting of the operator takes precedence over the observed history.
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
