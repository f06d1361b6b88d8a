package dev.sheaf.platform.server.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * Places for work, with a limit for each client. Work without a place waits in a queue, without a thread. Clients with few places have
 * priority: the last places are reserved for them, they get the next free place, and in a full queue the client with the most waiting work
 * loses work to them. So a few clients that keep all their places do not block the others. Thread-safe.
 */
final class Places {

    /** Number of places below which a client may take one of the reserved places. */
    private static final int FEW = 2;
    /** Number of reserved places, but no more than an eighth of all. */
    private static final int KEPT = 8;

    private final int most;
    private final int mostOfClient;
    private final int mostWaiting;
    private final long longestWait;
    private final Executor executor;
    private final Map<String, Integer> taken = new HashMap<>();
    private final ArrayDeque<Waiting> queue = new ArrayDeque<>();
    /** Entries of the queue by client. */
    private final Map<String, Integer> waiting = new HashMap<>();
    private int inUse;

    /** Work that waits for a place. One of its methods is called, without a lock; the first by the executor. */
    interface Work {
        void run();

        void refuse();
    }

    private record Waiting(String client, Work work, long since) {}

    /**
     * Creates free places.
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
     * Requests a place.
     *
     * @return true if the caller has it and does the work itself; false if the work waits or was refused
     */
    boolean enter(String client, Work work, long now) {
        Optional<Work> refused;
        synchronized (this) {
            if (hasRoom(client)) {
                take(client);
                return true;
            }
            int own = waitingOf(client);
            if (queue.size() < mostWaiting) {
                // No client takes more than half of the queue.
                boolean mayWait = own < mostWaiting / 2;
                refused = mayWait ? Optional.empty() : Optional.of(work);
                if (mayWait) {
                    add(client, work, now);
                }
            } else {
                refused = youngestOfCrowd(own);
                if (refused.isPresent()) {
                    add(client, work, now);
                } else {
                    refused = Optional.of(work);
                }
            }
        }
        refused.ifPresent(Work::refuse);
        return false;
    }

    private void add(String client, Work work, long now) {
        queue.add(new Waiting(client, work, now));
        waiting.merge(client, 1, Integer::sum);
    }

    private int waitingOf(String client) {
        return waiting.getOrDefault(client, 0);
    }

    /**
     * Removes the youngest work of the client with the most waiting work from the queue; empty if that client has hardly more than the
     * other.
     */
    private Optional<Work> youngestOfCrowd(int ofOther) {
        String crowd = Collections.max(waiting.entrySet(), Map.Entry.comparingByValue()).getKey();
        if (waitingOf(crowd) <= ofOther + 1) {
            return Optional.empty();
        }
        for (Iterator<Waiting> youngest = queue.descendingIterator(); youngest.hasNext();) {
            Waiting one = youngest.next();
            if (one.client().equals(crowd)) {
                youngest.remove();
                left(one);
                return Optional.of(one.work());
            }
        }
        return Optional.empty();
    }

    private void left(Waiting one) {
        waiting.computeIfPresent(one.client(), (_, count) -> count == 1 ? null : count - 1);
    }

    private boolean hasRoom(String client) {
        int own = taken.getOrDefault(client, 0);
        return own < mostOfClient && inUse < (own < FEW ? most : most - Math.min(KEPT, most / KEPT));
    }

    private void take(String client) {
        inUse++;
        taken.merge(client, 1, Integer::sum);
    }

    /** Returns a place. Of the waiting work that may have it, the oldest of the client with the fewest places begins. */
    void leave(String client) {
        @Nullable
        Waiting next = null;
        synchronized (this) {
            inUse--;
            taken.computeIfPresent(client, (_, count) -> count == 1 ? null : count - 1);
            int fewest = Integer.MAX_VALUE;
            for (Waiting one : queue) {
                int own = taken.getOrDefault(one.client(), 0);
                if (own < fewest && hasRoom(one.client())) {
                    next = one;
                    fewest = own;
                }
                if (fewest == 0) {
                    break;
                }
            }
            if (next != null) {
                queue.remove(next);
                left(next);
                take(next.client());
            }
        }
        if (next != null) {
            executor.execute(next.work()::run);
        }
    }

    /** Refuses work that has waited for too long. */
    void sweep(long now) {
        List<Work> late = new ArrayList<>();
        synchronized (this) {
            while (!queue.isEmpty() && now - queue.getFirst().since() > longestWait) {
                Waiting first = queue.removeFirst();
                left(first);
                late.add(first.work());
            }
        }
        late.forEach(Work::refuse);
    }
}
