package dev.sheaf.platform.imports.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The columns of a table. A name is found as it is written, else without regard to case and blanks around it: people type headers, and
 * databases have ideas of their own about case. Several columns may share a name; their values are then taken together.
 */
public final class Columns {

    private final List<String> names;
    private final Map<String, List<Integer>> exact = new HashMap<>();
    private final Map<String, List<Integer>> folded = new HashMap<>();

    /** Columns in their order. */
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

    /** The names in their order, as written; a column without a name has an empty one. */
    public List<String> names() {
        return names;
    }

    /** The names there are, each once, without empty ones. */
    public List<String> distinct() {
        LinkedHashSet<String> distinct = new LinkedHashSet<>(names);
        distinct.remove("");
        return List.copyOf(distinct);
    }

    /** Returns the indexes of the columns with a name, from 0; empty when there is none. */
    public List<Integer> find(String name) {
        List<Integer> found = exact.get(name);
        return found != null ? found : folded.getOrDefault(fold(name), List.of());
    }
}
