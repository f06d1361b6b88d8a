package dev.sheaf.platform.notify;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.harvester.announce.SyncReply;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.sync.BoundedPause;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscription.How;

/**
 * Greets the hubs to which this one pushes records: a signed Identify response at the start and every five minutes, so that they know which
 * archives are on line. A hub that refused earlier pushes and accepts a greeting gets the pushes at once. Thread-safe.
 */
public final class HubGreeter implements AutoCloseable {

    /** Time between two greetings. */
    public static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final Logger LOG = LoggerFactory.getLogger(HubGreeter.class);
    /** One hub must not hold up the greetings for the others. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final HubStore store;
    private final RepositoryPush push;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;
    private final Runnable welcome;
    private final Map<Long, Instant> next = new HashMap<>();
    private final Rounds rounds = new Rounds("sheaf-greeter");

    /**
     * Creates a greeter; it begins with {@link #start}.
     *
     * @param repositories repositories as the hub serves them
     * @param fetcher client for requests; the caller closes it
     * @param welcome called when a hub accepts a greeting for which pushes wait; returns at once
     */
    public HubGreeter(HubStore store, ServedRepositories repositories, HttpFetcher fetcher, FetchRules rules, InstantSource clock,
            Pause pause, Runnable welcome) {
        this.store = store;
        this.push = new RepositoryPush(store, repositories);
        this.fetcher = fetcher;
        this.rules = rules;
        this.clock = clock;
        this.pause = new BoundedPause(pause, LONGEST_WAIT);
        this.welcome = welcome;
    }

    /** Greets in a thread of its own; returns at once. */
    public void start() {
        rounds.start(this::round);
    }

    /** Sends the greetings that are due. For one thread at a time. */
    void round() {
        Instant now = clock.instant();
        for (Subscription subscription : store.subscriptions().all()) {
            if (rounds.isClosed()) {
                return;
            }
            if (subscription.topic().how() == How.PUSH
                    && !now.isBefore(next.getOrDefault(subscription.number(), Instant.MIN))) {
                next.put(subscription.number(), now.plus(INTERVAL));
                greet(subscription);
            }
        }
    }

    private void greet(Subscription subscription) {
        String callback = subscription.topic().callback();
        try {
            SyncReply reply = push.greet(subscription,
                    new HubClient(fetcher, rules, URI.create(callback), subscription.secret(), clock, pause));
            if (!reply.isTaken()) {
                LOG.info("greeting refused: callback={} reason=\"{}\"", callback, SyncEndpoint.line(reply.reason()));
            } else if (subscription.failures() > 0) {
                LOG.info("greeting accepted, pushes continue: callback={}", callback);
                store.subscriptions().retry(subscription.number());
                welcome.run();
            }
        } catch (HarvestException failure) {
            BoundedPause.over();
            LOG.info("greeting not sent: callback={} reason=\"{}\"", callback, failure.getMessage());
        } catch (StoreException | IllegalStateException failure) {
            LOG.warn("greeting failed: callback={} reason=\"{}\"", callback, failure.getMessage());
        }
    }

    /** Ends the thread after the greeting under way. */
    @Override
    public void close() {
        rounds.close();
    }
}
