package dev.sheaf.platform.monitor;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.SourceStatus;

/**
 * Change of a source's condition for the worse, or back.
 *
 * @param source id of the source
 * @param name name for people
 * @param condition new condition
 * @param reason reason for operators; null if the source is well again
 * @param at time at which the change was noticed
 */
public record StateChange(String source, String name, Condition condition, @Nullable String reason, Instant at) {

    /** Condition of a source that operators have to know. */
    public enum Condition {
        /** Its last harvest succeeded. */
        WELL("is well again"),
        /** Deletions wait for approval. */
        HELD("waits for the approval of deletions"),
        /** Its last harvest did not succeed. */
        FAILING("fails");

        private final String text;

        Condition(String text) {
            this.text = text;
        }

        /** Returns the predicate of a sentence about the source. */
        public String text() {
            return text;
        }
    }

    /** Returns the condition of a source; null while it is unknown, such as during a harvest. */
    static @Nullable Condition condition(SourceStatus status) {
        return switch (status.state()) {
            case IDLE -> Condition.WELL;
            case FAILING -> Condition.FAILING;
            case HELD -> Condition.HELD;
            case RUNNING, WAITING, PAUSED -> null;
        };
    }

    /** Returns the change in a sentence. */
    public String sentence() {
        String called = name.equals(source) ? "'" + source + "'" : "'" + source + "' (" + name + ")";
        return "Source " + called + " " + condition.text() + (reason == null ? "." : ": " + reason);
    }
}
