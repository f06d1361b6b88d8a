package dev.sheaf.transfer.imports.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Columns of a table. A name is found exactly, or else without regard to case and surrounding blanks, because people type headers and
 * databases treat case differently. Several columns may have the same name; their values are then combined.
 */
public final class Columns {

    private final List<String> names;
    private final Map<String, List<Integer>> exact = new HashMap<>();
    private final Map<String, List<Integer>> folded = new HashMap<>();

    /**
     * Creates the columns.
     *
     * @param names names in the order of the columns
     */
    public Columns(List<String> names) {
        this.names = List.copyOf(names);
        for (int i = 0; i < names.size(); i++) {
            exact.computeIfAbsent(names.get(i), _ -> new ArrayList<>()).add(i);
            folded.computeIfAbsent(fold(names.get(i)), _ -> new ArrayList<>()).add(i);
        }
    }

    private static String fold(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    /** Returns the names in order, as written; a column without a name has an empty one. */
    public List<String> names() {
        return names;
    }

    /** Returns the different names, without empty ones. */
    public List<String> distinct() {
        LinkedHashSet<String> distinct = new LinkedHashSet<>(names);
        distinct.remove("");
        return List.copyOf(distinct);
    }

    /** Returns the indexes of the columns with a name, from 0; empty if there is none. */
    public List<Integer> find(String name) {
        List<Integer> found = exact.get(name);
        return found != null ? found : folded.getOrDefault(fold(name), List.of());
    }
}
