package dev.sheaf.platform.usage;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Rates at which agents, or networks, open documents. One above the rate is a program, and stays one until its name changes at the end of the
 * day. The memory is bounded: those that were away longest are forgotten first. Thread-safe.
 */
final class AgentRates {

    /** Largest number of documents that a person opens in a minute. */
    static final int OF_AN_AGENT = 30;
    /** Largest number of documents that the readers in a network open in a minute. */
    static final int OF_A_NETWORK = 300;
    /** Largest number of names; each takes some 150 bytes. */
    static final int MOST_AGENTS = 20_000;
    private static final int SECONDS = 60;

    private final int most;
    private final Map<String, Rate> agents = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Rate> eldest) {
            return size() > MOST_AGENTS;
        }
    };

    private static final class Rate {
        private long minute;
        private int documents;
        private boolean isProgram;
    }

    /** @param most largest number of documents in a minute */
    AgentRates(int most) {
        this.most = most;
    }

    /** Counts a document, and returns whether a name may still be that of people. */
    synchronized boolean admits(String name, Instant now) {
        Rate rate = agents.computeIfAbsent(name, _ -> new Rate());
        long minute = now.getEpochSecond() / SECONDS;
        if (rate.minute != minute) {
            rate.minute = minute;
            rate.documents = 0;
        }
        rate.documents++;
        rate.isProgram |= rate.documents > most;
        return !rate.isProgram;
    }

    /** Returns the number of names that are remembered. */
    synchronized int size() {
        return agents.size();
    }
}
