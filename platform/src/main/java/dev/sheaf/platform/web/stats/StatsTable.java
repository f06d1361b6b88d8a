package dev.sheaf.platform.web.stats;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Table and its chart.
 *
 * @param caption caption of the table
 * @param svg chart of the same values; null if there is none
 * @param head headings of the columns; the first one is that of the rows' names
 * @param rows rows with a value for each column but the first
 */
public record StatsTable(String caption, @Nullable String svg, List<String> head, List<Row> rows) {

    /**
     * Row.
     *
     * @param href link of its name; null for none
     */
    public record Row(String name, @Nullable String href, List<String> values) {

        public Row {
            values = List.copyOf(values);
        }
    }

    public StatsTable {
        head = List.copyOf(head);
        rows = List.copyOf(rows);
    }
}
