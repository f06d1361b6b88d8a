package dev.sheaf.platform.notify;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
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

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.extension.ExtensionResponse;
import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.core.extension.ExtensionResponse.Refused;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.harvester.announce.Notification;
import dev.sheaf.harvester.announce.SyncReply;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.ServedAggregates;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscriptions;

/**
 * Notifies receivers of changes in a repository, or sends them the records. Changes within a window are notified together. A receiver that
 * cannot be reached is tried again at growing intervals, and is then notified of all changes since. Pending notifications are in the store,
 * so that a restart loses nothing.
 */
public final class ChangeNotifier implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeNotifier.class);
    private static final RetryDelay RETRY = new RetryDelay(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofHours(6));

    private final HubStore store;
    private final Topics topics;
    private final RepositoryPush push;
    private final ContentDistribution distribution;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;
    private final Duration window;
    private final AccessPolicy access;
    private final Map<Long, Long> looked = new HashMap<>();
    /** Reasons why subscriptions could not be checked, by their number. */
    private final Map<Long, String> troubles = new HashMap<>();
    private final Set<Long> telling = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Rounds rounds = new Rounds("sheaf-teller");

    /**
     * Creates a notifier; it begins with {@link #start}.
     *
     * @param repositories repositories as the hub serves them
     * @param fetcher client for requests to receivers; the caller closes it
     * @param window time during which changes are gathered into one notification
     * @param privateToo true if subscribers may be in private networks
     */
    public ChangeNotifier(HubStore store, ServedRepositories repositories, HttpFetcher fetcher, FetchRules rules,
            InstantSource clock, Pause pause, Duration window, boolean privateToo) {
        this(store, repositories, fetcher, rules, clock, pause, window, privateToo, AccessPolicy.OPEN);
    }

    /**
     * Creates a notifier with access rules; it begins with {@link #start}. Subscribers are only notified of repositories that they may see.
     *
     * @param repositories repositories as the hub serves them
     * @param fetcher client for requests to receivers; the caller closes it
     * @param window time during which changes are gathered into one notification
     * @param privateToo true if subscribers may be in private networks
     * @param access access rules of sources and aggregates
     */
    public ChangeNotifier(HubStore store, ServedRepositories repositories, HttpFetcher fetcher, FetchRules rules,
            InstantSource clock, Pause pause, Duration window, boolean privateToo, AccessPolicy access) {
        this.store = store;
        this.topics = new Topics(store, repositories.hubUrl());
        this.push = new RepositoryPush(store, repositories);
        this.distribution = new ContentDistribution(topics, repositories, fetcher, rules, pause, privateToo);
        this.fetcher = fetcher;
        this.rules = rules;
        this.clock = clock;
        this.pause = pause;
        this.window = window;
        this.access = access;
    }

    /** Follows the store in a thread of its own; returns at once. */
    public void start() {
        rounds.start(this::round);
    }

    /** Looks for changes at once, because records were saved. */
    public void wake() {
        rounds.wake();
    }

    /** Checks all subscriptions once; other threads send the due notifications. For one thread at a time. */
    void round() {
        Instant now = clock.instant();
        int expired = store.subscriptions().expire(now);
        if (expired > 0) {
            LOG.info("subscriptions expired: number={}", expired);
        }
        for (Subscriptions.Denied denied : store.subscriptions().denied()) {
            if (telling.add(denied.subscription().number())) {
                threads.execute(() -> deny(denied));
            }
        }
        long last = store.lastSeq();
        for (Subscription subscription : store.subscriptions().all()) {
            if (subscription.topic().how() != How.COMMAND && !telling.contains(subscription.number())) {
                attempt(subscription, last, now);
            }
        }
    }

    /** Checks one subscription. Its failure does not stop the others, is logged once, and is tried again in every round. */
    private void attempt(Subscription subscription, long last, Instant now) {
        String callback = subscription.topic().callback();
        try {
            look(subscription, last, now);
        } catch (RuntimeException | Error failure) {
            String reason = reason(failure);
            if (!reason.equals(troubles.put(subscription.number(), reason))) {
                LOG.warn("subscription not checked: callback={} topic={} reason=\"{}\"; every round tries again", callback,
                        topics.address(subscription.topic()), reason);
            }
            return;
        }
        if (troubles.remove(subscription.number()) != null) {
            LOG.info("subscription is checked again: callback={}", callback);
        }
    }

    private static String reason(Throwable failure) {
        return failure instanceof StoreException known ? String.valueOf(known.getMessage()) : failure.toString();
    }

    /** Returns true if no notification is being sent. */
    boolean isIdle() {
        return telling.isEmpty();
    }

    /** Sends a denial once. A subscriber that misses it learns of the end when its next lease is not granted. */
    private void deny(Subscriptions.Denied denied) {
        Subscription subscription = denied.subscription();
        try {
            distribution.deny(subscription, denied.reason());
            store.subscriptions().remove(subscription.number());
            LOG.info("subscription ended: callback={} reason=\"{}\"", subscription.topic().callback(), denied.reason());
        } catch (RuntimeException | Error failure) {
            LOG.warn("end of a subscription not noted: callback={} reason=\"{}\"; tried again in the next round",
                    subscription.topic().callback(), reason(failure));
        } finally {
            telling.remove(subscription.number());
        }
    }

    private void look(Subscription subscription, long last, Instant now) {
        Instant pending = subscription.pending();
        if (pending == null) {
            long reached = Math.max(subscription.told().seq(), looked.getOrDefault(subscription.number(), -1L));
            if (reached >= last) {
                return;
            }
            if (!hasChanged(subscription)) {
                looked.put(subscription.number(), last);
                return;
            }
            store.subscriptions().pending(subscription.number(), now);
            pending = now;
        }
        if (!now.isBefore(pending.plus(window)) && !now.isBefore(subscription.nextAttempt())
                && telling.add(subscription.number())) {
            threads.execute(() -> tellAndNote(subscription));
        }
    }

    /**
     * Notifies a subscriber and records the result. Every failure, such as an unreadable secret, is recorded; otherwise the delivery would
     * be tried again at once and endlessly.
     */
    private void tellAndNote(Subscription subscription) {
        boolean noted = false;
        try {
            noted = tell(subscription);
        } catch (HarvestException failure) {
            noted = failed(subscription, String.valueOf(failure.getMessage()), null);
        } catch (RuntimeException | Error unexpected) {
            noted = failed(subscription, reason(unexpected), null);
        } finally {
            telling.remove(subscription.number());
        }
        if (noted) {
            wake();
        }
    }

    /** Returns true if a list of the topic has an entry that the receiver was not notified of. */
    private boolean hasChanged(Subscription subscription) {
        return topics.repository(subscription.topic().repository())
                .flatMap(repository -> PendingChanges.first(repository, subscription.topic().set(), subscription.told()))
                .isPresent();
    }

    /**
     * @return false if the result could not be recorded
     */
    private boolean tell(Subscription subscription) throws HarvestException {
        Subscription.Topic topic = subscription.topic();
        Optional<? extends Repository> repository = topics.repository(topic.repository());
        if (repository.isEmpty()) {
            store.subscriptions().deny(subscription.number(), "The repository has been removed.");
            return true;
        }
        URI callback = URI.create(topic.callback());
        // Receivers named by an operator are trusted. Those that subscribed themselves only see repositories that are open to them.
        if (topic.how() == How.SUBSCRIBED && !access.admitsHost(callback.getHost(), Topics.id(topic))) {
            return failed(subscription, "the repository is closed to the receiver's address", null);
        }
        // In this order: changes after this number are notified next time, whatever their datestamp is.
        long seq = store.lastSeq();
        Instant settled = repository.get().settled();
        SyncReply reply = switch (topic.how()) {
            case SUBSCRIBED -> {
                ServedAggregates.note(store.membership(), Topics.id(subscription.topic()));
                yield distribution.deliver(subscription, repository.get());
            }
            case PUSH, COMMAND -> push.run(subscription, receiver(subscription), rounds::isClosed);
            case NOTIFY -> notify(subscription, settled);
        };
        if (reply.isTaken()) {
            store.subscriptions().told(subscription.number(), new Position(settled.getEpochSecond(), seq), clock.instant());
            LOG.info("notified: callback={} topic={} how={}", topic.callback(), topics.baseUrl(topic.repository()),
                    topic.how().text());
        } else if (reply.isGone() && topic.how() == How.SUBSCRIBED) {
            store.subscriptions().remove(subscription.number());
            LOG.info("subscription ended: callback={} reason=\"the receiver says that it is gone\"", topic.callback());
        } else if (waitsForApproval(subscription, reply)) {
            return waiting(subscription, reply.reason());
        } else {
            return failed(subscription, reply.reason(), reply.retryAfter());
        }
        return true;
    }

    private HubClient receiver(Subscription subscription) {
        return new HubClient(fetcher, rules, URI.create(subscription.topic().callback()), subscription.secret(), clock,
                pause);
    }

    private SyncReply notify(Subscription subscription, Instant settled) throws HarvestException {
        Subscription.Topic topic = subscription.topic();
        return receiver(subscription).tell(new Notification(topics.baseUrl(topic.repository()),
                Datestamp.ofSecond(Instant.ofEpochSecond(subscription.told().datestamp())).text(),
                Datestamp.ofSecond(settled).text(),
                topic.set().isEmpty() ? List.of() : List.of(topic.set()), List.of(), List.of()));
    }

    /** A hub does not know an archive before its administrator has approved it. That is no failure, unless it has taken records before. */
    private static boolean waitsForApproval(Subscription subscription, SyncReply reply) {
        ExtensionResponse response = reply.response();
        return subscription.topic().how() == How.PUSH && subscription.lastTold() == null && response != null
                && response.answer() instanceof Refused(Code code, _) && code == Code.NOT_SUBSCRIBED;
    }

    private boolean waiting(Subscription subscription, String reason) {
        if (subscription.failures() == 0) {
            LOG.info("waiting for approval: callback={} answer=\"{}\"; it is asked again by itself",
                    subscription.topic().callback(),
                    SyncEndpoint.line(reason));
        }
        return noted(subscription, SyncEndpoint.line(reason), clock.instant().plus(RETRY.after(subscription.failures(), null)));
    }

    /**
     * @return false if the failure could not be recorded
     */
    private boolean failed(Subscription subscription, String reason, @Nullable Duration retryAfter) {
        if (rounds.isClosed()) {
            return false;
        }
        String line = SyncEndpoint.line(reason);
        Instant next = clock.instant().plus(RETRY.after(subscription.failures(), retryAfter));
        LOG.warn("not notified: callback={} failures={} next={} reason=\"{}\"", subscription.topic().callback(),
                subscription.failures() + 1, next, line);
        return noted(subscription, line, next);
    }

    private boolean noted(Subscription subscription, String line, Instant next) {
        try {
            store.subscriptions().failed(subscription.number(), line, next);
            return true;
        } catch (StoreException failure) {
            LOG.warn("not noted: callback={} reason=\"{}\"; tried again within a second", subscription.topic().callback(),
                    failure.getMessage());
            return false;
        }
    }

    /** Stops. Notifications under way are aborted and sent again after the next start. */
    @Override
    public void close() {
        rounds.close();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("notifications still under way at the end: subscriptions={}", telling);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
