package dev.sheaf.platform.proxy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sources.NotedFaults;
import dev.sheaf.store.sources.ProxiedFault;
import dev.sheaf.store.sources.ProxiedTally;

/**
 * Log of the faults that the proxy finds. It does not delay responses: one transaction saves all faults that arrived during the previous
 * transaction. Thread-safe.
 */
final class FaultLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FaultLog.class);
    private static final int WAITING = 10_000;
    private static final Entry END = new Entry("", Instant.EPOCH, ProxiedTally.NONE, List.of());

    private final NotedFaults faults;
    private final LinkedBlockingQueue<Entry> waiting = new LinkedBlockingQueue<>(WAITING);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition written = lock.newCondition();
    private final Thread thread;
    private long added;
    private long done;

    private record Entry(String source, Instant at, ProxiedTally tally, List<ProxiedFault> faults) {}

    FaultLog(NotedFaults faults) {
        this.faults = faults;
        this.thread = Thread.ofVirtual().name("proxy-fault-log").start(this::write);
    }

    /** Adds the faults of one response. Waits if ten thousand entries are unsaved. */
    void add(String source, Instant at, ProxiedTally tally, List<ProxiedFault> met) {
        lock.lock();
        try {
            added++;
        } finally {
            lock.unlock();
        }
        try {
            waiting.put(new Entry(source, at, tally, List.copyOf(met)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            LOG.warn("proxy faults not saved for the repair report: source={} faults={} because=interrupted", source, met.size());
            count(1);
        }
    }

    private void write() {
        try {
            while (true) {
                List<Entry> entries = new ArrayList<>();
                entries.add(waiting.take());
                waiting.drainTo(entries);
                boolean isEnd = entries.remove(END);
                save(entries);
                count(entries.size());
                if (isEnd) {
                    return;
                }
            }
        } catch (InterruptedException _) {
            // Only the end of the program interrupts this thread.
        }
    }

    private void save(List<Entry> entries) {
        Map<String, List<Entry>> bySource = new LinkedHashMap<>();
        entries.forEach(entry -> bySource.computeIfAbsent(entry.source(), _ -> new ArrayList<>()).add(entry));
        bySource.forEach((source, those) -> {
            try {
                faults.save(source, those.getLast().at(),
                        those.stream().map(Entry::tally).reduce(ProxiedTally.NONE, ProxiedTally::plus),
                        those.stream().flatMap(entry -> entry.faults().stream()).toList());
            } catch (StoreException failure) {
                LOG.warn("proxy faults not saved for the repair report: source={} because=\"{}\"", source, failure.getMessage());
            } catch (RuntimeException | Error failure) {
                // No failure may end this thread, because every response would then wait for it.
                LOG.warn("proxy faults not saved for the repair report: source={}", source, failure);
            }
        });
    }

    private void count(int entries) {
        lock.lock();
        try {
            done += entries;
            written.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all entries are saved. */
    void flush() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long wanted = added;
            while (done < wanted) {
                written.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Saves the remaining entries and ends. */
    @Override
    public void close() {
        try {
            waiting.put(END);
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
