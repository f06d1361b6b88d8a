package dev.sheaf.transfer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Rules for several values in one cell of a table. Export and import share them, so that an exported table is imported unchanged. */
public final class TableCells {

    /** Separator of the values in a cell. */
    public static final String BETWEEN = "||";
    /** Names of the columns of an exported table that are not elements of Dublin Core. */
    public static final List<String> HEADER = List.of("source", "identifier", "datestamp", "status", "sets");
    /** Prefix of the names of the other columns. */
    public static final String ELEMENT = "dc:";
    /** Status of a deleted record. */
    public static final String DELETED = "deleted";

    /** Beginnings of cells that spreadsheet programs run as formulas. */
    private static final Pattern FORMULA = Pattern.compile("'*[=+\\-@\\t\\r].*", Pattern.DOTALL);
    private static final Pattern LANGUAGE = Pattern.compile("\\[([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,4})] (?=\\S)");
    private static final Pattern LIKE_LANGUAGE = Pattern.compile("\\\\*" + LANGUAGE.pattern());

    private TableCells() {}

    /**
     * Value of a cell.
     *
     * @param text not blank
     * @param language value of {@code xml:lang}; null if it is not stated
     */
    public record Value(String text, @Nullable String language) {}

    /**
     * Returns whether a table's columns are those of an exported one; some elements may have been removed, and columns
     * moved.
     */
    public static boolean isExported(Collection<String> columns) {
        return columns.containsAll(HEADER) && columns.stream().anyMatch(name -> name.startsWith(ELEMENT))
                && columns.stream().allMatch(name -> HEADER.contains(name) || name.startsWith(ELEMENT));
    }

    /**
     * Joins values. A bar that could be taken for a part of the separator gets a backslash, and so does each backslash right before such a
     * bar or a separator.
     */
    public static String join(List<String> values) {
        StringBuilder cell = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            cell.append(i == 0 ? "" : BETWEEN);
            escape(value, i < values.size() - 1, cell);
        }
        return cell.toString();
    }

    private static void escape(String value, boolean separatorFollows, StringBuilder cell) {
        int backslashes = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '|' && (i == 0 || i == value.length() - 1 || value.charAt(i - 1) == '|' || value.charAt(i + 1) == '|'
                    || backslashes > 0)) {
                cell.repeat('\\', backslashes + 1);
            }
            cell.append(c);
            backslashes = c == '\\' ? backslashes + 1 : 0;
        }
        if (separatorFollows) {
            cell.repeat('\\', backslashes);
        }
    }

    /** Splits a cell into its values. Blanks around them, and blank values, are removed. */
    public static List<String> split(String cell) {
        if (cell.indexOf('|') < 0) {
            return cell.isBlank() ? List.of() : List.of(cell.strip());
        }
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        int at = 0;
        while (at < cell.length()) {
            int bar = at;
            while (bar < cell.length() && cell.charAt(bar) == '\\') {
                bar++;
            }
            int backslashes = bar - at;
            if (bar < cell.length() && cell.charAt(bar) == '|') {
                value.repeat('\\', backslashes / 2);
                if (backslashes % 2 == 0 && cell.startsWith(BETWEEN, bar)) {
                    add(value, values);
                    at = bar + 2;
                } else {
                    value.append('|');
                    at = bar + 1;
                }
            } else {
                value.repeat('\\', backslashes);
                if (bar < cell.length()) {
                    value.append(cell.charAt(bar));
                }
                at = bar + 1;
            }
        }
        add(value, values);
        return values;
    }

    private static void add(StringBuilder value, List<String> values) {
        String text = value.toString().strip();
        if (!text.isEmpty()) {
            values.add(text);
        }
        value.setLength(0);
    }

    /** Writes a value with its language before it: {@code [de] Titel}. A language of an unusual form is left out. */
    public static String tagged(Value value) {
        String text = LIKE_LANGUAGE.matcher(value.text()).lookingAt() ? "\\" + value.text() : value.text();
        String tag = "[" + value.language() + "] ";
        return value.language() != null && LANGUAGE.matcher(tag + text).lookingAt() ? tag + text : text;
    }

    /** Reads what {@link #tagged} wrote. */
    public static Value untagged(String text) {
        var matcher = LANGUAGE.matcher(text);
        if (matcher.lookingAt()) {
            return new Value(unescaped(text.substring(matcher.end())), matcher.group(1));
        }
        return new Value(unescaped(text), null);
    }

    private static String unescaped(String text) {
        return text.startsWith("\\") && LIKE_LANGUAGE.matcher(text).lookingAt() ? text.substring(1) : text;
    }

    /** Puts an apostrophe before a cell that a spreadsheet program would take for a formula. */
    public static String guard(String cell) {
        return FORMULA.matcher(cell).matches() ? "'" + cell : cell;
    }

    /** Removes the apostrophe of {@link #guard}. */
    public static String unguarded(String cell) {
        return cell.startsWith("'") && FORMULA.matcher(cell).matches() ? cell.substring(1) : cell;
    }

    /** Returns the element of a column of an exported table; empty for the columns of the header. */
    public static String element(String column) {
        return column.startsWith(ELEMENT) ? column.substring(ELEMENT.length()).toLowerCase(Locale.ROOT) : "";
    }
}
