package dev.sheaf.platform.watch;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.load.HostGroup;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.schedule.QuietHours;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;
import dev.sheaf.store.conformance.CheckedLink;
import dev.sheaf.store.conformance.CheckedLink.Outcome;
import dev.sheaf.store.conformance.LinkChecks;

/**
 * Checks samples of the links in the records of all sources in the background. A host gets at most one request of it in a minute, whichever
 * sources link to it, and a slow host does not delay the checks of others. Results are stored one by one, so that a restart continues where the
 * work ended. Thread-safe.
 */
public final class LinkWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LinkWatch.class);
    static final Duration ROUND = Duration.ofMinutes(1);
    /** Time after a harvest before a sample is drawn. */
    static final Duration REST = Duration.ofHours(1);
    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final Duration REDRAWN = Duration.ofDays(1);
    private static final int MOST_UNDER_WAY = 16;
    /** Largest number of checks under way of the links of one source, and of hosts of one domain: sources choose their links. */
    private static final int MOST_OF_SOURCE = MOST_UNDER_WAY / 2;
    private static final int MOST_OF_DOMAIN = 4;
    /** Samples drawn in one round, because drawing reads the whole list of a source. */
    private static final int MOST_DRAWN = 5;

    private final HubStore store;
    private final String hubUrl;
    private final LinkCheck check;
    private final WatchTerms terms;
    private final @Nullable QuietHours quiet;
    private final InstantSource clock;
    private final Rounds rounds;
    /** Sources whose sample could not be drawn, with the time of the next attempt. */
    private final Map<String, Instant> drawnAgain = new HashMap<>();
    /** Sources without unchecked links, with the time at which they are looked at again. */
    private final Map<String, Instant> idleUntil = new HashMap<>();
    private final Set<String> busyHosts = ConcurrentHashMap.newKeySet();
    private final SharedPlaces places = new SharedPlaces(MOST_UNDER_WAY, MOST_OF_SOURCE, MOST_OF_DOMAIN);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * Creates a watch; it begins with {@link #start}.
     *
     * @param store belongs to the caller, who closes it after this object
     * @param hubUrl public address of the hub
     * @param fetcher client for requests; the caller closes it
     * @param rules rules for requests
     * @param quiet hours without checks; null for none
     */
    public LinkWatch(HubStore store, String hubUrl, HttpFetcher fetcher, FetchRules rules, Pause pause, WatchTerms terms,
            @Nullable QuietHours quiet, InstantSource clock) {
        this.store = store;
        this.hubUrl = hubUrl;
        this.check = new LinkCheck(fetcher, rules, pause);
        this.terms = terms;
        this.quiet = quiet;
        this.clock = clock;
        this.rounds = new Rounds("sheaf-links", ROUND, clock);
    }

    /** Starts the rounds in a thread of their own; returns at once. */
    public void start() {
        rounds.startLater(this::round);
    }

    /** Draws the samples that are due, and begins one check for each host. For one thread at a time. */
    void round() {
        Instant now = clock.instant();
        boolean isQuiet = quiet != null && quiet.end(now.getEpochSecond()) > now.getEpochSecond();
        if (terms.linkInterval().isZero() || isQuiet) {
            return;
        }
        Set<String> hosts = new HashSet<>();
        int drawn = 0;
        for (SourceStatus status : store.sources()) {
            if (rounds.isClosed()) {
                return;
            }
            String id = status.source().id();
            boolean isDue = isDue(status, now) && !drawnAgain.getOrDefault(id, Instant.MIN).isAfter(now);
            if (isDue && drawn < MOST_DRAWN) {
                drawn++;
                draw(id, now);
            }
            if (isDue || !idleUntil.getOrDefault(id, Instant.MIN).isAfter(now)) {
                begin(id, hosts, now);
            }
        }
        idleUntil.values().removeIf(until -> !until.isAfter(now));
        drawnAgain.values().removeIf(until -> !until.isAfter(now));
    }

    private boolean isDue(SourceStatus status, Instant now) {
        Instant ended = status.lastRun();
        if (status.state() == SourceStatus.State.PAUSED || status.filling() || status.records() == 0
                || ended != null && ended.plus(REST).isAfter(now)) {
            return false;
        }
        return store.linkChecks().round(status.source().id())
                .map(last -> !last.began().plus(terms.linkInterval()).isAfter(now)).orElse(true);
    }

    private void draw(String source, Instant now) {
        try {
            Optional<Repository> repository = store.repository(source, hubUrl + Routes.oai(source));
            if (repository.isEmpty()) {
                return;
            }
            // The same sample again if the hub ends before it is stored, and another one the next time.
            SplittableRandom random = new SplittableRandom(source.hashCode() * 31L + now.getEpochSecond());
            LinkSample.draw(repository.get(), LinkChecks.MOST, random, rounds::isClosed).ifPresent(sample -> {
                store.linkChecks().begin(source, now, sample);
                LOG.info("sample of links drawn: source={} links={}", source, sample.size());
            });
        } catch (StoreException failure) {
            // One source must not end the checks of the others, and is not read again in every round.
            drawnAgain.put(source, now.plus(REDRAWN));
            LOG.warn("sample of links not drawn: source={} reason=\"{}\"", source, failure.getMessage());
        }
    }

    /** Begins checks of a source's links on hosts that got no request in this round. */
    private void begin(String source, Set<String> hosts, Instant now) {
        List<CheckedLink> unchecked = store.linkChecks().unchecked(source, LinkChecks.MOST);
        if (unchecked.isEmpty()) {
            idleUntil.put(source, now.plus(IDLE));
        }
        for (CheckedLink link : unchecked) {
            if (busyHosts.size() >= MOST_UNDER_WAY) {
                return;
            }
            URI uri = URI.create(link.url());
            String host = HostPace.host(uri);
            if (hosts.contains(host) || busyHosts.contains(host)) {
                continue;
            }
            Optional<SharedPlaces.Place> place = places.enter(source, HostGroup.of(host));
            if (place.isPresent()) {
                hosts.add(host);
                busyHosts.add(host);
                threads.execute(() -> check(source, uri, link.url(), host, place.get()));
            }
        }
    }

    private void check(String source, URI uri, String url, String host, SharedPlaces.Place place) {
        try (place) {
            check.check(uri).filter(_ -> !rounds.isClosed()).ifPresent(result -> store.linkChecks().checked(source, url,
                    clock.instant(), result.outcome(), result.status(), result.detail()));
        } catch (StoreException failure) {
            LOG.warn("check of a link not stored: source={} reason=\"{}\"", source, failure.getMessage());
        } catch (RuntimeException | Error failure) {
            // Stored, or the link would be tried again in every round.
            LOG.error("check of a link failed: source={} url={}", source, url, failure);
            store.linkChecks().checked(source, url, clock.instant(), Outcome.NOT_CHECKED, 0, "the check failed");
        } finally {
            busyHosts.remove(host);
        }
    }

    /** Returns true if no check is under way. */
    boolean isIdle() {
        return busyHosts.isEmpty();
    }

    /** Ends the rounds: checks under way store nothing from now on. The caller then ends their requests. */
    public void end() {
        rounds.close();
    }

    /** Waits until the checks under way have ended; their links are checked after the next start. */
    @Override
    public void close() {
        end();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("link checks still under way at the end: hosts={}", busyHosts);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
