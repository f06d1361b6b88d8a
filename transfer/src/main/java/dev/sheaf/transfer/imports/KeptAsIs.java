package dev.sheaf.transfer.imports;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.transfer.imports.mapping.HeaderMapping;
import dev.sheaf.transfer.imports.mapping.Mapping;
import dev.sheaf.transfer.imports.rows.Row;

/**
 * Counts of what an import keeps as it is although a mapping could do more with it: several subjects in one value, entities of HTML, a column
 * that could name the items. Not thread-safe.
 */
final class KeptAsIs {

    /** Largest number of rows of which a column is compared, because its values are kept in memory. */
    private static final int MOST_COMPARED = 100_000;

    private final Mapping mapping;
    private final boolean lacksTitles;
    /** Values of the columns that may name items; a column leaves as soon as a value is missing or stands twice. */
    private final Map<String, Set<String>> unique = new LinkedHashMap<>();
    private long rows;
    private long subjects;
    private long severalSubjects;
    private long withEntity;
    private @Nullable String entity;

    KeptAsIs(Mapping mapping) {
        this.mapping = mapping;
        this.lacksTitles = mapping.hasElements() && mapping.columnsOf("title").isEmpty();
        if (mapping.namesByContent()) {
            mapping.columnNames().stream().filter(HeaderMapping::namesItems)
                    .forEach(column -> unique.put(column, new HashSet<>()));
        }
    }

    /** Returns whether the mapping has no rule for titles, so that no record can have one. */
    boolean lacksTitles() {
        return lacksTitles;
    }

    void see(Row row) {
        rows++;
        if (mapping.ofHeader()) {
            for (String subject : mapping.values("subject", row)) {
                subjects++;
                severalSubjects += subject.indexOf(';', 1) > 0 ? 1 : 0;
            }
        }
        String found = mapping.keptEntity(row);
        if (found != null) {
            withEntity++;
            entity = entity == null ? found : entity;
        }
        unique.entrySet().removeIf(column -> rows > MOST_COMPARED || row.values(column.getKey()).size() != 1
                || !column.getValue().add(row.values(column.getKey()).getFirst()));
    }

    /** Returns the remarks about a file. */
    List<String> notes(String where) {
        List<String> notes = new ArrayList<>();
        if (rows > 0 && lacksTitles) {
            notes.add("no record of " + where + " has a title, because no column is mapped to it");
        }
        if (severalSubjects > 0) {
            notes.add("';' in " + severalSubjects + " of " + subjects + " subjects of " + where
                    + " is kept. To make several subjects of them, set {column: …, split: \";\"} in a mapping; --suggest-mapping writes one.");
        }
        if (entity != null) {
            notes.add("entities of HTML such as " + entity + " stand in " + withEntity + " of " + rows + " rows of " + where
                    + " and are kept. To read them as characters, set 'entities: html' in a mapping.");
        }
        if (rows > 1 && !unique.isEmpty()) {
            String column = unique.keySet().iterator().next();
            notes.add("'" + column + "' is different in every row of " + where + ": with 'identifier: " + column
                    + "' in a mapping, a corrected row remains the same item.");
        }
        return notes;
    }
}
