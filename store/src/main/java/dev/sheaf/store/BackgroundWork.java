package dev.sheaf.store;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failures of the background work of this process: work that runs in rounds and must go on after a round has failed, also after an {@link
 * Error}. One stack overflow on a strange record once ended all harvests, while {@code /health} called the hub well. Safe for many threads.
 */
public final class BackgroundWork {

    /** The work of this process. */
    public static final BackgroundWork PROCESS = new BackgroundWork();

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundWork.class);

    private final Map<String, String> failing = new ConcurrentHashMap<>();

    /** Creates an object for work whose failures nobody else reports. */
    public BackgroundWork() {}

    /**
     * Runs one round. Every failure is caught and logged, and the work counts as failing until a round succeeds.
     *
     * @param name of the work, for people
     * @return false if the round failed
     */
    public boolean attempt(String name, Runnable round) {
        try {
            round.run();
        } catch (RuntimeException | Error failure) {
            failed(name, failure);
            return false;
        }
        succeeded(name);
        return true;
    }

    /** Notes and logs a failure that the caller has caught. */
    public void failed(String name, Throwable failure) {
        failing.put(name, failure.getClass().getSimpleName());
        try {
            LOG.error("background work failed; the next round tries again: work={}", name, failure);
        } catch (Error _) {
            // Without memory even the log may fail. The failure is noted above, and the work goes on.
        }
    }

    /** Notes a round that succeeded. */
    public void succeeded(String name) {
        if (!failing.isEmpty()) {
            failing.remove(name);
        }
    }

    /** Returns the works whose last round failed, for everyone to read; empty if there are none. */
    public Optional<String> failure() {
        return failing.isEmpty()
                ? Optional.empty()
                : Optional.of("the last round of " + String.join(", ", new TreeMap<>(failing).keySet())
                        + " failed and is tried again; the hub's log has the reason");
    }
}
