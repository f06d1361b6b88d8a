package dev.sheaf.validator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The faults of a response.
 *
 * @param records in the response, those included that could not be read
 * @param invalidRecords of these, those with a fault
 * @param uncheckedRecords of these, those that could not be read and hence not be checked
 * @param otherFormats of these, those with metadata in a format without a schema here: only what is around it was checked
 * @param envelopeFaults faults around the records
 * @param examples the first fault of each of the first few
 * @param rules what is broken, without the values that broke it, and in how many records and how often around them; the first few, in the
 *     order in which they were met
 */
public record PageFindings(int records, int invalidRecords, int uncheckedRecords, int otherFormats, int envelopeFaults,
        List<Fault> examples, Map<String, Integer> rules) {

    /**
     * A fault.
     *
     * @param identifier of the record, empty when it has none; null for a fault around the records
     * @param line of the response, from 1; of the response as repaired when it is not well-formed
     * @param message what is wrong
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
