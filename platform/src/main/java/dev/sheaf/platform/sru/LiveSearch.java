package dev.sheaf.platform.sru;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.http.Arriving;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Passing;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.platform.server.outgoing.OwnHosts;
import dev.sheaf.platform.server.outgoing.ShortPause;
import dev.sheaf.platform.web.LiveSources;

/**
 * Search of other SRU servers, all at once. A server that fails is not asked again for a minute, so that it does not delay the next search;
 * few requests are under way to each, and half of them at most for one client. Every request ends by itself within its limits, also when nobody waits for it any more. Thread-safe.
 */
final class LiveSearch implements LiveSources, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LiveSearch.class);

    private static final int MOST_BYTES = 1 << 20;
    private static final int HITS = 5;
    private static final int AT_ONCE = 4;
    private static final int REDIRECTS = 3;
    private static final Duration REST = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

    private final Map<LiveTarget, SharedPlaces> targets = new LinkedHashMap<>();
    private final Map<LiveTarget, Instant> resting = new ConcurrentHashMap<>();
    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final OwnHosts own;
    private final Duration limit;
    private final InstantSource clock;
    private final Pause pause = new ShortPause(Pause.REAL, LONGEST_WAIT);

    /**
     * Creates a search.
     *
     * @param fetcher belongs to this object from now on
     * @param usual rules of the hub's requests, which give its identification
     * @param reach networks that may be reached, also by redirects
     * @param limit time for the answer of each server
     */
    LiveSearch(List<LiveTarget> targets, HttpFetcher fetcher, FetchRules usual, Reach reach, OwnHosts own, Duration limit,
            InstantSource clock) {
        targets.forEach(target -> this.targets.put(target, new SharedPlaces(AT_ONCE, AT_ONCE / 2, AT_ONCE)));
        this.fetcher = fetcher;
        // The wait for an answer ends first, so that the page names the true reason.
        Duration bound = limit.multipliedBy(2);
        // Strangers cause these requests, so they are not signed.
        this.rules = new FetchRules(usual.userAgent(), usual.from(), MOST_BYTES, MOST_BYTES, bound, bound, bound, 1, LONGEST_WAIT,
                REDIRECTS, Access.DEFAULT.withPace(AT_ONCE, Duration.ZERO), null, reach, null);
        this.own = own;
        this.limit = limit;
        this.clock = clock;
    }

    @Override
    public Answer search(String text, String client) {
        if (text.codePoints().noneMatch(Character::isLetterOrDigit)) {
            return Answer.NONE;
        }
        Instant now = clock.instant();
        Map<LiveTarget, Future<Optional<List<Hit>>>> asked = new LinkedHashMap<>();
        List<Trouble> troubles = new ArrayList<>();
        long deadline = System.nanoTime() + limit.toNanos();
        targets.forEach((target, places) -> {
            if (resting.getOrDefault(target, Instant.MIN).isAfter(now)) {
                troubles.add(new Trouble(target.name(), "did not answer an earlier search and is not asked for a minute"));
            } else {
                asked.put(target, requests.submit(() -> ask(target, text, client, places)));
            }
        });
        List<Hit> hits = new ArrayList<>();
        asked.forEach((target, future) -> {
            try {
                future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS).ifPresentOrElse(hits::addAll,
                        () -> troubles.add(new Trouble(target.name(), "is busy with other searches")));
            } catch (TimeoutException | CancellationException _) {
                future.cancel(true);
                fail(target, troubles, "did not answer in time", "no answer in " + limit.toMillis() + " ms");
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                future.cancel(true);
            } catch (ExecutionException failure) {
                fail(target, troubles, "could not be searched", String.valueOf(failure.getCause()));
            }
        });
        return new Answer(hits, troubles);
    }

    private void fail(LiveTarget target, List<Trouble> troubles, String reason, String detail) {
        resting.put(target, clock.instant().plus(REST));
        troubles.add(new Trouble(target.name(), reason));
        LOG.warn("SRU target failed: target={} url={} reason=\"{}\"", target.name(), target.url(), detail);
    }

    /** Returns the hits of a target; empty if as many requests to it as are allowed are under way, in all or for the client. */
    private Optional<List<Hit>> ask(LiveTarget target, String text, String client, SharedPlaces places)
            throws IOException, OaiFormatException {
        // Taken by the request itself, so that a request that never began keeps no place.
        Optional<SharedPlaces.Place> place = places.enter(client, target.name());
        if (place.isEmpty()) {
            return Optional.empty();
        }
        try (SharedPlaces.Place _ = place.get()) {
            return Optional.of(ask(target, text));
        }
    }

    private List<Hit> ask(LiveTarget target, String text) throws IOException, OaiFormatException {
        URI address = target.search(text, HITS);
        if (own.has(address)) {
            throw new IOException("the address is one of this hub");
        }
        byte[] body = fetcher.pass(address, rules, pause, new Receiver());
        return LiveAnswerReader.read(body, target.name(), HITS);
    }

    private final class Receiver implements Passing<byte[]> {

        @Override
        public byte[] take(Arriving response) throws IOException {
            if (own.has(response.uri())) {
                throw new IOException("a redirect leads to this hub");
            }
            try (InputStream body = response.body()) {
                return body.readNBytes(MOST_BYTES);
            }
        }

        @Override
        public byte[] refused(Fetched response) throws IOException {
            throw new IOException("HTTP status " + response.status());
        }
    }

    /** Ends all requests. */
    @Override
    public void close() {
        requests.shutdownNow();
        fetcher.close();
    }
}
