package dev.sheaf.platform.web.stats;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A table, and what is drawn of it.
 *
 * @param caption what it shows
 * @param svg a picture of the same; null where there is none
 * @param head of its columns, the first one that of the rows' names
 * @param rows as many values as columns less one
 */
public record StatsTable(String caption, @Nullable String svg, List<String> head, List<Row> rows) {

    /**
     * A row.
     *
     * @param href of its name; null where it leads nowhere
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
