package dev.sheaf.platform.imports;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.imports.mapping.HeaderMapping;
import dev.sheaf.platform.imports.mapping.Mapping;
import dev.sheaf.platform.imports.mapping.MappingException;
import dev.sheaf.platform.imports.rows.Columns;

/**
 * The mapping that fits a table.
 *
 * @param mapping that was given, or follows from the header
 * @param notes what is worth knowing about it
 */
record TableMapping(Mapping mapping, List<String> notes) {

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
                notes.add("columns of " + table + " are taken by their names: " + String.join(", ", header.guessed())
                        + ". --suggest-mapping writes a mapping in which that can be changed.");
            }
            if (!header.unused().isEmpty()) {
                notes.add("not used in " + table + ", being no elements of Dublin Core: " + String.join(", ", header.unused())
                        + ". A --mapping can use them.");
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
}
