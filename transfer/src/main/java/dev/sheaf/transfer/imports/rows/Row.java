package dev.sheaf.transfer.imports.rows;

import java.util.List;

/** Named values of a row of a table or of a JSON object. Immutable. */
public interface Row {

    /**
     * Returns the values of a column, or at a path in an object, without surrounding blanks and without empty values.
     *
     * @param column name of a column; in objects a path of member names from the outside in, separated by dots
     * @return empty if there is no value
     */
    List<String> values(String column);

    /**
     * Returns the row as seen from each value of a column; in objects also from each object at a path, whose members come first.
     *
     * @param column as for {@link #values}
     */
    default List<Row> members(String column) {
        return values(column).stream().<Row>map(value -> new MemberRow(this, value)).toList();
    }

    /** Returns the place of this row. */
    Place where();

    /** Returns a text with all names and values, which is equal for rows with the same content. */
    String content();
}
