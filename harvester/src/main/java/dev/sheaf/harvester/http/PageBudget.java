package dev.sheaf.harvester.http;

import java.lang.ref.Cleaner;
import java.util.LinkedHashSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import dev.sheaf.core.Limit;

/**
 * Bounds the bytes of responses that are in memory at the same time, however many repositories are harvested at once: who would go beyond
 * the limit waits until others have saved their pages. The oldest reader goes on when nothing moves otherwise, so that one page larger than
 * the limit stops nobody. Safe for many threads.
 */
public final class PageBudget {

    /** Pages in hand are saved within seconds; whoever holds one for longer is no reason to stop the others. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Cleaner CLEANER = Cleaner.create(Thread.ofPlatform().name("sheaf-page-budget").daemon().factory());

    private final long limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final LinkedHashSet<Lease> reading = new LinkedHashSet<>();
    private long used;
    /** Of these the bytes of whole pages that somebody has in hand: they come back without anybody reading on. */
    private long inHand;
    private long most;

    /** @param limit bytes; a single larger response is read anyway */
    public PageBudget(long limit) {
        this.limit = limit;
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

    /** A lease of nothing, to grow while a response is read. */
    Lease lease() {
        return new Lease();
    }

    /** The bytes of one response. Grown by one thread; may be given back by any. */
    public final class Lease implements AutoCloseable {

        private long bytes;
        private boolean whole;
        private boolean closed;

        private Lease() {}

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
                reading.add(this);
                long patience = LONGEST_WAIT_NANOS;
                while (used + more > limit && !(isOldest() && (inHand == 0 || patience <= 0))) {
                    if (isOldest()) {
                        patience = freed.awaitNanos(patience);
                    } else {
                        freed.await();
                    }
                }
                used += more;
                most = Math.max(most, used);
                bytes = size;
            } finally {
                lock.unlock();
            }
        }

        private boolean isOldest() {
            return reading.getFirst() == this;
        }

        /** The response has been read; the bytes are held until it is closed. */
        void read() {
            lock.lock();
            try {
                if (reading.remove(this) && !closed) {
                    whole = true;
                    inHand += bytes;
                }
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
                    reading.remove(this);
                    used -= bytes;
                    inHand -= whole ? bytes : 0;
                    freed.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
