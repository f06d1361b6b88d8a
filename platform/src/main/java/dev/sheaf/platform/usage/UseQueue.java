package dev.sheaf.platform.usage;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.usage.Use;

/**
 * Uses that wait to be stored. Requests add them without waiting; when the queue is full, further uses are dropped and counted. Safe for many
 * threads that add and one that takes.
 */
final class UseQueue {

    /** Largest number of uses that wait. */
    static final int CAPACITY = 10_000;

    private final ArrayBlockingQueue<Event> waiting = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong dropped = new AtomicLong();

    private record Event(LocalDate day, String agent, ItemKey item) {}

    /** Adds a use, or drops it. */
    void add(LocalDate day, String agent, ItemKey item) {
        if (!waiting.offer(new Event(day, agent, item))) {
            dropped.incrementAndGet();
        }
    }

    /** Takes all uses that wait; those of one agent, item and day become one. */
    List<Use> take() {
        List<Event> events = new ArrayList<>();
        waiting.drainTo(events);
        Map<Event, Integer> times = new LinkedHashMap<>();
        events.forEach(event -> times.merge(event, 1, Integer::sum));
        return times.entrySet().stream()
                .map(one -> new Use(one.getKey().day(), one.getKey().agent(), one.getKey().item(), one.getValue())).toList();
    }

    /** Returns the number of uses that were dropped because the queue was full. */
    long dropped() {
        return dropped.get();
    }
}
