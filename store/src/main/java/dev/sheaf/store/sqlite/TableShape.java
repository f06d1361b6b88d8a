package dev.sheaf.store.sqlite;

import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.sheaf.store.sql.SqlConnection;

/**
 * The form of the rows of a table, or of an index that has all of a table, as they are stored. Sections 2.1 (record format) and 2.3, 2.4
 * (representation of tables) of https://www.sqlite.org/fileformat2.html. Immutable.
 *
 * @param table name of the table
 * @param isIndex true if the rows are in an index tree, as are those of tables without rowid
 * @param columns in the order in which they are stored
 */
record TableShape(String table, boolean isIndex, List<Column> columns) {

    /** The table of the tables, whose root is page 1. */
    static final TableShape SCHEMA = new TableShape("sqlite_master", false, List.of(new Column("type", Kind.TEXT, false),
            new Column("name", Kind.TEXT, false), new Column("tbl_name", Kind.TEXT, false),
            new Column("rootpage", Kind.INTEGER, false), new Column("sql", Kind.TEXT, true)));

    /** Declared type of a column. */
    enum Kind {
        /** The number of the row, which is not stored among the columns. */
        ROWID,
        INTEGER,
        TEXT,
        BLOB,
        ANY
    }

    /** A column of a table. */
    record Column(String name, Kind kind, boolean isNullable) {

        /** Returns true if the column may hold a value of a serial type. */
        boolean fits(long type) {
            if (type == 0) {
                return isNullable || kind == Kind.ROWID;
            }
            return switch (kind) {
                case ROWID -> false;
                case INTEGER -> type <= 6 || type == 8 || type == 9;
                case TEXT -> type >= 13 && type % 2 == 1;
                case BLOB -> type >= 12 && type % 2 == 0;
                case ANY -> true;
            };
        }
    }

    /** Copies the list. */
    TableShape {
        columns = List.copyOf(columns);
    }

    /** Returns the shapes of all tables of a database, by name. */
    static Map<String, TableShape> of(SqlConnection sql) throws SQLException {
        record Table(String name, boolean hasNoRowid) {}
        List<Table> tables = sql.all(
                "select name, wr from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'",
                row -> new Table(row.getString(1), row.getBoolean(2)));
        Map<String, TableShape> shapes = new HashMap<>();
        for (Table table : tables) {
            shapes.put(table.name(), of(sql, table.name(), table.hasNoRowid()));
        }
        return shapes;
    }

    private static TableShape of(SqlConnection sql, String table, boolean hasNoRowid) throws SQLException {
        record Declared(String name, Kind kind, boolean isNullable, int key) {}
        List<Declared> declared = sql.all("select name, type, \"notnull\", pk from pragma_table_info(?) order by cid",
                row -> new Declared(row.getString(1), Kind.valueOf(row.getString(2).toUpperCase(Locale.ROOT)),
                        !row.getBoolean(3) && row.getInt(4) == 0, row.getInt(4)),
                table);
        boolean isNumbered = !hasNoRowid && declared.stream().filter(column -> column.key() > 0).count() == 1;
        Stream<Declared> stored = hasNoRowid
                // The columns of the key come first, in its order; a stable sort keeps the order of the others.
                ? declared.stream()
                        .sorted(Comparator.comparingInt(column -> column.key() == 0 ? Integer.MAX_VALUE : column.key()))
                : declared.stream();
        return new TableShape(table, hasNoRowid, stored
                .map(column -> new Column(column.name(),
                        isNumbered && column.key() > 0 && column.kind() == Kind.INTEGER ? Kind.ROWID : column.kind(),
                        column.isNullable()))
                .toList());
    }

    /** Returns true if a row with these serial types may belong to the table. */
    boolean fits(long[] types) {
        if (types.length != columns.size()) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            if (!columns.get(i).fits(types[i])) {
                return false;
            }
        }
        return true;
    }

    /** Returns the statement that adds a row with these columns to the table, unless its key is there. */
    String insert() {
        return "insert or ignore into " + table + " (" + columns.stream().map(Column::name).collect(Collectors.joining(", "))
                + ") values (" + columns.stream().map(_ -> "?").collect(Collectors.joining(", ")) + ")";
    }
}
