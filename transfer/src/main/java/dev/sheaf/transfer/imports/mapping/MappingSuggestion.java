package dev.sheaf.transfer.imports.mapping;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.formats.normalise.ElementWords;
import dev.sheaf.transfer.imports.rows.Columns;
import dev.sheaf.transfer.imports.rows.Place;
import dev.sheaf.transfer.imports.rows.Row;
import dev.sheaf.transfer.imports.rows.RowReceiver;

/**
 * Writer of a suggested mapping for a table, based on its header and its first rows, with comments that give the reasons. It gets the rows
 * one by one; not thread-safe.
 */
public final class MappingSuggestion implements RowReceiver {

    private static final int ROWS = 1_000;
    private static final int EXAMPLES = 3;
    private static final int EXAMPLE_LENGTH = 40;
    /** Usual separators between several values in a cell. */
    private static final List<String> SEPARATORS = List.of("||", ";", "|");

    /** Elements whose values are texts, which may contain any sign. */
    private static final Set<String> TEXTS = Set.of("title", "description", "rights", "source", "coverage");
    private static final Pattern INVERTED_NAME = Pattern.compile("[^,;]{1,40}, ?[^,;]{1,40}");

    private final Map<String, Seen> columns = new LinkedHashMap<>();
    private final String table;
    private final String basis;
    private int rows;

    /** Observations about a column. */
    private static final class Seen {
        private final Set<String> different = new HashSet<>();
        private final LinkedHashSet<String> examples = new LinkedHashSet<>();
        private final Map<String, List<String>> separated = new LinkedHashMap<>();
        /** Parts of values, and values without a separator, with the number of values that have them. */
        private final Map<String, Integer> parts = new HashMap<>();
        private int entities;
        private int filled;

        void see(String value) {
            filled++;
            different.add(value);
            if (examples.size() < EXAMPLES) {
                examples.add(value.length() > EXAMPLE_LENGTH ? value.substring(0, EXAMPLE_LENGTH) + "…" : value);
            }
            entities += HtmlText.entity(value) == null ? 0 : 1;
            String separator = separator(value);
            if (separator != null) {
                separated.computeIfAbsent(separator, _ -> new ArrayList<>()).add(value);
            }
            new HashSet<>(parts(value, separator)).forEach(part -> parts.merge(part, 1, Integer::sum));
        }

        private static @Nullable String separator(String value) {
            // The semicolon of an entity separates nothing.
            String plain = HtmlText.decoded(value);
            return SEPARATORS.stream().filter(plain::contains).findFirst().orElse(null);
        }

        private static List<String> parts(String value, @Nullable String separator) {
            return Value.split(List.of(value), separator);
        }

        /**
         * Returns whether most values with a separator hold several values: one of their parts stands in another value, or all of them are
         * names of persons in the form {@code Family, Given}.
         */
        boolean isList(String separator, @Nullable String element) {
            List<String> values = separated.getOrDefault(separator, List.of());
            boolean persons = "creator".equals(element) || "contributor".equals(element);
            long lists = values.stream().filter(value -> {
                List<String> found = parts(value, separator);
                return found.size() > 1 && (found.stream().anyMatch(part -> parts.getOrDefault(part, 0) > 1)
                        || persons && found.stream().allMatch(part -> INVERTED_NAME.matcher(part).matches()));
            }).count();
            return 2 * lists > values.size();
        }
    }

    /**
     * Creates a suggestion for a table.
     *
     * @param table name of the table in comments
     */
    public MappingSuggestion(Columns columns, String table) {
        this(columns, table, "its header and its first %d rows");
    }

    /**
     * Creates a suggestion for objects.
     *
     * @param table name of the file in comments
     * @param basis basis of the suggestion, with {@code %d} for the number of rows
     */
    public MappingSuggestion(Columns columns, String table, String basis) {
        this.table = table;
        this.basis = basis;
        columns.distinct().forEach(column -> this.columns.put(column, new Seen()));
    }

    @Override
    public void row(Row row) {
        if (rows >= ROWS) {
            return;
        }
        rows++;
        columns.forEach((column, seen) -> row.values(column).forEach(seen::see));
    }

    @Override
    public void refused(Place where, String reason, String raw) {
        // The import will report it.
    }

    @Override
    public void warning(Place where, String what) {
        // The import will report it.
    }

    @Override
    public void note(String message) {
        // The import will report it.
    }

