package dev.sheaf.validator.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The records in oai_dc as one run saw them. A later run compares its own records to them. Immutable.
 *
 * @param listedAt responseDate of the first page, as written; empty when no list came
 * @param isWhole true when the list was read to its end, so that a record that is not here was not listed
 * @param records by identifier, in the order of the list; at most {@link #MOST_RECORDS}
 */
public record ListSnapshot(String listedAt, boolean isWhole, Map<String, Seen> records) {

    /** Largest number of records that are kept; further ones are left out, and the list does not count as whole. */
    public static final int MOST_RECORDS = 20_000;

    /** A list that did not come. */
    public static final ListSnapshot NONE = new ListSnapshot("", false, Map.of());

    /**
     * A record.
     *
     * @param datestamp as written
     * @param isDeleted whether the header said so
     * @param metadata digest of the metadata, in which prefixes and blanks between elements do not count; empty when there were none
     */
    public record Seen(String datestamp, boolean isDeleted, String metadata) {}

    /** Copies the map. */
    public ListSnapshot {
        records = Collections.unmodifiableMap(new LinkedHashMap<>(records));
    }
}
