package dev.sheaf.transfer.imports.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Row of a table.
 *
 * @param columns columns of the table
 * @param cells as many as there are columns; most have one value or none, arrays of databases several
 * @param where place of the row
 */
public record TableRow(Columns columns, List<List<String>> cells, Place where) implements Row {

    public TableRow {
        cells = List.copyOf(cells);
    }

    /** Returns the values of a cell with one text; empty if the text is blank. */
    static List<String> cell(String text) {
        String value = text.strip();
        return value.isEmpty() ? List.of() : List.of(value);
    }

    @Override
    public List<String> values(String column) {
        List<Integer> places = columns.find(column);
        if (places.size() == 1) {
            return cells.get(places.getFirst());
        }
        List<String> values = new ArrayList<>(places.size());
        places.forEach(place -> values.addAll(cells.get(place)));
        return values;
    }

    /** Returns the values in the order of names and without empty cells, so that moved or added empty columns change nothing. */
    @Override
    public String content() {
        TreeSet<String> lines = new TreeSet<>();
        for (int i = 0; i < cells.size(); i++) {
            for (String value : cells.get(i)) {
                lines.add(columns.names().get(i) + ": " + value);
            }
        }
        return String.join("\n", lines);
    }
}
