package dev.sheaf.platform.usage;

import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;
import dev.sheaf.store.usage.UsageLog;
import dev.sheaf.store.usage.Use;

/**
 * Background work of usage logs: stores the counted uses, and when a day is over, closes it, removes the oldest, publishes the rest and
 * computes which records are read together. Thread-safe.
 */
final class UsageWork implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(UsageWork.class);
    private static final Duration ROUND = Duration.ofSeconds(5);
    /** Longest wait for the end of the work. */
    private static final Duration END = Duration.ofSeconds(30);
    /** Largest number of documents that a person reads in a day; also bounds the pairs that one agent contributes. */
    static final int MOST_DOCUMENTS = 100;

    private final UsageLog usage;
    private final UsageSettings settings;
    private final UseQueue queue;
    private final DayAgents agents;
    private final UsagePublication publication;
    private final Recommender recommender;
    private final Runnable saved;
    private final InstantSource clock;
    private final AtomicLong counted = new AtomicLong();
    private final AtomicLong computations = new AtomicLong();
    private final Rounds rounds;
    /** Uses that could not be stored in the last round. */
    private List<Use> unstored = List.of();
    /** True until everything is published. True at first, because settings may have changed, and the last process may have died. */
    private boolean isDue = true;

    /**
     * Does nothing before it is started.
     *
     * @param saved called after records were saved
     */
    UsageWork(HubStore store, UsageSettings settings, UseQueue queue, DayAgents agents, UsagePublication publication,
            Recommender recommender, Runnable saved, InstantSource clock) {
        this.usage = store.usage();
        this.settings = settings;
        this.queue = queue;
        this.agents = agents;
        this.publication = publication;
        this.recommender = recommender;
        this.saved = saved;
        this.clock = clock;
        this.rounds = new Rounds("sheaf-usage", ROUND, clock);
    }

    /** Begins; returns at once. */
    void start() {
        rounds.start(this::round);
    }

    /** Stores what was counted, and publishes if a day is over. For one thread at a time. */
    synchronized void round() {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        agents.forget(today);
        store();
        for (UsageLog.Day day : usage.days()) {
            if (day.day().isBefore(today.minusDays(settings.days()))) {
                usage.remove(day.day());
                isDue = true;
            } else if (!day.closed() && day.day().isBefore(today)) {
                long programs = usage.close(day.day(), MOST_DOCUMENTS);
                LOG.info("usage of a day closed: day={} agents-left-out={}", day.day(), programs);
                isDue = true;
            }
        }
        if (isDue && !rounds.isClosed()) {
            publication.publish(rounds::isClosed);
            recommender.compute(rounds::isClosed);
            computations.incrementAndGet();
            isDue = rounds.isClosed();
            saved.run();
        }
    }

    private void store() {
        List<Use> waiting = unstored.isEmpty() ? queue.take() : unstored;
        unstored = waiting;
        List<Use> rest = new ArrayList<>(waiting);
        while (!rest.isEmpty()) {
            List<Use> portion = rest.subList(0, Math.min(rest.size(), UsageLog.MAX_BATCH));
            counted.addAndGet(usage.add(portion));
            portion.clear();
            unstored = List.copyOf(rest);
        }
    }

    /** Returns the number of uses that were stored since the start. */
    long counted() {
        return counted.get();
    }

    /** Returns a text that changes with every computation of relations. */
    String version() {
        return Long.toString(computations.get());
    }

    /** Stores what was counted, and ends. A publication under way is completed after the next start. */
    @Override
    public void close() {
        rounds.close(END);
        try {
            storeRest();
        } catch (RuntimeException failure) {
            LOG.warn("the last uses are lost: reason=\"{}\"", failure.getMessage());
        }
    }

    private synchronized void storeRest() {
        store();
        store();
    }
}
