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
 * Bounds the bytes of responses that are in memory at the same time, however many repositories are harvested at once: a reader that would
 * exceed the limit waits until others have saved their pages. Three may exceed it, so that nobody waits permanently: the oldest reader when no
 * page is in hand that could come back; one whose repository has a page in hand already, as long as all others keep to the limit, because
 * that page may wait for this one; and the oldest reader when no page has come or gone for a while. A reader whose server keeps it waiting
 * counts as the youngest, or one slow server would stop all harvests. Safe for many threads.
 */
public final class PageBudget {

    /** Pages in hand are saved within seconds; who holds one for longer, for instance because a host is paused, need not stop the others. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** The same when half of the limit is used beyond it: many held pages would end the heap. */
    private static final long LAST_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final Cleaner CLEANER = Cleaner.create(Thread.ofPlatform().name("sheaf-page-budget").daemon().factory());

    private final long limit;
    private final long patienceNanos;
    private final long lastPatienceNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final LinkedHashSet<Lease> reading = new LinkedHashSet<>();
    /** Bytes that somebody has in hand or reads, by holder, of those who have a whole page in hand. */
    private final Map<String, Held> held = new HashMap<>();
    private long used;
    /** Time at which a page was last read or given back. */
    private long moved = System.nanoTime();
    private long most;

    /** Pages of one holder: whole pages in hand come back without anybody reading on, unless they wait for another page of the holder. */
    private static final class Held {
        private long bytes;
        private int inHand;
        private int leases;
    }

    /** @param limit bytes; a single larger response is read anyway */
    public PageBudget(long limit) {
        this(limit, PATIENCE_NANOS, LAST_PATIENCE_NANOS);
    }

    PageBudget(long limit, long patienceNanos, long lastPatienceNanos) {
        this.limit = limit;
        this.patienceNanos = patienceNanos;
        this.lastPatienceNanos = lastPatienceNanos;
    }

    /** A share of the heap: a page in memory is there several times, as it came, as records, packed for the store. */
    public static PageBudget ofHeap() {
        return new PageBudget(Limit.PAGES_IN_MEMORY.number());
    }

    /** Bytes held at this moment. */
    public long used() {
        lock.lock();
        try {
            return used;
        } finally {
            lock.unlock();
        }
    }

    /** The most bytes that were held at the same time. */
    public long mostUsed() {
        lock.lock();
        try {
            return most;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A lease of nothing, to grow while a response is read.
     *
     * @param holder who reads it; pages of one holder may wait for each other
     */
    Lease lease(String holder) {
        return new Lease(holder);
    }

    private boolean isAnythingInHand() {
        return held.values().stream().anyMatch(holder -> holder.inHand > 0);
    }

    /** The bytes of one response. Grown by one thread; may be given back by any. */
    public final class Lease implements AutoCloseable {

        private final String holder;
        private long bytes;
        private boolean whole;
        private boolean closed;
        /** True while it waits for memory, not for its server. */
        private boolean waiting;
        /** Time at which it was last given memory. */
        private long grown;

        private Lease(String holder) {
            this.holder = holder;
        }

        /**
         * Takes more, up to a size; waits while others hold too much.
         *
         * @throws InterruptedException when the thread is interrupted meanwhile
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
                        // Slow servers hold all of this: each that is passed could add a page, until the heap ends.
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

        /** Returns the time at which it was last given memory; that of the call while it waits for some. */
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

        /** The response has been read; the bytes are held until it is closed. */
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

        /** Gives the bytes back when something is no longer used by anybody, if nobody has closed it before. */
        public void closeWith(Object page) {
            CLEANER.register(page, this::close);
        }

        /** Gives the bytes back. */
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
