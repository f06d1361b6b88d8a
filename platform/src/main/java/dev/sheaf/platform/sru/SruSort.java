package dev.sheaf.platform.sru;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.search.SortOrder;

/** Orders of results: {@code sortBy} in a query of 1.2 or 2.0, and the parameter {@code sortKeys} of 1.1 and 2.0. */
final class SruSort {

    private static final Set<String> PASSED = Set.of("ignorecase", "respectaccents", "ignoreaccents", "missinghigh",
            "missinglow");

    private SruSort() {}

    /**
     * Returns the order of a search.
     *
     * @param cql query with its own keys
     * @param sortKeys value of the parameter; null if it is absent
     * @throws SruException with a diagnostic of the group of sorting if the order is not supported
     */
    static SortOrder of(Cql cql, @Nullable String sortKeys) throws SruException {
        if (sortKeys != null && !cql.sortKeys().isEmpty()) {
            throw new SruException(Diagnostic.SORT_IN_BOTH, "");
        }
        if (sortKeys != null) {
            return ofParameter(sortKeys);
        }
        if (cql.sortKeys().size() > 1) {
            throw new SruException(Diagnostic.MANY_SORT_KEYS, "1");
        }
        return cql.sortKeys().isEmpty() ? SortOrder.RELEVANCE : ofKey(cql.sortKeys().getFirst());
    }

    private static SortOrder ofKey(Cql.SortKey key) throws SruException {
        boolean isDescending = false;
        for (Cql.Modifier modifier : key.modifiers()) {
            String name = modifier.name().startsWith("sort.") ? modifier.name().substring("sort.".length()) : modifier.name();
            switch (name) {
                case "ascending" -> isDescending = false;
                case "descending" -> isDescending = true;
                case "respectcase" -> throw new SruException(Diagnostic.SORT_CASE, modifier.name());
                case "missingomit", "missingfail",
                        "missingvalue" -> throw new SruException(Diagnostic.SORT_MISSING, modifier.name());
                default -> {
                    if (!PASSED.contains(name)) {
                        throw new SruException(Diagnostic.SORT, modifier.name());
                    }
                }
            }
        }
        return order(key.index(), key.prefixes(), isDescending);
    }

    /** Reads {@code path,schema,ascending,caseSensitive,missingValue}, of which all but the path may be left out. */
    private static SortOrder ofParameter(String sortKeys) throws SruException {
        List<String> keys = List.of(sortKeys.strip().split("\\s+"));
        if (keys.size() > 1) {
            throw new SruException(Diagnostic.MANY_SORT_KEYS, "1");
        }
        String[] parts = keys.getFirst().split(",", -1);
        String path = parts[0];
        String schema = part(parts, 1);
        if (!schema.isEmpty() && SruSchema.of(schema).isEmpty() && !schema.equals("cql")) {
            throw new SruException(Diagnostic.SORT_SCHEMA, schema);
        }
        String direction = part(parts, 2);
        if (!direction.isEmpty() && !direction.equals("0") && !direction.equals("1")) {
            throw new SruException(Diagnostic.SORT_DIRECTION, direction);
        }
        String caseSensitive = part(parts, 3);
        if (!caseSensitive.isEmpty() && !caseSensitive.equals("0")) {
            throw new SruException(Diagnostic.SORT_CASE, caseSensitive);
        }
        String missing = part(parts, 4).toLowerCase(Locale.ROOT);
        if (!missing.isEmpty() && !missing.equals("highvalue") && !missing.equals("lowvalue")) {
            throw new SruException(Diagnostic.SORT_MISSING, missing);
        }
        String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
        return order(name, Map.of(), direction.equals("0"));
    }

    private static String part(String[] parts, int place) {
        return place < parts.length ? parts[place].replace("\"", "").strip() : "";
    }

    private static SruException unsorted(String index) {
        return new SruException(Diagnostic.unknown(Diagnostic.SORT_PATH, "sort key", index,
                List.of(SruIndex.values()).stream().filter(SruIndex::isSortable).map(SruIndex::text).toList()));
    }

    private static SortOrder order(String index, Map<String, String> prefixes, boolean isDescending) throws SruException {
        SruIndex sought;
        try {
            sought = SruIndex.of(index, prefixes);
        } catch (SruException _) {
            // A path has no prefix that names the set.
            sought = SruIndex.of(ContextSet.OAI, index).orElseThrow(() -> unsorted(index));
        }
        SortOrder order = isDescending ? sought.descending() : sought.ascending();
        if (order == null) {
            throw sought.isSortable()
                    ? new SruException(Diagnostic.SORT_DIRECTION, (isDescending ? "descending " : "ascending ") + index)
                    : unsorted(index);
        }
        return order;
    }
}
