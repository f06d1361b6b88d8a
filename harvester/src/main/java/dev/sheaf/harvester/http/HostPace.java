package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The rate of requests to one host, for all callers of one {@link HttpFetcher}: the number of simultaneous requests, the interval between
 * them, and pauses. Callers are served in order. Other processes may share the number and the pauses ({@link SharedHosts}). Safe for many
 * threads.
 */
public final class HostPace {

    /** Shortest back-off that is stored; shorter ones are over before another process has begun. */
    private static final Duration SHORTEST_KEPT = Duration.ofSeconds(5);
    /** Interval between two readings of the state shared with other processes, because some pages take less time than the reading. */
    private static final Duration KNOWN_FOR = Duration.ofSeconds(1);
    /**
     * Number of waits for another process after which the wait is reported. If two processes take turns, each wait lasts as long as one
     * page.
     */
    private static final int MOMENTS_UNTIL_TOLD = 3_000 / SharedHosts.MOMENT;
    private static final int NONE = -1;
    private static final Duration TOLD_WAIT = Duration.ofSeconds(5);
    private static final Duration FORGOTTEN = Duration.ofHours(1);
    private static final Duration TOLD_AGAIN = Duration.ofMinutes(1);

    private final String host;
    private final SharedHosts shared;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Long> queue = new ArrayDeque<>();
    private final AtomicLong tickets = new AtomicLong();
    private final AdaptiveInterval adaptive;
    private final HostBackOff rest;
    private final CircuitBreaker breaker;
    private volatile Instant touched;
    private @Nullable Instant lastStart;
    private @Nullable Instant learnt;
    private @Nullable Instant toldOfOthers;
    /** Number of changes of the host's state in this process, counted once more when other processes can read them. */
    private int changes;
    private int underWay;
    private int mostUnderWay;
    private boolean reached;

    HostPace(String host, InstantSource clock, SharedHosts shared) {
        this.host = host;
        this.shared = shared;
        this.clock = clock;
        this.adaptive = new AdaptiveInterval();
        this.rest = new HostBackOff();
        this.breaker = new CircuitBreaker(host);
        this.touched = clock.instant();
    }

    /** Notes that a caller is about to send a request to the host. */
    void touch() {
        touched = clock.instant();
    }

    /** Returns true if there was no request to the host for an hour, and its state does not matter for later ones. */
    boolean isForgotten() {
        return locked(() -> {
            Instant now = clock.instant();
            return underWay == 0 && queue.isEmpty() && Duration.between(touched, now).compareTo(FORGOTTEN) > 0
                    && breaker.isIdle(now)
                    && rest.left(now).isZero();
        });
    }

    /** Returns the name of an address's host: lower case, with the port unless it is the default one. */
    public static String host(URI uri) {
        String name = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        boolean usual = uri.getPort() < 0 || uri.getPort() == (secure ? 443 : 80);
        return usual ? name : name + ":" + uri.getPort();
    }

    /** Returns the host's name, see {@link #host(URI)}. */
    public String host() {
        return host;
    }

    /** Returns the number of requests under way. */
    public int underWay() {
        return locked(() -> underWay);
    }

    /** Returns the largest number of requests that were under way at the same time. */
    public int mostUnderWay() {
        return locked(() -> mostUnderWay);
    }

    /** Returns the interval between two requests beyond that of the source; zero for a host without problems. */
    public Duration interval() {
        return locked(adaptive::interval);
    }

    /** Returns why requests to the host are paused now, for people; empty when they are not. */
    public Optional<String> leftAlone() {
        return locked(() -> breaker.leftAlone(clock.instant()));
    }

    /** Returns the end of a pause of requests for a source, of its host or of its base URL; empty if there is no pause. */
    public Optional<Instant> pausedUntil(FetchRules rules) {
        Optional<Instant> ofHost = pausedUntil();
        Optional<Instant> ofBase = locked(() -> breaker.pausedUntil(rules, clock.instant()));
        return ofBase.filter(time -> ofHost.isEmpty() || time.isAfter(ofHost.get())).or(() -> ofHost);
    }

    /** Ends the pauses that keep a source from its host, because an operator wants to ask anyway. */
    public void resume(FetchRules rules) {
        change(() -> {
            breaker.succeeded(rules);
            changes++;
        });
        shared.isWell(host, CircuitBreaker.fingerprint(rules));
        shared.baseIsWell(host, CircuitBreaker.baseText(rules));
        change(() -> changes++);
    }

    /** Returns the end of a pause of requests to the host, after failures or at its request; empty if there is no pause. */
    public Optional<Instant> pausedUntil() {
        return locked(() -> {
            Instant now = clock.instant();
            Instant rested = now.plus(rest.left(now));
            Instant until = breaker.pausedUntil(now).filter(time -> time.isAfter(rested)).orElse(rested);
            return until.isAfter(now) ? Optional.of(until) : Optional.empty();
        });
    }

