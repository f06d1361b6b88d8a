package dev.sheaf.platform.notify;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.announce.HubOffer;
import dev.sheaf.harvester.announce.SyncReply;
import dev.sheaf.harvester.announce.WebSubHub;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.PrivateNetwork;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;
import dev.sheaf.store.notices.SourceSubscription;
import dev.sheaf.store.notices.SourceSubscription.Asked;
import dev.sheaf.store.notices.SourceSubscription.State;
import dev.sheaf.store.notices.SourceSubscriptions;

/**
 * Subscribes this hub to the sources that offer a WebSub hub: discovers the hubs, requests subscriptions, renews them before their leases
 * end, and ends those of sources that are paused, removed or excluded from subscription. The store contains all state, so that a restart
 * loses nothing.
 */
public final class HubSubscriber implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HubSubscriber.class);
    /** Time between two checks of all sources. */
    private static final Duration ROUND = Duration.ofSeconds(30);
    /** Time after which a subscription request without verification has failed. */
    private static final Duration PENDING = Duration.ofHours(1);
    /** Time after which a source without a hub is checked again. */
    private static final Duration WITHOUT_HUB = Duration.ofDays(7);
    private static final RetryDelay RETRY = new RetryDelay(Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofDays(1));
    /** Number of requests to a hub to end a subscription; afterwards deliveries are answered with 410. */
    private static final int FAREWELLS = 3;
    private static final int MOST_ANSWER = 4 << 20;
    private static final int RANDOM_BYTES = 24;

    private final HubStore store;
    private final SourceSubscriptions subscriptions;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;
    private final String hubUrl;
    private final SecureRandom random = new SecureRandom();
    private final Set<Long> busy = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Rounds rounds;

    /**
     * Creates a subscriber; it begins with {@link #start}.
     *
     * @param fetcher client for requests to sources and hubs; the caller closes it
     * @param hubUrl public address of this hub
     */
    public HubSubscriber(HubStore store, HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause,
            String hubUrl) {
        this.store = store;
        this.subscriptions = store.sourceSubscriptions();
        this.fetcher = fetcher;
        this.rules = rules;
        this.clock = clock;
        this.rounds = new Rounds("sheaf-subscriber", ROUND, clock);
        this.pause = pause;
        this.hubUrl = hubUrl;
    }

    /** Starts the rounds in a thread of their own; returns at once. */
    public void start() {
        rounds.start(this::round);
    }

    /** Checks all sources and starts the due requests on other threads. For one thread at a time. */
    void round() {
        Instant now = clock.instant();
        boolean usual = !PrivateNetwork.isPrivate(URI.create(hubUrl));
        Map<String, SourceSubscription> known = new HashMap<>();
        for (SourceSubscription subscription : subscriptions.all()) {
            if (subscription.leaving()) {
                leave(subscription, now);
            } else {
                known.put(subscription.source(), subscription);
            }
        }
        for (SourceStatus status : store.sources()) {
            Source source = status.source();
            SourceSubscription subscription = known.get(source.id());
            Boolean said = subscription == null ? null : subscription.wanted();
            if ((said == null ? usual : said) && isHarvested(status)) {
                subscribe(source, subscription, now);
            } else if (subscription != null && subscription.asked() != null) {
                leave(subscription, now);
            }
        }
    }

    /** Returns true if a source has been harvested. Earlier it is not asked for its hub, because registration sends no request. */
    private static boolean isHarvested(SourceStatus status) {
        return status.source().kind().isHarvested() && status.source().baseUrl() != null && status.lastRun() != null
                && status.state() != SourceStatus.State.PAUSED;
    }

    /** Returns true if no request is under way. */
    boolean isIdle() {
        return busy.isEmpty();
    }

    private void subscribe(Source source, @Nullable SourceSubscription subscription, Instant now) {
        if (subscription == null) {
            subscriptions.begin(source.id());
            subscriptions.of(source.id()).ifPresent(begun -> work(begun, () -> request(source, begun)));
            return;
        }
        Instant leaseEnd = subscription.leaseEnd();
        if (leaseEnd != null && !now.isBefore(leaseEnd)) {
            subscriptions.expired(subscription.number());
        }
        if (now.isBefore(subscription.nextAttempt()) && subscription.state() != State.ENDING) {
            return;
        }
        if (subscription.state() == State.REQUESTED) {
            failed(subscription, "the hub has not verified the subscription within " + PENDING.toMinutes() + " minutes", null);
        } else {
            work(subscription, () -> request(source, subscription));
        }
    }

    private void leave(SourceSubscription subscription, Instant now) {
        Asked asked = subscription.asked();
        boolean isEnding = subscription.state() == State.ENDING;
        if (isEnding && now.isBefore(subscription.nextAttempt())) {
            return;
        }
        if (asked == null || !subscription.isActive(now) || isEnding && subscription.failures() >= FAREWELLS - 1) {
            subscriptions.ended(subscription.number());
        } else {
            work(subscription, () -> unsubscribe(subscription, asked));
        }
    }

    /** Work with requests to other servers. */
    private interface Work {
        void run() throws HarvestException;
    }

    private void work(SourceSubscription subscription, Work work) {
        if (!busy.add(subscription.number())) {
            return;
        }
        threads.execute(() -> {
            try {
                work.run();
            } catch (HarvestException | StoreException failure) {
                failed(subscription, String.valueOf(failure.getMessage()), null);
            } catch (RuntimeException | Error unexpected) {
                // Every failure is recorded; otherwise the source would be asked again in every round.
                failed(subscription, unexpected.toString(), null);
            } finally {
                busy.remove(subscription.number());
            }
        });
    }

    private void request(Source source, SourceSubscription subscription) throws HarvestException {
        URI baseUrl = URI.create(String.valueOf(source.baseUrl()));
        Optional<HubOffer> offer = offer(source, baseUrl);
        Instant now = clock.instant();
        if (offer.isEmpty()) {
            Instant leaseEnd = subscription.leaseEnd();
            subscriptions.none(subscription.number(),
                    leaseEnd != null && now.isBefore(leaseEnd) ? leaseEnd : now.plus(WITHOUT_HUB));
            return;
        }
        URI hub = offer.get().hubs().getFirst();
        Asked asked = asked(subscription, hub.toString(), offer.get().topic());
        // Before the request, because the hub may verify before it answers.
        subscriptions.asked(subscription.number(), asked, now.plus(PENDING));
        SyncReply reply = hub(hub, rules.of(source).home()).subscribe(callback(asked), asked.topic(), asked.secret(),
                Leases.WANTED);
        if (reply.status() / 100 == 2) {
            LOG.info("subscription requested: source={} hub={} topic={}", source.id(), hub, asked.topic());
        } else {
            failed(subscription, "the hub " + hub + " answered " + reply.reason(), reply.retryAfter());
        }
    }

    private Optional<HubOffer> offer(Source source, URI baseUrl) throws HarvestException {
        URI identify = URI.create(baseUrl + (baseUrl.getRawQuery() == null ? "?" : "&") + "verb=Identify");
        Fetched fetched = fetcher.fetch(identify, rules.of(source).withAttempts(1).withSizes(MOST_ANSWER, MOST_ANSWER), pause);
        try {
            if (!fetched.isSuccess()) {
                throw new HarvestException(HarvestException.Kind.HTTP_STATUS, identify + " answered HTTP " + fetched.status());
            }
            return HubOffer.of(fetched);
        } finally {
            fetched.release();
        }
    }

    /**
     * Records a request. A renewal uses the same callback and secret, or the hub would keep two subscriptions; another hub or topic gets
     * new ones.
     */
    private Asked asked(SourceSubscription subscription, String hub, String topic) {
        Asked before = subscription.asked();
        return before != null && before.hub().equals(hub) && before.topic().equals(topic)
                ? before
                : new Asked(drawn(), hub, topic, Secret.of(drawn()));
    }

    private String drawn() {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private URI callback(Asked asked) {
        return URI.create(hubUrl + Routes.SYNC_CALLBACK + asked.callback());
    }

    /** Returns the client for a hub. A public source must not send this hub into a private network. */
    private WebSubHub hub(URI hub, @Nullable URI baseUrl) {
        return new WebSubHub(fetcher, rules.withAccess(rules.access(), baseUrl), hub, pause);
    }

    private void unsubscribe(SourceSubscription subscription, Asked asked) throws HarvestException {
        URI hub = URI.create(asked.hub());
        subscriptions.ending(subscription.number(), clock.instant().plus(PENDING));
        SyncReply reply = hub(hub, hub).unsubscribe(callback(asked), asked.topic());
        LOG.info("end of a subscription requested: source={} hub={} status={}", subscription.source(), hub, reply.status());
    }

    private void failed(SourceSubscription subscription, String reason, @Nullable Duration retryAfter) {
        if (rounds.isClosed()) {
            return;
        }
        Instant next = clock.instant().plus(RETRY.after(subscription.failures(), retryAfter));
        String line = SyncEndpoint.line(reason);
        LOG.warn("not subscribed: source={} failures={} next={} reason=\"{}\"", subscription.source(),
                subscription.failures() + 1,
                next, line);
        try {
            subscriptions.failed(subscription.number(), line, next);
        } catch (StoreException failure) {
            LOG.warn("not noted: source={} reason=\"{}\"; tried again in the next round", subscription.source(),
                    failure.getMessage());
        }
    }

    /** Stops after the requests under way have ended. */
    @Override
    public void close() {
        rounds.close();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("requests to hubs still under way at the end: subscriptions={}", busy);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
