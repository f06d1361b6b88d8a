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
 * The pace of requests to one host, for all callers of one {@link HttpFetcher}: how many at a time, how far apart, and whether they are
 * paused. Callers are served in their order. Other processes may share the number at a time and the pauses ({@link SharedHosts}). Safe for
 * many threads.
 */
public final class HostPace {

    /** Shorter back-offs are not stored: they are over before another process has begun. */
    private static final Duration SHORTEST_KEPT = Duration.ofSeconds(5);
    /** The state shared with other processes is read at most this often, because some pages take less time than the reading. */
    private static final Duration KNOWN_FOR = Duration.ofSeconds(1);
    /** A longer wait for another process is reported; where two take turns, each wait lasts as long as one page. */
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
    /** Counts what becomes known here of the host, and once more when the others can read it. */
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

    /** Notes that somebody is about to ask the host. */
    void touch() {
        touched = clock.instant();
    }

    /** Returns true when nobody has asked the host for an hour and nothing is known of it that later requests have to heed. */
    boolean isForgotten() {
        return locked(() -> {
            Instant now = clock.instant();
            return underWay == 0 && queue.isEmpty() && Duration.between(touched, now).compareTo(FORGOTTEN) > 0
                    && breaker.isIdle(now)
                    && rest.left(now).isZero();
        });
    }

    /** The name under which the host of an address is known: lower case, with the port unless that is the usual one. */
    public static String host(URI uri) {
        String name = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        boolean usual = uri.getPort() < 0 || uri.getPort() == (secure ? 443 : 80);
        return usual ? name : name + ":" + uri.getPort();
    }

    /** The host, as {@link #host(URI)} names it. */
    public String host() {
        return host;
    }

    /** Requests under way at this moment. */
    public int underWay() {
        return locked(() -> underWay);
    }

    /** The largest number of requests that were under way at the same time. */
    public int mostUnderWay() {
        return locked(() -> mostUnderWay);
    }

    /** The time that is kept between the beginnings of two requests, beyond what a source asks for; zero for a host at its ease. */
    public Duration interval() {
        return locked(adaptive::interval);
    }

    /** Returns why requests to the host are paused now, for people; empty when they are not. */
    public Optional<String> leftAlone() {
        return locked(() -> breaker.leftAlone(clock.instant()));
    }

    /** Returns until when requests to the host are paused, after failures or at its request; empty when it may be asked now. */
    public Optional<Instant> pausedUntil() {
        return locked(() -> {
            Instant now = clock.instant();
            Instant rested = now.plus(rest.left(now));
            Instant until = breaker.pausedUntil(now).filter(time -> time.isAfter(rested)).orElse(rested);
            return until.isAfter(now) ? Optional.of(until) : Optional.empty();
        });
    }

    /**
     * A host that is not asked for now.
     *
     * @param host as {@link HostPace#host(URI)} names it
     * @param until when it may be asked again
     * @param reason what happened there, for people; may name the address of another source
     */
    public record Refusal(String host, Instant until, String reason) {}

    /**
     * Returns why a request would not be made at this moment, also when another process has learnt that; empty when it would be made, perhaps
     * after a short wait.
     *
     * @param rules of the client: bot protection turns away some and lets in others
     */
    public Optional<Refusal> refusal(FetchRules rules) {
        learn(false);
        return locked(() -> breaker.refusal(rules, clock.instant()));
    }

    /** True when it has answered before. */
    boolean wasReached() {
        return locked(() -> reached);
    }

    /**
     * Waits for one's turn, also after other processes that share their hosts.
     *
     * @param least time between two requests that the source or robots.txt asks for
     * @param leastWhy who asks for it, for people
     * @param pause waits where waiting is asked for
     * @return to be closed when the response has arrived whole
     * @throws HarvestException of kind {@link HarvestException.Kind#PAUSED} when requests to the host are paused
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
                // A caller that has waited once does not wait for the same back-off again: the clock may stand still or have been set.
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

    /** The dealings of one waiting caller with other processes. */
    private final class Others implements AutoCloseable {

        private final Duration longest;
        private SharedHosts.@Nullable Claim claim = shared.claim(host);
        private Duration waited = Duration.ZERO;
        private int moments;

        Others(FetchRules rules) {
            longest = rules.patience().plus(rules.total());
        }

        /** True when they let us go on. No exchange lasts longer than the longest time: anyone who holds the place then was stopped. */
        boolean let(int places) {
            return claim == null || claim.take(places) || waited.compareTo(longest) > 0;
        }

        /** Hands over the claim that the caller has to give back when the turn is over. */
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
            // Back-offs that the other processes have met hold for this one too.
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

    /** Learns what is kept of the host, unless that was done just now. Called without the lock. */
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
            // A change of this process during the reading is newer than the facts read.
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

    /** A host on trial gets one request, whatever a source asks for. */
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

    /** A request that may be made now. Belongs to one thread. */
    final class Turn implements AutoCloseable {

        private final SharedHosts.Claim claim;
        private boolean over;

        private Turn(SharedHosts.Claim claim) {
            this.claim = claim;
        }

        /** The response has begun, so long after the request. */
        void answered(Duration time) {
            lock.lock();
            try {
                reached = true;
                adaptive.answered(time);
            } finally {
                lock.unlock();
            }
        }

        /** The next one's turn. */
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

    /** A request has brought what it was to bring. */
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
            change(() -> changes++);
        }
    }

    /**
     * The host said that it is asked too much.
     *
     * @param wait for which nothing is asked of it
     * @param firmly true when it says that it is us who ask too much, and not only that it is busy
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
     * A request has failed for good.
     *
     * @param weight how much it says of the host as a whole
     */
    void failed(FetchRules rules, CircuitBreaker.Weight weight, String reason) {
        Optional<StoredBackOff> rests = locked(() -> {
            changes++;
            changed.signalAll();
            return breaker.failed(rules, weight, reason, clock.instant());
        });
        rests.ifPresent(this::keep);
    }

    /** The host itself has asked for a long rest. */
    void pause(Duration time, String reason) {
        keep(locked(() -> {
            changes++;
            changed.signalAll();
            return breaker.open(time, reason, clock.instant());
        }));
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