    /** Returns the mapping in YAML. */
    public String text() {
        StringBuilder yaml = new StringBuilder();
        line(yaml, "# A mapping for " + plain(table) + ", suggested by " + String.format(Locale.ROOT, basis, rows) + ".");
        line(yaml, "# Check it, save it as a file, and try it: sheaf import ID TABLE --mapping FILE --dry-run");
        Set<String> used = new HashSet<>();
        identifier(yaml, used);
        role(ElementWords.Role.DATESTAMP, used).ifPresent(column -> line(yaml,
                "datestamp: " + quoted(column) + "  # '" + plain(column) + "' means the date of the last change"));
        role(ElementWords.Role.SETS, used).ifPresent(column -> line(yaml,
                "sets: [{column: " + quoted(column) + ", split: \"||\"}]  # '" + plain(column) + "' means sets"));
        List<String> unknown = new ArrayList<>();
        Map<String, List<String>> elements = new LinkedHashMap<>();
        for (String column : columns.keySet()) {
            Optional<String> element = elementOf(column);
            if (element.isPresent() && !used.contains(column)) {
                elements.computeIfAbsent(element.get(), _ -> new ArrayList<>()).add(column);
            } else if (!used.contains(column)) {
                unknown.add(column);
            }
        }
        line(yaml, "dates: normalise      # '12.5.1999' becomes 1999-05-12; 'keep' leaves dates as they are");
        line(yaml, "languages: normalise  # 'German', 'ger' become de; 'keep' leaves them as they are");
        long withEntities = columns.values().stream().mapToLong(seen -> seen.entities).sum();
        if (withEntities > 0) {
            line(yaml, "entities: html        # values have entities such as '&eacute;' (" + withEntities
                    + "); 'keep' leaves them as they are");
        }
        line(yaml, "dc:");
        if (elements.isEmpty()) {
            line(yaml,
                    "  title: "
                            + quoted(columns.keySet().stream().filter(column -> !used.contains(column)).findFirst().orElse(""))
                            + "  # a guess: no heading is known; choose the column with the title");
        }
        for (String element : DublinCoreWriter.ELEMENTS) {
            List<String> from = elements.getOrDefault(element, List.of());
            if (from.size() == 1) {
                line(yaml, "  " + element + ": " + rule(from.getFirst(), element));
            } else if (!from.isEmpty()) {
                line(yaml, "  " + element + ":");
                from.forEach(column -> line(yaml, "    - " + rule(column, element)));
            }
        }
        unknown(yaml, unknown);
        return yaml.toString();
    }

    private void identifier(StringBuilder yaml, Set<String> used) {
        Optional<String> column = role(ElementWords.Role.IDENTIFIER, used);
        if (column.isPresent()) {
            Seen seen = columns.get(column.get());
            boolean unique = seen != null && seen.different.size() == seen.filled && seen.filled == rows;
            line(yaml,
                    "identifier: " + quoted(column.get()) + "  # '" + plain(column.get())
                            + "' means the item's number; its values are "
                            + (unique ? "all different" : "NOT all different or missing in some rows: choose another column"));
            return;
        }
        List<String> unique = columns.entrySet().stream()
                .filter(entry -> rows > 1 && entry.getValue().different.size() == rows && entry.getValue().filled == rows)
                .map(Map.Entry::getKey)
                .toList();
        Optional<String> callNumber = unique.stream().filter(ElementWords::isCallNumber).findFirst();
        if (callNumber.isPresent()) {
            line(yaml, "identifier: " + quoted(callNumber.get())
                    + "  # different in every row, so a corrected row remains the same item; no heading means the item's number");
            return;
        }
        line(yaml,
                "# No heading means the item's number. Without one, items are named after their content, and a row that changes becomes");
        line(yaml, "# another item. " + (unique.isEmpty()
                ? "No column has a different value in every row."
                : "Different in every row: " + String.join(", ", unique.stream().map(MappingSuggestion::plain).toList()) + "."));
        line(yaml, "# identifier: " + (unique.isEmpty() ? "COLUMN" : quoted(unique.getFirst())));
    }

    /** Returns the element for a heading. In a path, the last name counts, in the plural too: {@code metadata.creators}. */
    private static Optional<String> elementOf(String column) {
        String name = column.substring(column.lastIndexOf('.') + 1);
        return HeaderMapping.elementOf(column).or(() -> HeaderMapping.elementOf(name))
                .or(() -> name.endsWith("s") ? HeaderMapping.elementOf(name.substring(0, name.length() - 1)) : Optional.empty());
    }

    private Optional<String> role(ElementWords.Role role, Set<String> used) {
        @Nullable
        String found = HeaderMapping.first(role, columns.keySet());
        if (found != null) {
            used.add(found);
        }
        return Optional.ofNullable(found);
    }

    private String rule(String column, @Nullable String element) {
        Seen seen = columns.getOrDefault(column, new Seen());
        String why = seen.examples.isEmpty() ? "empty in these rows" : "for example " + examples(seen);
        if (TEXTS.contains(String.valueOf(element))) {
            return "{column: " + quoted(column) + "}  # " + why;
        }
        for (String separator : SEPARATORS) {
            int times = seen.separated.getOrDefault(separator, List.of()).size();
            if (times > 0) {
                String where = "'" + separator + "' stands in " + times + " of " + seen.filled + " values";
                return seen.isList(separator, element)
                        ? "{column: " + quoted(column) + ", split: " + quoted(separator) + "}  # " + where + "; " + why
                        : "{column: " + quoted(column) + "}  # " + where + "; if it separates values, add split: "
                                + quoted(separator)
                                + "; " + why;
            }
        }
        return "{column: " + quoted(column) + "}  # " + why;
    }

    private void unknown(StringBuilder yaml, List<String> unknown) {
        if (unknown.isEmpty()) {
            return;
        }
        line(yaml,
                "# These headings are not known, and their columns are left out. To take one, move it up to an element of your choice:");
        line(yaml, "# " + String.join(", ", DublinCoreWriter.ELEMENTS));
        for (String column : unknown) {
            line(yaml, "#   ELEMENT: " + rule(column, null));
        }
    }

    private static String examples(Seen seen) {
        return String.join(", ", seen.examples.stream().map(value -> "'" + plain(value) + "'").toList());
    }

    /** Returns the text on one line, without characters that could end a comment or control a terminal. */
    private static String plain(String text) {
        return text.replaceAll("\\p{C}|[\\u2028\\u2029\\u0085]", " ");
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f || c == '\u0085' || c == '\u2028' || c == '\u2029') {
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static void line(StringBuilder yaml, String text) {
        yaml.append(text).append('\n');
    }
}
