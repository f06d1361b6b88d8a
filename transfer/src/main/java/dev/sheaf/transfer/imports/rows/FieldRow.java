package dev.sheaf.transfer.imports.rows;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Named values of an entry that is neither a row of a table nor an object.
 *
 * @param fields values by name; names in small letters are found in any case
 * @param where place of the entry
 */
public record FieldRow(Map<String, List<String>> fields, Place where) implements Row {

    /** Copies the fields. */
    public FieldRow {
        fields = Map.copyOf(fields);
    }

    @Override
    public List<String> values(String column) {
        List<String> exact = fields.get(column);
        return exact != null ? exact : fields.getOrDefault(column.strip().toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public String content() {
        TreeSet<String> lines = new TreeSet<>();
        fields.forEach((name, values) -> values.forEach(value -> lines.add(name + ": " + value)));
        return String.join("\n", lines);
    }
}