    /**
     * A paused host.
     *
     * @param host its name, see {@link HostPace#host(URI)}, or the base URL that is paused alone
     * @param until end of the pause
     * @param reason for people; may name the address of another source
     * @param asked true if responses asked for the pause, false if the host fails or refuses this client
     */
    public record Refusal(String host, Instant until, String reason, boolean asked) {}

    /**
     * Returns why a request would not be sent now, even if only another process knows it; empty if it would be sent, perhaps after a short
     * wait.
     *
     * @param rules of the client: bot protection refuses some clients and admits others
     */
    public Optional<Refusal> refusal(FetchRules rules) {
        learn(false);
        return locked(() -> breaker.refusal(rules, clock.instant()));
    }

    /** Returns true if the host has answered before. */
    boolean wasReached() {
        return locked(() -> reached);
    }

    /**
     * Waits for its turn, also behind other processes that share their hosts.
     *
     * @param least interval between two requests that the source or robots.txt requires
     * @param leastWhy the origin of this interval, for people
     * @param pause waits if a server or a rule demands it
     * @return to be closed after the response has arrived completely
     * @throws HarvestException of kind {@link HarvestException.Kind#PAUSED} if requests to the host are paused
     */
    Turn turn(FetchRules rules, Duration least, String leastWhy, Pause pause) throws HarvestException, InterruptedException {
        Long ticket = tickets.incrementAndGet();
        long restServed = -1;
        boolean intervalServed = false;
        Others others = new Others(rules);
        learn(false);
        lock.lockInterruptibly();
        try {
            queue.addLast(ticket);
            while (true) {
                breaker.check(rules, clock.instant());
                Duration waiting = rest.left(clock.instant());
                // A caller that has waited does not wait for the same back-off again, because the clock may stand still or have been set.
                if (!waiting.isZero() && restServed != rest.number()) {
                    restServed = rest.number();
                    intervalServed = true;
                    String reason = rest.reason();
                    away(() -> pause.pause(waiting, reason));
                    rest.served(restServed);
                } else if (ticket.equals(queue.peekFirst()) && underWay < atOnce(rules)) {
                    Duration gap = gap(least);
                    if (!gap.isZero() && !intervalServed) {
                        intervalServed = true;
                        away(() -> pause.pause(gap, gapReason(least, leastWhy)));
                    } else if (others.let(atOnce(rules))) {
                        return begun(others.taken());
                    } else {
                        away(() -> others.await(pause));
                    }
                } else {
                    changed.await();
                }
            }
        } finally {
            queue.remove(ticket);
            changed.signalAll();
            lock.unlock();
            others.close();
        }
    }

    /** A waiting caller's claim among other processes. */
    private final class Others implements AutoCloseable {

        private final Duration longest;
        private SharedHosts.@Nullable Claim claim = shared.claim(host);
        private Duration waited = Duration.ZERO;
        private int moments;

        Others(FetchRules rules) {
            longest = rules.patience().plus(rules.total());
        }

        /**
         * Returns true if the other processes let this one continue. No exchange lasts longer than the longest time, so a process that
         * holds its place longer was stopped.
         */
        boolean let(int places) {
            return claim == null || claim.take(places) || waited.compareTo(longest) > 0;
        }

        /** Returns the claim, which the caller closes after its turn. */
        SharedHosts.Claim taken() {
            SharedHosts.Claim ours = claim == null ? SharedHosts.Claim.FREE : claim;
            claim = null;
            return ours;
        }

        void await(Pause pause) throws InterruptedException {
            if (++moments < MOMENTS_UNTIL_TOLD) {
                shared.pause();
                waited = waited.plusMillis(SharedHosts.MOMENT);
            } else {
                moments = 0;
                Duration time = isToBeTold() ? TOLD_WAIT : Duration.ofSeconds(1);
                pause.pause(time, "another process that works in this data directory is asking " + host);
                waited = waited.plus(time);
            }
            // Back-offs that other processes have stored apply here too.
            learn(true);
        }

        private boolean isToBeTold() {
            return locked(() -> {
                Instant now = clock.instant();
                boolean told = toldOfOthers == null || Duration.between(toldOfOthers, now).abs().compareTo(TOLD_AGAIN) >= 0;
                if (told) {
                    toldOfOthers = now;
                }
                return told;
            });
        }

        @Override
        public void close() {
            if (claim != null) {
                claim.close();
            }
        }
    }

