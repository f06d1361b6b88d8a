package dev.sheaf.core;

import java.util.Locale;
import java.util.Optional;

/** What a repository tells about withdrawn records (S2.5.1, {@code Identify/deletedRecord}). */
public enum DeletedRecordPolicy {
    /** Nothing: withdrawn records vanish. */
    NO,
    /** Something, without a promise. */
    TRANSIENT,
    /** Everything, for ever. */
    PERSISTENT;

    /** The protocol's own spelling. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the protocol's spelling whatever its case; empty when the text is none of the three. */
    public static Optional<DeletedRecordPolicy> fromText(String text) {
        for (DeletedRecordPolicy policy : values()) {
            if (policy.text().equalsIgnoreCase(text.strip())) {
                return Optional.of(policy);
            }
        }
        return Optional.empty();
    }
}
