package dev.sheaf.platform.server.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * Places for work, a limited number of them for one client. Work without a place waits in a queue, without a thread. Clients that have a place
 * free go past those that have none. Thread-safe.
 */
final class Places {

    private final int most;
    private final int mostOfClient;
    private final int mostWaiting;
    private final long longestWait;
    private final Executor executor;
    private final Map<String, Integer> taken = new HashMap<>();
    private final ArrayDeque<Waiting> queue = new ArrayDeque<>();
    private int inUse;

    /** Work that waits for a place, and what is done when it gets none; both are called without a lock, the first by the executor. */
    interface Work {
        void run();

        void refuse();
    }

    private record Waiting(String client, Work work, long since) {}

    /**
     * Free places.
     *
     * @param longestWait nanoseconds
     * @param executor runs work that has waited
     */
    Places(int most, int mostOfClient, int mostWaiting, long longestWait, Executor executor) {
        this.most = most;
        this.mostOfClient = mostOfClient;
        this.mostWaiting = mostWaiting;
        this.longestWait = longestWait;
        this.executor = executor;
    }

    /**
     * Asks for a place.
     *
     * @return true when the caller has it and does the work itself; false when the work waits, or was refused
     */
    boolean enter(String client, Work work, long now) {
        synchronized (this) {
            if (hasRoom(client)) {
                take(client);
                return true;
            }
            // No client takes more than half of the queue.
            if (queue.size() < mostWaiting
                    && queue.stream().filter(one -> one.client().equals(client)).count() < mostWaiting / 2) {
                queue.add(new Waiting(client, work, now));
                return false;
            }
        }
        work.refuse();
        return false;
    }

    private boolean hasRoom(String client) {
        return inUse < most && taken.getOrDefault(client, 0) < mostOfClient;
    }

    private void take(String client) {
        inUse++;
        taken.merge(client, 1, Integer::sum);
    }

    /** Gives a place back; the longest waiting work that may have it is done. */
    void leave(String client) {
        Work next = null;
        synchronized (this) {
            inUse--;
            taken.computeIfPresent(client, (_, count) -> count == 1 ? null : count - 1);
            for (Iterator<Waiting> waiting = queue.iterator(); next == null && waiting.hasNext();) {
                Waiting first = waiting.next();
                if (hasRoom(first.client())) {
                    waiting.remove();
                    take(first.client());
                    next = first.work();
                }
            }
        }
        if (next != null) {
            executor.execute(next::run);
        }
    }

    /** Refuses what has waited for too long. */
    void sweep(long now) {
        List<Work> late = new ArrayList<>();
        synchronized (this) {
            while (!queue.isEmpty() && now - queue.getFirst().since() > longestWait) {
                late.add(queue.removeFirst().work());
            }
        }
        late.forEach(Work::refuse);
    }
}
