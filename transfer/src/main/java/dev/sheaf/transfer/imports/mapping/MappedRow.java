package dev.sheaf.transfer.imports.mapping;

import java.util.List;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;

/**
 * Result of mapping a row.
 *
 * @param record record in the format of the mapping
 * @param sets its sets and the sets that contain them, with names
 * @param warnings uncertain values, described for people
 */
public record MappedRow(OaiRecord record, List<OaiSet> sets, List<String> warnings) {

    public MappedRow {
        sets = List.copyOf(sets);
        warnings = List.copyOf(warnings);
    }
}
