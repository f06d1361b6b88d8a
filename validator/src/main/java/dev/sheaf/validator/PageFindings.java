package dev.sheaf.validator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The faults of a response.
 *
 * @param records number of records in the response, including unreadable ones
 * @param invalidRecords number of records with a fault
 * @param uncheckedRecords number of records that could not be read and therefore not be checked
 * @param otherFormats number of records with metadata in a format without a schema here; only their other parts were checked
 * @param envelopeFaults number of faults outside the records
 * @param examples the first fault of each of the first few records
 * @param rules broken rules, without the values that broke them, with the number of records that break them and of violations outside the
 * records; the first few, in the order of the page
 */
public record PageFindings(int records, int invalidRecords, int uncheckedRecords, int otherFormats, int envelopeFaults,
        List<Fault> examples, Map<String, Integer> rules) {

    /**
     * A fault.
     *
     * @param identifier of the record, empty if it has none; null for a fault outside the records
     * @param line of the response, from 1; of the repaired response if it is not well-formed
     * @param message the fault, for people
     */
    public record Fault(@Nullable String identifier, long line, String message) {}

    /** Copies the collections. */
    public PageFindings {
        examples = List.copyOf(examples);
        rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
    }

    /** Returns whether nothing is wrong. */
    public boolean isValid() {
        return invalidRecords == 0 && uncheckedRecords == 0 && envelopeFaults == 0;
    }
}
