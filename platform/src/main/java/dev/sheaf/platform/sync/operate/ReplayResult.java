package dev.sheaf.platform.sync.operate;

import org.jspecify.annotations.Nullable;

/**
 * Result of reading an entry of the quarantine again.
 *
 * @param key key of the entry
 * @param identifier identifier of the record; null if it is still unknown
 * @param outcome outcome of the attempt
 * @param message outcome and reason for people; quotes the repository's response
 */
public record ReplayResult(String key, @Nullable String identifier, Outcome outcome, String message) {

    /** Outcome of reading an entry again. */
    public enum Outcome {
        /** It can be read now and is stored; it is no longer in quarantine. */
        STORED,
        /** It can be read now, but the store has a later version of the record; it is no longer in quarantine. */
        OUTDATED,
        /** The entry is still unreadable and stays in quarantine. */
        UNREADABLE,
        /** The quarantine has no such entry. */
        UNKNOWN
    }
}
