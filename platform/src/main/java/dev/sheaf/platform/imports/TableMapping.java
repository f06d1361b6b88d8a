package dev.sheaf.platform.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.imports.mapping.HeaderMapping;
import dev.sheaf.platform.imports.mapping.Mapping;
import dev.sheaf.platform.imports.mapping.MappingException;
import dev.sheaf.platform.imports.rows.Columns;
import dev.sheaf.search.SearchText;

/**
 * The mapping that fits a table.
 *
 * @param mapping that was given, or follows from the header
 * @param notes what is worth knowing about it
 */
record TableMapping(Mapping mapping, List<String> notes) {

    private static final int MOST_NAMED = 100;
    private static final int LONGEST_NAME = 100;

    TableMapping {
        notes = List.copyOf(notes);
    }

    /**
     * Finds it.
     *
     * @param given null when the header is to say what is what
     * @param table what messages call it
     * @throws MappingException when the one given asks for columns that are not there, or the header says nothing
     */
    static TableMapping of(@Nullable Mapping given, Columns columns, String table) throws MappingException {
        List<String> notes = new ArrayList<>();
        Mapping mapping = given;
        if (mapping == null) {
            HeaderMapping header = HeaderMapping.of(columns, table);
            mapping = header.mapping();
            if (!header.guessed().isEmpty()) {
                notes.add("columns of " + table + " are taken by their names: " + shortened(header.guessed())
                        + ". --suggest-mapping writes a mapping in which that can be changed.");
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
                    + ": items are named after what their rows hold, and a row that changes becomes another"
                    + " item. 'identifier' in a mapping names them better.");
        }
        return new TableMapping(mapping, notes);
    }

    /** Joins names of columns for a message. A table of a stranger has names of any length, and thousands of them. */
    private static String shortened(List<String> columns) {
        String names = columns.stream().limit(MOST_NAMED).map(column -> SearchText.cut(column, LONGEST_NAME)
                + (column.length() > LONGEST_NAME ? "…" : "")).collect(Collectors.joining(", "));
        return columns.size() > MOST_NAMED ? names + " and " + (columns.size() - MOST_NAMED) + " more" : names;
    }
}
