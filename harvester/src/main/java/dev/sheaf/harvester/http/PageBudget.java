package dev.sheaf.harvester.http;

import java.lang.ref.Cleaner;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import dev.sheaf.core.Limit;

/**
 * Limit on the bytes of responses in memory at the same time, for any number of parallel harvests: a reader that would exceed the limit
 * waits until others have saved their pages. So that no reader waits permanently, three readers may exceed the limit: the oldest reader, if
 * no complete page is in use that could be released; a reader whose repository already has a page in use, while all others are within the
 * limit, because that page may wait for this one; and the oldest reader, if no page was read or released for a while. A reader that waits
 * for its server counts as the youngest; otherwise one slow server would stop all harvests. Safe for many threads.
 */
public final class PageBudget {

    /**
     * Time after which a page in use no longer stops other readers. Pages are usually saved within seconds; a longer time may come from a
     * paused host.
     */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** The same if one and a half times the limit is in use, because many held pages would exhaust the heap. */
    private static final long LAST_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final Cleaner CLEANER = Cleaner.create(Thread.ofPlatform().name("sheaf-page-budget").daemon().factory());

    private final long limit;
    private final long patienceNanos;
    private final long lastPatienceNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final LinkedHashSet<Lease> reading = new LinkedHashSet<>();
    /** Bytes in use or being read, by holder, for holders with a complete page in use. */
    private final Map<String, Held> held = new HashMap<>();
    private long used;
    /** Time at which a page was last read or released. */
    private long moved = System.nanoTime();
    private long most;

    /** Pages of one holder. Complete pages in use are released without further reading, unless they wait for another page of the holder. */
    private static final class Held {
        private long bytes;
        private int inHand;
        private int leases;
    }

    /** @param limit largest number of bytes; a single larger response is read anyway */
    public PageBudget(long limit) {
        this(limit, PATIENCE_NANOS, LAST_PATIENCE_NANOS);
    }

    PageBudget(long limit, long patienceNanos, long lastPatienceNanos) {
        this.limit = limit;
        this.patienceNanos = patienceNanos;
        this.lastPatienceNanos = lastPatienceNanos;
    }

    /** Returns a limit for this heap. A page is in memory several times: as received, as records, and compressed for the store. */
    public static PageBudget ofHeap() {
        return new PageBudget(Limit.PAGES_IN_MEMORY.number());
    }

    /** Returns the number of bytes in use. */
    public long used() {
        lock.lock();
        try {
            return used;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the largest number of bytes that were in use at the same time. */
    public long mostUsed() {
        lock.lock();
        try {
            return most;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns an empty lease, which grows while a response is read.
     *
     * @param holder identifies the reader; pages of one holder may wait for each other
     */
    Lease lease(String holder) {
        return new Lease(holder);
    }

    private boolean isAnythingInHand() {
        return held.values().stream().anyMatch(holder -> holder.inHand > 0);
    }

    /** The memory of one response. One thread lets it grow; any thread may release it. */
    public final class Lease implements AutoCloseable {

        private final String holder;
        private long bytes;
        private boolean whole;
        private boolean closed;
        /** True while it waits for memory and not for its server. */
        private boolean waiting;
        /** Time at which it last got memory. */
        private long grown;

        private Lease(String holder) {
            this.holder = holder;
        }

        /**
         * Enlarges it to a size; waits while others use too much.
         *
         * @throws InterruptedException if the thread is interrupted meanwhile
         */
        void grow(long size) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                long more = size - bytes;
                if (closed || more <= 0) {
                    return;
                }
                if (reading.add(this)) {
                    held.computeIfAbsent(holder, _ -> new Held()).leases++;
                }
                waiting = true;
                while (used + more > limit && !mayGoBeyond()) {
                    Lease oldest = reading.getFirst();
                    long now = System.nanoTime();
                    long left = (oldest == this ? moved : oldest.grown(now)) + patience() - now;
                    if (left > 0) {
                        freed.awaitNanos(left);
                    } else if (oldest == this) {
                        break;
                    } else if (used > 2 * limit) {
                        // Slow servers use all of this; each reader that is let through could add a page until the heap is exhausted.
                        freed.await();
                    } else {
                        reading.remove(oldest);
                        reading.add(oldest);
                        freed.signalAll();
                    }
                }
                take(more);
                bytes = size;
            } finally {
                waiting = false;
                grown = System.nanoTime();
                lock.unlock();
            }
        }

        /** Returns the time at which it last got memory; the present time while it waits for some. */
        private long grown(long now) {
            return waiting ? now : grown;
        }

        private boolean mayGoBeyond() {
            Held mine = Objects.requireNonNull(held.get(holder));
            return mine.inHand > 0 ? used - mine.bytes <= limit : isOldest() && !isAnythingInHand();
        }

        private long patience() {
            return used > limit + limit / 2 ? lastPatienceNanos : patienceNanos;
        }

        private boolean isOldest() {
            return reading.getFirst() == this;
        }

        private void take(long more) {
            used += more;
            most = Math.max(most, used);
            Objects.requireNonNull(held.get(holder)).bytes += more;
        }

        /** Notes that the response was read. The bytes stay in use until the lease is closed. */
        void read() {
            lock.lock();
            try {
                if (reading.remove(this) && !closed) {
                    whole = true;
                    Objects.requireNonNull(held.get(holder)).inHand++;
                }
                moved = System.nanoTime();
                freed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** Releases the bytes when an object is no longer reachable, unless the lease is closed before. */
        public void closeWith(Object page) {
            CLEANER.register(page, this::close);
        }

        /** Releases the bytes. */
        @Override
        public void close() {
            lock.lock();
            try {
                if (!closed) {
                    closed = true;
                    giveBack();
                }
            } finally {
                lock.unlock();
            }
        }

        private void giveBack() {
            Held mine = held.get(holder);
            if (!reading.remove(this) && !whole || mine == null) {
                // It never grew.
                return;
            }
            used -= bytes;
            mine.bytes -= bytes;
            mine.inHand -= whole ? 1 : 0;
            if (--mine.leases == 0) {
                held.remove(holder);
            }
            moved = System.nanoTime();
            freed.signalAll();
        }
    }
}
