package dev.sheaf.core.store;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.XmlFragment;

/**
 * Something received that could not be accepted as a record. It is kept, never dropped in silence.
 *
 * @param identifier of the record, as far as it could be read; null when it could not
 * @param reason what was wrong and where, for people
 * @param raw the bytes as received, possibly shortened to {@link #MAX_RAW} bytes
 */
public record Quarantined(@Nullable String identifier, String reason, byte[] raw) {

    /** Bytes kept at most. */
    public static final int MAX_RAW = Limit.QUARANTINE_BYTES.count();

    /** Keeps an element that was well-formed but not acceptable. */
    public static Quarantined of(@Nullable String identifier, String reason, XmlFragment raw) {
        return new Quarantined(identifier, reason, raw.utf8());
    }
}
