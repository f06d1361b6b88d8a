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

    /** Where it stands. */
    Place where();

    /** A text that is the same for rows that say the same; names and values are in it. */
    String content();
}
