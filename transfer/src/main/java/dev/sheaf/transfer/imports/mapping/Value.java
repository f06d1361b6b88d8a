package dev.sheaf.transfer.imports.mapping;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.transfer.TableCells;
import dev.sheaf.transfer.imports.rows.Row;

/**
 * Rule that takes values from a row.
 *
 * @param template template of the value
 * @param split separator between several values in one cell; null if a cell is one value
 * @param language language of the values, for {@code xml:lang}; null if it is not stated
 */
record Value(Template template, @Nullable String split, @Nullable Template language) {

    static Value of(Template template) {
        return new Value(template, null, null);
    }

    /** Returns the columns that the rule uses. */
    List<ColumnName> columns() {
        List<ColumnName> columns = new ArrayList<>(template.columns());
        if (language != null) {
            columns.addAll(language.columns());
        }
        return columns;
    }

    /** Returns the values for a row without blank ones. */
    List<String> of(Row row) {
        return split(template.of(row).stream().map(Value::withLineFeeds).toList(), split);
    }

    /** Converts line ends of Windows. In XML the carriage return would stay, as a numeric character reference in every description. */
    private static String withLineFeeds(String text) {
        return text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
    }

    static List<String> split(List<String> found, @Nullable String separator) {
        if (separator == null) {
            return found;
        }
        List<String> values = new ArrayList<>();
        for (String text : found) {
            if (separator.equals(TableCells.BETWEEN)) {
                values.addAll(TableCells.split(text));
                continue;
            }
            int start = 0;
            for (int end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, start)) {
                add(text.substring(start, end), values);
                start = end + separator.length();
            }
            add(text.substring(start), values);
        }
        return values;
    }

    private static void add(String text, List<String> values) {
        String value = text.strip();
        if (!value.isEmpty()) {
            values.add(value);
        }
    }

    /** Returns the language of the values; null if it is not stated. */
    @Nullable
    String languageIn(Row row) {
        if (language == null) {
            return null;
        }
        List<String> found = language.of(row);
        return found.isEmpty() ? null : found.getFirst();
    }
}
