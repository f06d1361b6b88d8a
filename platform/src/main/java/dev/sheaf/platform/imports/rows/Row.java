package dev.sheaf.platform.imports.rows;

import java.util.List;

/** Named values: a row of a table or an object of JSON. Immutable. */
public interface Row {

    /**
     * The values of a column, or of what a path leads to in an object. Blanks around them are gone; empty ones are left out.
     *
     * @param column name of a column; in objects also members from the outside in, separated by dots
     * @return empty when there is nothing
     */
    List<String> values(String column);

    /**
     * Returns the row as seen from each of the values of a column; in objects also from each object that a path leads
     * to, whose members come first.
     *
     * @param column as for {@link #values}
     */
    default List<Row> members(String column) {
        return values(column).stream().<Row>map(value -> new MemberRow(this, value)).toList();
    }

    /** Returns the place of this row. */
    Place where();

    /** A text that is the same for rows that say the same; names and values are in it. */
    String content();
}
