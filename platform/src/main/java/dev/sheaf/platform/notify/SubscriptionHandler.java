package dev.sheaf.platform.notify;

import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Limit;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.announce.SubscriberCallback;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.PrivateNetwork;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.load.HostGroup;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Subscription.Topic;
import dev.sheaf.store.notices.SubscriptionRequests.Asked;
import dev.sheaf.store.notices.SubscriptionRequests.Kept;

/**
 * Handler of subscriptions by the forms of WebSub (W3C, 2018). A request is stored and answered at once. It is carried out when the
 * receiver has confirmed it at its own address, if necessary after a restart. Leases end; a subscriber that renews in time keeps its
 * pending notifications. Thread-safe.
 */
public final class SubscriptionHandler implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SubscriptionHandler.class);
    private static final Duration USUAL_LEASE = Duration.ofDays(10);
    private static final Duration SHORTEST_LEASE = Duration.ofMinutes(5);
    /** Longest lease, as ResourceSync recommends for the same forms. */
    private static final Duration LONGEST_LEASE = Duration.ofDays(31);
    /** Longest lease of new subscriptions while half of all places are taken. */
    private static final Duration LEASE_UNDER_PRESSURE = Duration.ofDays(1);
    private static final int LONGEST_ADDRESS = Limit.CALLBACK.count();
    private static final int LONGEST_SECRET = Limit.SECRET.count();
    private static final long MOST = Limit.SUBSCRIPTIONS.number();
    /** Largest number of subscriptions of receivers in one domain, see {@link HostGroup}. */
    private static final long MOST_OF_HOST = 50;
    /** Largest number of receivers that are asked at the same time. */
    private static final int ASKED = 16;
    /** Largest number of them of one client, and for one domain. */
    private static final int ASKED_OF_ONE = 3;
    /** Largest number of new subscriptions of one client in a day. */
    private static final int MOST_OF_CLIENT = 50;
    private static final int CLIENTS_IN_MEMORY = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HubStore store;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;
    private final Topics topics;
    private final boolean privateToo;
    private final AccessPolicy access;
    private final SharedPlaces asking = new SharedPlaces(ASKED, ASKED_OF_ONE, ASKED_OF_ONE);
    private final DailyCounts ofClients = new DailyCounts(CLIENTS_IN_MEMORY);
    private final Semaphore restarted = new Semaphore(ASKED);
    private final SecureRandom random = new SecureRandom();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean closed;

    /**
     * Creates a handler for the repositories of a hub.
     *
     * @param fetcher client for requests to receivers; the caller closes it
     * @param hubUrl public address of the hub
     * @param privateToo true if receivers may be in private networks
     */
    public SubscriptionHandler(HubStore store, HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause,
            String hubUrl, boolean privateToo) {
        this(store, fetcher, rules, clock, pause, hubUrl, privateToo, AccessPolicy.OPEN);
    }

    /**
     * Creates a handler for the repositories of a hub, with access rules.
     *
     * @param fetcher client for requests to receivers; the caller closes it
     * @param hubUrl public address of the hub
     * @param privateToo true if receivers may be in private networks
     * @param access access rules of sources and aggregates
     */
    public SubscriptionHandler(HubStore store, HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause,
            String hubUrl, boolean privateToo, AccessPolicy access) {
        this.store = store;
        this.fetcher = fetcher;
        // The address is checked again at each connection, because the name may lead elsewhere by then.
        this.rules = rules.withReach(privateToo ? Reach.ANYWHERE : Reach.PUBLIC);
        this.clock = clock;
        this.pause = pause;
        this.topics = new Topics(store, hubUrl);
        this.privateToo = privateToo;
        this.access = access;
    }

    /** The valid parts of a request. */
    private record Wanted(boolean subscribe, String topicUrl, Topic topic, URI callback, Duration lease,
            @Nullable Secret secret) {

        Wanted withLease(Duration other) {
            return new Wanted(subscribe, topicUrl, topic, callback, other, secret);
        }
    }

    /**
     * Answers a request that has arguments of WebSub.
     *
     * @param client address of the client, for the log
     * @param network network of the client, by which limits count it
     */
    void answer(Context context, OaiArguments arguments, String client, String network) {
        Wanted wanted;
        try {
            if (!context.method().name().equals("POST")) {
                throw new IllegalArgumentException("subscriptions must be sent as a form by POST");
            }
            wanted = read(arguments);
        } catch (IllegalArgumentException fault) {
            LOG.warn("refused: path={} client={} what=subscription reason=\"{}\"", Routes.SYNC, client,
                    SyncEndpoint.line(String.valueOf(fault.getMessage())));
            PlainText.answer(context, 400, String.valueOf(fault.getMessage()));
            return;
        }
        if (access.refuses(context, Topics.id(wanted.topic()))) {
            LOG.warn("refused: path={} client={} what=subscription reason=\"{} is closed to it\"", Routes.SYNC, client,
                    wanted.topicUrl());
            return;
        }
        boolean isNew = wanted.subscribe() && store.subscriptions().find(wanted.topic()).isEmpty();
        if (isNew && store.subscriptions().subscribed() >= MOST) {
            LOG.warn("refused: path={} client={} what=subscription reason=\"there are {} already\"", Routes.SYNC, client,
                    MOST);
            context.header("Retry-After", "3600");
            PlainText.answer(context, 503, "There are too many subscriptions already. Try again when some have expired.");
            return;
        }
        String group = group(wanted.callback());
        if (isNew && store.subscriptions().subscribed(callback -> group(callback).equals(group)) >= MOST_OF_HOST) {
            LOG.warn("refused: path={} client={} what=subscription reason=\"there are {} of its domain already\"",
                    Routes.SYNC,
                    client, MOST_OF_HOST);
            context.header("Retry-After", "3600");
            PlainText.answer(context, 503,
                    "There are " + MOST_OF_HOST
                            + " subscriptions of this host and others of its domain already. End some of them, or wait"
                            + " until they expire.");
            return;
        }
        if (isNew && store.subscriptions().subscribed() >= MOST / 2 && wanted.lease().compareTo(LEASE_UNDER_PRESSURE) > 0) {
            wanted = wanted.withLease(LEASE_UNDER_PRESSURE);
        }
        if (isNew && ofClients.count(network, clock.instant()) >= MOST_OF_CLIENT) {
            LOG.warn("refused: path={} client={} what=subscription reason=\"it made {} today\"", Routes.SYNC, client,
                    MOST_OF_CLIENT);
            context.header("Retry-After", "86400");
            PlainText.answer(context, 503,
                    "There are " + MOST_OF_CLIENT + " new subscriptions from this address within a day already.");
            return;
        }
        Optional<SharedPlaces.Place> place = asking.enter(network, group);
        if (place.isEmpty()) {
            context.header("Retry-After", "30");
            PlainText.answer(context, 503, "Too many subscriptions are being verified at this moment. Try again in a minute.");
            return;
        }
        boolean kept = false;
        try {
            // Before the answer: a hub that is killed now verifies the request after its next start.
            long number = store.subscriptions().asked().keep(new Asked(wanted.subscribe(), wanted.topicUrl(),
                    wanted.callback().toString(), wanted.lease(), wanted.secret(), client));
            Wanted accepted = wanted;
            threads.execute(() -> carryOut(number, accepted, client, network, place.get()));
            kept = true;
        } finally {
            if (!kept) {
                place.get().close();
            }
        }
        PlainText.answer(context, 202, "The request is carried out as soon as the callback has confirmed it.");
    }

    /** Verifies the requests that an earlier process received and did not carry out. Called once. */
    public void start() {
        for (Kept kept : store.subscriptions().asked().all()) {
            Asked asked = kept.asked();
            URI callback = URI.create(asked.callback());
            Optional<Topic> topic = topics.read(asked.topic(), asked.callback());
            if (topic.isEmpty()) {
                // The repository is gone.
                store.subscriptions().asked().forget(kept.number());
                continue;
            }
            Wanted wanted = new Wanted(asked.subscribe(), asked.topic(), topic.get(), callback, asked.lease(), asked.secret());
            threads.execute(() -> {
                // Places are for requests that arrive now; these were counted by the process before.
                restarted.acquireUninterruptibly();
                carryOut(kept.number(), wanted, asked.client(), asked.client(), restarted::release);
            });
        }
    }

    /** Verifies a request, and forgets it unless the hub ends meanwhile. */
    private void carryOut(long number, Wanted wanted, String client, String network, SharedPlaces.Place place) {
        try {
            boolean isVerified = verify(wanted, client);
            if (isVerified && wanted.subscribe()) {
                ofClients.add(network, clock.instant());
            }
            if (isVerified || !closed) {
                store.subscriptions().asked().forget(number);
            }
        } catch (StoreException failure) {
            LOG.warn("subscription not stored, tried again after the next start: callback={} reason=\"{}\"", wanted.callback(),
                    failure.getMessage());
        } finally {
            place.close();
        }
    }

    private static String group(URI callback) {
        return HostGroup.of(String.valueOf(callback.getHost()));
    }

    private Wanted read(OaiArguments arguments) {
        String mode = one(arguments, "hub.mode");
        if (!mode.equals("subscribe") && !mode.equals("unsubscribe")) {
            throw new IllegalArgumentException("hub.mode must be subscribe or unsubscribe");
        }
        String address = one(arguments, "hub.topic");
        URI callback = callback(one(arguments, "hub.callback"));
        Topic topic = topics.read(address, callback.toString())
                .orElseThrow(() -> new IllegalArgumentException("hub.topic must be the "
                        + "base URL of a repository of this hub, optionally with ?set=…; the repository of all records is "
                        + topics.baseUrl("")));
        List<String> secrets = arguments.values("hub.secret");
        if (secrets.size() > 1 || !secrets.isEmpty() && (secrets.getFirst().isEmpty()
                || secrets.getFirst().getBytes(StandardCharsets.UTF_8).length >= LONGEST_SECRET)) {
            throw new IllegalArgumentException("hub.secret must have 1 to " + (LONGEST_SECRET - 1)
                    + " bytes; leave it out to be sent content without a signature");
        }
        boolean subscribe = mode.equals("subscribe");
        // The lease of an ending subscription has no meaning, even if it cannot be read (5.1).
        return new Wanted(subscribe, address, topic, callback, subscribe ? lease(arguments) : USUAL_LEASE,
                secrets.isEmpty() ? null : Secret.of(secrets.getFirst()));
    }

    private static String one(OaiArguments arguments, String key) {
        List<String> values = arguments.values(key);
        if (values.size() != 1 || values.getFirst().isBlank() || values.getFirst().length() > LONGEST_ADDRESS) {
            throw new IllegalArgumentException(
                    key + " must occur once, with a value of at most " + LONGEST_ADDRESS + " characters");
        }
        return values.getFirst();
    }

    private URI callback(String text) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("hub.callback is not a valid address");
        }
        String scheme = uri.getScheme();
        if (!("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme)) || uri.getHost() == null
                || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("hub.callback must be an http or https address without user name and #");
        }
        checkPrivate(uri);
        return uri;
    }

    private void checkPrivate(URI uri) {
        if (!privateToo && PrivateNetwork.isPrivate(uri)) {
            throw new IllegalArgumentException("hub.callback leads into a private network, to which this hub sends no requests");
        }
    }

    private static Duration lease(OaiArguments arguments) {
        List<String> values = arguments.values("hub.lease_seconds");
        if (values.isEmpty() || values.getFirst().isEmpty()) {
            return USUAL_LEASE;
        }
        // A subscriber that wants the longest possible lease may send any number.
        if (values.size() > 1 || !values.getFirst().matches("[0-9]{1,100}") || values.getFirst().matches("0+")) {
            throw new IllegalArgumentException("hub.lease_seconds must be a whole number greater than 0");
        }
        BigInteger longest = BigInteger.valueOf(LONGEST_LEASE.toSeconds());
        long seconds = new BigInteger(values.getFirst()).min(longest).longValueExact();
        return Duration.ofSeconds(Math.max(seconds, SHORTEST_LEASE.toSeconds()));
    }

    /** Returns true if the receiver has confirmed the request, and it is carried out. */
    private boolean verify(Wanted wanted, String client) {
        byte[] drawn = new byte[24];
        random.nextBytes(drawn);
        String challenge = HexFormat.of().formatHex(drawn);
        // The lease begins here (5.3).
        Instant now = clock.instant();
        String fault = fault(wanted, challenge);
        if (fault != null) {
            LOG.warn("subscription not verified: callback={} topic={} client={} reason=\"{}\"", wanted.callback(),
                    wanted.topicUrl(), client,
                    SyncEndpoint.line(fault));
            return false;
        }
        if (wanted.subscribe()) {
            store.subscriptions().put(wanted.topic(), null, wanted.secret(), now, now.plus(wanted.lease()), end());
            LOG.info("subscribed: callback={} topic={} until={}", wanted.callback(), wanted.topicUrl(), now.plus(wanted.lease()));
        } else {
            store.subscriptions().find(wanted.topic()).ifPresent(known -> store.subscriptions().remove(known.number()));
            LOG.info("unsubscribed: callback={} topic={}", wanted.callback(), wanted.topicUrl());
        }
        return true;
    }

    /** Returns the end of all lists; earlier changes are not notified. */
    private Position end() {
        long seq = store.lastSeq();
        return new Position(topics.repository("").orElseThrow().settled().getEpochSecond(), seq);
    }

    /** Returns why the receiver did not confirm, for people; null if it did. */
    private @Nullable String fault(Wanted wanted, String challenge) {
        return new SubscriberCallback(fetcher, rules, wanted.callback(), pause).verify(
                wanted.subscribe() ? "subscribe" : "unsubscribe", wanted.topicUrl(), challenge,
                wanted.subscribe() ? wanted.lease() : null);
    }

    /** Returns true as soon as closing has begun. */
    boolean isClosed() {
        return closed;
    }

    /** Waits for verifications under way. Those that fail now, or do not end in time, are repeated after the next start. */
    @Override
    public void close() {
        closed = true;
        threads.shutdown();
        try {
            if (!threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("subscriptions still being verified at the end");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
