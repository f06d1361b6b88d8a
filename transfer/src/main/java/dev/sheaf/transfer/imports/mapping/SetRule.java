package dev.sheaf.transfer.imports.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.transfer.imports.rows.Row;

/**
 * Rule that assigns rows to sets.
 *
 * @param value value from which the spec is made
 * @param name names of the sets for people; null to use the value
 * @param prefix set that contains them; empty if there is none
 * @param separator separator between the levels of a set in a value; null for a colon
 */
record SetRule(Value value, @Nullable Value name, String prefix, @Nullable String separator) {

    /** Returns the columns that the rule uses. */
    List<ColumnName> columns() {
        List<ColumnName> columns = new ArrayList<>(value.columns());
        if (name != null) {
            columns.addAll(name.columns());
        }
        return columns;
    }

    /**
     * Returns the sets of a row.
     *
     * @param named names of certain sets in the mapping
     * @param names receives the sets, and those that contain them, with their names
     */
    List<SetSpec> of(Row row, Map<String, String> named, Consumer<OaiSet> names) {
        List<String> found = value.of(row);
        List<String> told = name == null ? List.of() : name.of(row);
        List<SetSpec> specs = new ArrayList<>(found.size());
        for (int i = 0; i < found.size(); i++) {
            // If there are as many names as sets, each set has its own. One name for several sets would be wrong for most of them.
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
            // A colon inside a level would split it.
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
