package dev.sheaf.platform.sync.operate;

import org.jspecify.annotations.Nullable;

/**
 * Result of reading an entry of the quarantine again.
 *
 * @param key of the entry
 * @param identifier of the record; null when it is still not known
 * @param outcome of the attempt
 * @param message the same for people, with the reason; quotes what the repository sent
 */
public record ReplayResult(String key, @Nullable String identifier, Outcome outcome, String message) {

    /** Outcome of reading an entry again. */
    public enum Outcome {
        /** It can be read now and is stored; it is no longer in quarantine. */
        STORED,
        /** It can be read now, but the store has a later version of the record; it is no longer in quarantine. */
        OUTDATED,
        /** It cannot be read, today as then; it stays in quarantine. */
        UNREADABLE,
        /** There is no such thing in quarantine. */
        UNKNOWN
    }
}
