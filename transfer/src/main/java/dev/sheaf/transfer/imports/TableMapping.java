package dev.sheaf.transfer.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.transfer.imports.mapping.HeaderMapping;
import dev.sheaf.transfer.imports.mapping.Mapping;
import dev.sheaf.transfer.imports.mapping.MappingException;
import dev.sheaf.transfer.imports.rows.Columns;

/**
 * Mapping for a table.
 *
 * @param mapping given mapping, or one derived from the header
 * @param notes remarks about it, for people
 */
record TableMapping(Mapping mapping, List<String> notes) {

    private static final int MOST_NAMED = 100;
    private static final int LONGEST_NAME = 100;

    TableMapping {
        notes = List.copyOf(notes);
    }

    /**
     * Returns the mapping for a table.
     *
     * @param given given mapping; null to derive it from the header
     * @param table name of the table in messages
     * @throws MappingException if the given mapping needs missing columns, or none can be derived from the header
     */
    static TableMapping of(@Nullable Mapping given, Columns columns, String table) throws MappingException {
        List<String> notes = new ArrayList<>();
        Mapping mapping = given;
        if (mapping == null) {
            HeaderMapping header = HeaderMapping.of(columns, table);
            mapping = header.mapping();
            if (!header.guessed().isEmpty()) {
                notes.add("columns of " + table + " are mapped by their names: " + shortened(header.guessed())
                        + ". To change that, edit the mapping that --suggest-mapping writes.");
            }
            if (!header.unused().isEmpty()) {
                notes.add("these columns of " + table + " are not used because they are not elements of Dublin Core: "
                        + shortened(header.unused()) + ". A --mapping can use them.");
            }
        } else {
            mapping.check(columns, table);
        }
        if (mapping.namesByContent()) {
            notes.add("no identifiers in " + table
                    + ": the identifiers are derived from the content of the rows, so a changed row becomes another"
                    + " item. To avoid that, set 'identifier' in a mapping.");
        }
        return new TableMapping(mapping, notes);
    }

    /** Joins names of columns for a message. An untrusted table may have thousands of names of any length. */
    private static String shortened(List<String> columns) {
        String names = columns.stream().limit(MOST_NAMED).map(column -> OneLine.of(column, LONGEST_NAME))
                .collect(Collectors.joining(", "));
        return columns.size() > MOST_NAMED ? names + " and " + (columns.size() - MOST_NAMED) + " more" : names;
    }
}
