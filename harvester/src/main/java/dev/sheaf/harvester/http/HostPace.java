package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * How fast one host is asked, for all who ask it through one {@link HttpFetcher}: how many requests at a time, how far apart, and whether it
 * is left alone for now. Whoever comes first is served first. Safe for many threads.
 */
public final class HostPace {

    private final String host;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Long> queue = new ArrayDeque<>();
    private final AtomicLong tickets = new AtomicLong();
    private final AdaptiveInterval adaptive;
    private final HostRest rest;
    private final CircuitBreaker breaker;
    private @Nullable Instant lastStart;
    private int underWay;
    private int mostUnderWay;
    private boolean reached;

    HostPace(String host, InstantSource clock) {
        this.host = host;
        this.clock = clock;
        this.adaptive = new AdaptiveInterval();
        this.rest = new HostRest();
        this.breaker = new CircuitBreaker(host);
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

    /** Why the host is left alone at this moment, for people; empty when it is not. */
    public Optional<String> leftAlone() {
        return locked(() -> breaker.leftAlone(clock.instant()));
    }

    /** Until when the host is left alone, or rests because it asked for that; empty when it may be asked now. */
    public Optional<Instant> leftAloneUntil() {
        return locked(() -> {
            Instant now = clock.instant();
            Instant rested = now.plus(rest.left(now));
            Instant until = breaker.leftAloneUntil(now).filter(time -> time.isAfter(rested)).orElse(rested);
            return until.isAfter(now) ? Optional.of(until) : Optional.empty();
        });
    }

    /** True when it has answered before. */
    boolean wasReached() {
        return locked(() -> reached);
    }

    /**
     * Waits for one's turn.
     *
     * @param least time between two requests that the source or robots.txt asks for
     * @param leastWhy who asks for it, for people
     * @param pause waits where waiting is asked for
     * @return to be closed when the response has arrived whole
     * @throws HarvestException of kind {@link HarvestException.Kind#LEFT_ALONE} when the host is left alone
     */
    Turn turn(FetchRules rules, Duration least, String leastWhy, Pause pause) throws HarvestException, InterruptedException {
        Long ticket = tickets.incrementAndGet();
        long restServed = -1;
        boolean intervalServed = false;
        lock.lockInterruptibly();
        try {
            queue.addLast(ticket);
            while (true) {
                breaker.check(rules, clock.instant());
                Duration waiting = rest.left(clock.instant());
                // Who has waited for it is not asked by a clock again, which may stand still or have been set.
                if (!waiting.isZero() && restServed != rest.number()) {
                    restServed = rest.number();
                    intervalServed = true;
                    away(pause, waiting, rest.reason());
                    rest.served(restServed);
                } else if (ticket.equals(queue.peekFirst()) && underWay < atOnce(rules)) {
                    Duration gap = gap(least);
                    if (gap.isZero() || intervalServed) {
                        return begun();
                    }
                    intervalServed = true;
                    away(pause, gap, gapReason(least, leastWhy));
                } else {
                    changed.await();
                }
            }
        } finally {
            queue.remove(ticket);
            changed.signalAll();
            lock.unlock();
        }
    }

    /** A host on trial gets one request, whatever a source asks for. */
    private int atOnce(FetchRules rules) {
        return breaker.isOnTrial() ? 1 : rules.requestsAtOnce();
    }

    /** Pauses without the lock; the place in the queue is kept. */
    private void away(Pause pause, Duration time, String reason) throws InterruptedException {
        lock.unlock();
        try {
            pause.pause(time, reason);
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

    private Turn begun() {
        underWay++;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        lastStart = clock.instant();
        return new Turn();
    }

    /** A request that may be made now. Belongs to one thread. */
    final class Turn implements AutoCloseable {

        private boolean over;

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
        change(() -> {
            adaptive.succeeded();
            breaker.succeeded(rules);
        });
    }

    /**
     * The host said that it is asked too much.
     *
     * @param wait for which nothing is asked of it
     * @param firmly true when it says that it is us who ask too much, and not only that it is busy
     * @param reason for people
     */
    void tooMuch(Duration wait, boolean firmly, String reason) {
        change(() -> {
            adaptive.tooMuch(firmly, reason);
            rest.begin(clock.instant(), wait, reason);
        });
    }

    /**
     * A request has failed for good.
     *
     * @param weight how much it says of the host as a whole
     */
    void failed(FetchRules rules, CircuitBreaker.Weight weight, String reason) {
        change(() -> breaker.failed(rules, weight, reason, clock.instant()));
    }

    /** The host itself has asked for a long rest. */
    void leaveAlone(Duration time, String reason) {
        change(() -> breaker.open(time, reason, clock.instant()));
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
