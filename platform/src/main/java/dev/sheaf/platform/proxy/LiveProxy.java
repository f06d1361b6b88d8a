package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.Limit;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.server.load.HostGroup;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.platform.server.outgoing.ShortPause;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubStore;

/**
 * Proxy that sends requests of harvesters to sources and returns the repaired responses. It stores no response; the faults go to the store,
 * for the source's administrator. Thread-safe.
 */
public final class LiveProxy implements AutoCloseable {

    /** Longest pause that a harvester can be expected to wait for. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    /** Memory of one response: it is in memory several times, as received, as repaired, as records and as sent. */
    private static final long MEMORY_OF_ONE = 64L << 20;
    private static final int MOST_AT_ONCE = Limit.PROXY_AT_ONCE.count();

    private final HubStore store;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final Place place;
    private final InstantSource clock;
    private final Pause pause;
    private final Portions.Limits limits;
    private final FaultLog log;
    private final SharedPlaces room;
    private final Map<String, Boolean> early = new ConcurrentHashMap<>();
    private final Map<String, Granularity> granularities = new ConcurrentHashMap<>();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    /**
     * Place of the proxy in the hub.
     *
     * @param key key that signs tokens
     * @param adminEmail address of the hub's administrator
     * @param gatewayUrl common beginning of the addresses of its sources
     * @param compressions HTTP content codings that the hub supports
     */
    public record Place(TokenKey key, String adminEmail, String gatewayUrl, List<String> compressions) {
        public Place {
            compressions = List.copyOf(compressions);
        }

        /** Returns the page of the hub that lists the proxied repositories. */
        String description() {
            return URI.create(gatewayUrl).resolve("../repositories").toString();
        }
    }

    /**
     * Creates a proxy with the usual limits.
     *
     * @param fetcher client for the requests; its owner closes it, as the store's owner closes the store
     * @param rules rules for requests to sources without rules of their own
     */
    public LiveProxy(HubStore store, HttpFetcher fetcher, FetchRules rules, Place place, InstantSource clock) {
        this(store, fetcher, rules, place, clock, Pause.REAL, Portions.Limits.DEFAULT);
    }

    LiveProxy(HubStore store, HttpFetcher fetcher, FetchRules rules, Place place, InstantSource clock, Pause pause,
            Portions.Limits limits) {
        this.store = store;
        this.fetcher = fetcher;
        this.rules = rules;
        this.place = place;
        this.clock = clock;
        this.pause = new ShortPause(pause, LONGEST_PAUSE);
        this.limits = limits;
        this.log = new FaultLog(store.faults());
        int most = Math.clamp(Runtime.getRuntime().maxMemory() / MEMORY_OF_ONE, 2, MOST_AT_ONCE);
        this.room = new SharedPlaces(most, Math.max(2, most / 4), Math.max(2, most / 2));
    }

    /**
     * Answers a request.
     *
     * @param client network of the client
     * @throws IOException if the client cannot be written to, or a long response of the source ended early after its beginning was sent;
     *     the connection must then be closed
     */
    void answer(Question question, AnswerTarget delivery, String client) throws IOException {
        Optional<SharedPlaces.Place> taken = room.enter(client, HostGroup.of(host(question.source())));
        if (taken.isEmpty()) {
            delivery.refuse(503, "The proxy has no place for another response at the moment.", "10");
            return;
        }
        try (SharedPlaces.Place _ = taken.get()) {
            new ProxiedAnswer(this, question, delivery).run();
        }
    }

    private static String host(Source source) {
        return source.baseUrl() == null ? source.id() : HostPace.host(URI.create(source.baseUrl()));
    }

    HubStore store() {
        return store;
    }

    HttpFetcher fetcher() {
        return fetcher;
    }

    FetchRules rules(Source source) {
        return rules.of(source);
    }

    Place place() {
        return place;
    }

    InstantSource clock() {
        return clock;
    }

    Pause pause() {
        return pause;
    }

    Portions.Limits limits() {
        return limits;
    }

    FaultLog log() {
        return log;
    }

    /** Returns whether a source is known to speak protocol 1.x. */
    boolean isEarly(Source source) {
        Boolean known = early.get(source.id());
        if (known != null) {
            return known;
        }
        Optional<Boolean> learnt = store.profile(source.id()).get(ServerTrait.PROTOCOL).map(version -> version.startsWith("1."));
        learnt.ifPresent(isEarly -> early.put(source.id(), isEarly));
        return learnt.orElse(false);
    }

    /** Returns whether the protocol of a source is unknown. */
    boolean isUnknown(Source source) {
        return !isEarly(source) && !early.containsKey(source.id());
    }

    /** Saves the protocol of a source; it may change at the same address. */
    void learn(Source source, boolean isEarly) {
        early.put(source.id(), isEarly);
    }

    /** Returns true at the first call for a source: the one that asks for its granularity. */
    boolean beginsToAsk(Source source) {
        return asked.add(source.id());
    }

    /** Saves the granularity of a source. */
    void learn(Source source, Granularity granularity) {
        granularities.put(source.id(), granularity);
    }

    /** Returns the hub's knowledge of a source from harvests and from earlier answers. */
    KnownSource known(Source source) {
        Granularity granularity = granularities.get(source.id());
        Optional<SourceDescription> description = store.description(source.id());
        if (granularity == null) {
            granularity = description.map(SourceDescription::identify)
                    .flatMap(RepositoryDescription::granularity)
                    .orElse(isEarly(source) ? Granularity.DAY : null);
        }
        return new KnownSource(store.repository(source.id(), place.gatewayUrl()).map(Repository::formats).orElse(List.of()),
                description.map(SourceDescription::formats).orElse(List.of()), granularity);
    }

    /** Waits until all faults found so far are in the store. */
    void flush() throws InterruptedException {
        log.flush();
    }

    /** Saves the faults found so far. */
    @Override
    public void close() {
        log.close();
    }
}
