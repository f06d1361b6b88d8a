package dev.sheaf.transfer.imports.rows;

import java.util.List;

/**
 * Row seen from one of the values of a group: {@value #VALUE} is the value, all other columns are those of the row.
 *
 * @param row surrounding row
 * @param value not blank
 */
public record MemberRow(Row row, String value) implements Row {

    /** Column of the value. */
    public static final String VALUE = "_";

    @Override
    public List<String> values(String column) {
        return column.equals(VALUE) ? List.of(value) : row.values(column);
    }

    @Override
    public List<Row> members(String column) {
        return row.members(column);
    }

    @Override
    public Place where() {
        return row.where();
    }

    @Override
    public String content() {
        return row.content();
    }
}
