package dev.sheaf.core;

/**
 * The short name of a metadata format within one repository (S3.4).
 *
 * @param value as received; not empty. May be illegal when a foreign repository sent it: ask {@link #isLegal()}.
 */
public record MetadataPrefix(String value) {

    /** The format that every repository disseminates (S2.5, S3.4). */
    public static final MetadataPrefix OAI_DC = new MetadataPrefix("oai_dc");

    /**
     * Checks that the value is not empty.
     *
     * @throws IllegalArgumentException if it is
     */
    public MetadataPrefix {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("the metadataPrefix is empty");
        }
    }

    /** Returns whether the value holds URI unreserved characters only, as the response schema demands. */
    public boolean isLegal() {
        return SetSpec.isUnreserved(value);
    }

    /** Returns the value. */
    @Override
    public String toString() {
        return value;
    }
}
