package dev.sheaf.core;

import java.util.Locale;
import java.util.Optional;

/** A repository's support for deleted records (S2.5.1, {@code Identify/deletedRecord}). */
public enum DeletedRecordPolicy {
    /** The repository keeps no deletions: withdrawn records vanish. */
    NO,
    /** The repository reports some deletions, without a promise to keep them. */
    TRANSIENT,
    /** The repository reports all deletions and keeps them permanently. */
    PERSISTENT;

    /** Returns the protocol's own spelling. */
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
