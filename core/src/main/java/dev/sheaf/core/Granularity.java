package dev.sheaf.core;

import java.util.Optional;

/** The finest granularity of a repository's datestamps (S3.3, {@code Identify/granularity}). */
public enum Granularity {
    /** {@code YYYY-MM-DD} */
    DAY("YYYY-MM-DD"),
    /** {@code YYYY-MM-DDThh:mm:ssZ} */
    SECOND("YYYY-MM-DDThh:mm:ssZ");

    private final String text;

    Granularity(String text) {
        this.text = text;
    }

    /** Returns the protocol's own spelling. */
    public String text() {
        return text;
    }

    /**
     * Reads the protocol's spelling whatever its case and the blanks around it: repositories write {@code YYYY-MM-DDThh:mm:ssZ} in many
     * ways.
     *
     * @return empty when the text is neither of the two forms
     */
    public static Optional<Granularity> fromText(String text) {
        for (Granularity granularity : values()) {
            if (granularity.text.equalsIgnoreCase(text.strip())) {
                return Optional.of(granularity);
            }
        }
        return Optional.empty();
    }
}