    /** Reads the stored state of the host, unless it was read just now. Called without the lock. */
    private void learn(boolean again) {
        int before = locked(() -> {
            Instant now = clock.instant();
            if (!again && learnt != null && Duration.between(learnt, now).abs().compareTo(KNOWN_FOR) < 0) {
                return NONE;
            }
            learnt = now;
            return changes;
        });
        if (before == NONE) {
            return;
        }
        List<StoredBackOff> kept = shared.rests(host);
        change(() -> {
            // A change in this process during the reading is newer than the state read.
            if (changes == before) {
                breaker.learn(kept);
                kept.stream().filter(one -> one.kind() == StoredBackOff.Kind.WAIT)
                        .forEach(one -> rest.learn(one, clock.instant()));
            }
        });
    }

    private void keep(StoredBackOff what) {
        if (shared.keep(host, what)) {
            change(() -> {
                changes++;
                breaker.kept(what);
            });
        }
    }

    /** Returns the number of simultaneous requests: a host on trial gets one, whatever the source's setting. */
    private int atOnce(FetchRules rules) {
        return breaker.isOnTrial() ? 1 : rules.requestsAtOnce();
    }

    /** Waits in some way. */
    private interface Wait {
        void await() throws InterruptedException;
    }

    /** Waits without the lock; the place in the queue is kept. */
    private void away(Wait wait) throws InterruptedException {
        lock.unlock();
        try {
            wait.await();
        } finally {
            lock.lock();
        }
    }

    private Duration gap(Duration least) {
        Instant last = lastStart;
        Duration interval = longer(least, adaptive.interval());
        if (last == null || interval.isZero()) {
            return Duration.ZERO;
        }
        Duration gone = Duration.between(last, clock.instant());
        // A clock that was set back must not make the wait longer than the interval.
        Duration left = gone.isNegative() ? interval : interval.minus(gone);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private String gapReason(Duration least, String leastWhy) {
        return least.compareTo(adaptive.interval()) >= 0 ? leastWhy : host + " is asked more slowly: " + adaptive.why();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private Turn begun(SharedHosts.Claim claim) {
        underWay++;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        lastStart = clock.instant();
        return new Turn(claim);
    }

    /** A turn: one request may be sent. Belongs to one thread. */
    final class Turn implements AutoCloseable {

        private final SharedHosts.Claim claim;
        private boolean over;

        private Turn(SharedHosts.Claim claim) {
            this.claim = claim;
        }

        /** Notes the time between the request and the beginning of its response. */
        void answered(Duration time) {
            lock.lock();
            try {
                reached = true;
                adaptive.answered(time);
            } finally {
                lock.unlock();
            }
        }

        /** Ends the turn, so that the next one begins. */
        @Override
        public void close() {
            claim.close();
            lock.lock();
            try {
                if (!over) {
                    over = true;
                    underWay--;
                    changed.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Notes a successful request. */
    void succeeded(FetchRules rules) {
        boolean wasIll = locked(() -> {
            adaptive.succeeded();
            boolean known = breaker.succeeded(rules);
            changes += known ? 1 : 0;
            changed.signalAll();
            return known;
        });
        if (wasIll) {
            shared.isWell(host, CircuitBreaker.fingerprint(rules));
            shared.baseIsWell(host, CircuitBreaker.baseText(rules));
            change(() -> changes++);
        }
    }

    /**
     * Notes that the host reported too many requests.
     *
     * @param wait time in which no requests are sent
     * @param firmly true if the host limits this client, false if it is only busy
     * @param reason for people
     */
    void tooMuch(Duration wait, boolean firmly, String reason) {
        Instant now = clock.instant();
        boolean begins = locked(() -> {
            adaptive.tooMuch(firmly, reason);
            changed.signalAll();
            return rest.begin(now, wait, reason);
        });
        if (begins && wait.compareTo(SHORTEST_KEPT) >= 0) {
            keep(new StoredBackOff(StoredBackOff.Kind.WAIT, "", now, now.plus(wait), reason));
        }
    }

    /**
     * Notes a final failure of a request.
     *
     * @param weight evidence against the host as a whole
     * @param reason for people
     */
    void failed(FetchRules rules, CircuitBreaker.Weight weight, String reason) {
        Optional<StoredBackOff> rests = locked(() -> {
            changes++;
            changed.signalAll();
            return breaker.failed(rules, weight, reason, clock.instant());
        });
        rests.ifPresent(this::keep);
    }

    /** Notes that a response asked for a long pause. */
    void pause(FetchRules rules, Duration time, String reason) {
        locked(() -> {
            changes++;
            changed.signalAll();
            return breaker.asked(rules, time, reason, clock.instant());
        }).forEach(this::keep);
    }

    private void change(Runnable what) {
        lock.lock();
        try {
            what.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private <T> T locked(Supplier<T> what) {
        lock.lock();
        try {
            return what.get();
        } finally {
            lock.unlock();
        }
    }
}
