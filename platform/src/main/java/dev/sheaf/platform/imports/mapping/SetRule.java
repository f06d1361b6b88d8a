package dev.sheaf.platform.imports.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.platform.imports.rows.Row;

/**
 * A rule that puts rows into sets.
 *
 * @param value what the sets are called after
 * @param name of the sets, for people; null when they have none but what they are called after
 * @param prefix set that contains them; empty when there is none
 * @param separator what stands between a set and the one below it in a value; null when a colon does
 */
record SetRule(Value value, @Nullable Value name, String prefix, @Nullable String separator) {

    /** Returns the columns in it. */
    List<ColumnName> columns() {
        List<ColumnName> columns = new ArrayList<>(value.columns());
        if (name != null) {
            columns.addAll(name.columns());
        }
        return columns;
    }

    /**
     * Returns the sets that a row is in.
     *
     * @param named what the mapping calls certain sets
     * @param names gets the sets and those that contain them with their names
     */
    List<SetSpec> of(Row row, Map<String, String> named, Consumer<OaiSet> names) {
        List<String> found = value.of(row);
        List<String> told = name == null ? List.of() : name.of(row);
        List<SetSpec> specs = new ArrayList<>(found.size());
        for (int i = 0; i < found.size(); i++) {
            // With as many names as sets, each has its own; one name for several sets would be wrong for most.
            String called = told.size() == found.size() ? told.get(i) : null;
            SetSpec spec = spec(found.get(i), called, named, names);
            if (!spec.value().isEmpty()) {
                specs.add(spec);
            }
        }
        return specs;
    }

    private SetSpec spec(String found, @Nullable String called, Map<String, String> named, Consumer<OaiSet> names) {
        List<String> nodes = Value.split(List.of(found), separator == null ? ":" : separator);
        StringBuilder path = new StringBuilder(prefix);
        if (!prefix.isEmpty()) {
            name(prefix, null, prefix, named, names);
        }
        for (int i = 0; i < nodes.size(); i++) {
            // A colon within a node would make two of it.
            path.append(path.isEmpty() ? "" : ":").append(nodes.get(i).replace(':', '.'));
            name(path.toString(), i == nodes.size() - 1 ? called : null, nodes.get(i), named, names);
        }
        return new SetSpec(path.toString());
    }

    private static void name(String spec, @Nullable String called, String otherwise, Map<String, String> named,
            Consumer<OaiSet> names) {
        String inMapping = named.get(spec);
        names.accept(new OaiSet(new SetSpec(spec), inMapping != null ? inMapping : called != null ? called : otherwise));
    }
}
