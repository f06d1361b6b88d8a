package dev.sheaf.platform.sync.plan;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubStore;

/**
 * Runs the steps of the scheduler for one source at a time, so that a failure concerns only that source. The failure is logged once and
 * saved in the store, where the source's state shows it, until the same step succeeds. Used by one thread at a time.
 */
final class SourceTroubles {

    private static final Logger LOG = LoggerFactory.getLogger(SourceTroubles.class);

    /** Step of a round for one source. */
    enum Step {
        /** Reads its settings, its past and its last run. */
        LOOK("read what is stored of it"),
        /** Reads whether requests to its host are paused. */
        PAUSE("read whether its host is paused"),
        /** Begins a harvest. */
        BEGIN("begin its harvest"),
        /** Reads the end of a harvest. */
        END("read how its harvest ended");

        private final String text;

        Step(String text) {
            this.text = text;
        }
    }

    private final HubStore store;
    private final Map<String, Map<Step, String>> troubles = new HashMap<>();
    /** Texts that are stored. */
    private final Map<String, String> noted = new HashMap<>();
    private boolean hasForgotten;

    SourceTroubles(HubStore store) {
        this.store = store;
    }

    /** Deletes the texts of an earlier scheduler; does so once. */
    void begin() {
        if (!hasForgotten) {
            store.schedules().forgetTroubles();
            hasForgotten = true;
        }
    }

    /**
     * Runs a step.
     *
     * @return false if it failed; the failure is then logged and saved
     */
    boolean attempt(String id, Step step, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            String message = failure.getMessage();
            Map<Step, String> of = troubles.computeIfAbsent(id, _ -> new EnumMap<>(Step.class));
            String reason = "the scheduler cannot " + step.text + " (" + (message == null ? failure.toString() : message)
                    + "); it tries again in every round";
            if (!reason.equals(of.put(step, reason))) {
                if (failure instanceof StoreException) {
                    LOG.warn("source not scheduled: source={} reason=\"{}\"", id, reason);
                } else {
                    LOG.error("source not scheduled: source={} reason=\"{}\"", id, reason, failure);
                }
            }
            note(id);
            return false;
        }
        Map<Step, String> of = troubles.get(id);
        if (of != null && of.remove(step) != null && of.isEmpty()) {
            troubles.remove(id);
            LOG.info("source is scheduled again: source={}", id);
        }
        note(id);
        return true;
    }

    /** Forgets a removed source. */
    void forget(String id) {
        troubles.remove(id);
        noted.remove(id);
    }

    private void note(String id) {
        Map<Step, String> of = troubles.get(id);
        @Nullable
        String text = of == null ? null : of.values().iterator().next();
        if (Objects.equals(text, noted.get(id))) {
            return;
        }
        try {
            store.schedules().trouble(id, text);
            if (text == null) {
                noted.remove(id);
            } else {
                noted.put(id, text);
            }
        } catch (StoreException failure) {
            // The next step of this source saves it.
            LOG.debug("trouble not noted: source={} reason=\"{}\"", id, failure.getMessage());
        }
    }
}
