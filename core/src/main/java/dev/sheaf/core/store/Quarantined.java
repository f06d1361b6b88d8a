package dev.sheaf.core.store;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.XmlFragment;

/**
 * Received input that could not be accepted as a record. It is kept for inspection.
 *
 * @param identifier of the record; null if it could not be read
 * @param reason the fault and its place, for people
 * @param raw the bytes as received, possibly shortened to {@link #MAX_RAW} bytes
 */
public record Quarantined(@Nullable String identifier, String reason, byte[] raw) {

    /** Beginning of the reason of records that the repository names and does not deliver. */
    public static final String UNAVAILABLE = "the repository names the record, but it is unavailable";
    /** Largest number of bytes kept. */
    public static final int MAX_RAW = Limit.QUARANTINE_BYTES.count();

    /** Creates an entry for an element that is well-formed but not acceptable. */
    public static Quarantined of(@Nullable String identifier, String reason, XmlFragment raw) {
        return new Quarantined(identifier, reason, raw.utf8());
    }
}
