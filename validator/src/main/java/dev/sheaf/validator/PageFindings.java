package dev.sheaf.validator;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a response.
 *
 * @param records in the response, as far as it could be read
 * @param invalidRecords of these, those with a fault
 * @param envelopeFaults faults around the records
 * @param examples the first fault of each of the first few
 */
public record PageFindings(int records, int invalidRecords, int envelopeFaults, List<Fault> examples) {

    /**
     * A fault.
     *
     * @param identifier of the record, empty when it has none; null for a fault around the records
     * @param line of the response, from 1
     * @param message what is wrong
     */
    public record Fault(@Nullable String identifier, long line, String message) {}

    /** Copies the list. */
    public PageFindings {
        examples = List.copyOf(examples);
    }

    /** True when nothing is wrong. */
    public boolean isValid() {
        return invalidRecords == 0 && envelopeFaults == 0;
    }
}
