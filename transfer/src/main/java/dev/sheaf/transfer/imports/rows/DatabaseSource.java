package dev.sheaf.transfer.imports.rows;

import java.io.IOException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Table or query of an external database, opened for reading only. Rows are fetched in portions, because the table may be larger than
 * memory.
 *
 * <p>This is the only class outside the store that uses SQL, and only for databases that are not Sheaf's.
 */
public final class DatabaseSource implements RowSource {

    private static final int PORTION = 2_000;
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*)*+");
    /**
     * Logger of the PostgreSQL driver, which writes unreadable addresses including passwords. The field keeps the logger alive; otherwise
     * its level would be lost.
     */
    private static final Logger TALKATIVE = Logger.getLogger("org.postgresql");

    private final DatabaseTable table;
    private final Connection connection;
    private final Statement statement;
    private final ResultSet rows;
    private final int[] types;
    /** True if each value has a type of its own, as in SQLite. */
    private final boolean untyped;
    private final Columns columns;

    private DatabaseSource(DatabaseTable table, Connection connection) throws SQLException {
        this.table = table;
        this.connection = connection;
        this.untyped = table.url().startsWith("jdbc:sqlite:");
        // The PostgreSQL driver only fetches in portions within a transaction.
        connection.setAutoCommit(false);
        this.statement = connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
        statement.setFetchSize(PORTION);
        this.rows = statement.executeQuery(query(table, connection));
        ResultSetMetaData described = rows.getMetaData();
        List<String> names = new ArrayList<>();
        types = new int[described.getColumnCount()];
        for (int i = 0; i < types.length; i++) {
            names.add(described.getColumnLabel(i + 1));
            types[i] = described.getColumnType(i + 1);
        }
        this.columns = new Columns(names);
    }

    /**
     * Connects and begins to read.
     *
     * @throws RowsException if there is no driver or connection, or the query is refused
     */
    public static DatabaseSource open(DatabaseTable table) throws RowsException {
        TALKATIVE.setLevel(Level.OFF);
        if (DriverManager.drivers().noneMatch(driver -> accepts(driver, table.url()))) {
            throw new RowsException("there is no database driver for addresses like '" + scheme(table.url())
                    + "…'. Known are jdbc:postgresql://host/database and jdbc:sqlite:file; of other databases, export the table as CSV.");
        }
        Connection connection;
        try {
            connection = DriverManager.getConnection(table.url(), properties(table));
        } catch (SQLException failure) {
            throw new RowsException("cannot connect to " + table.place() + ": " + table.tell(failure), failure);
        }
        try {
            return new DatabaseSource(table, connection);
        } catch (SQLException failure) {
            try {
                connection.close();
            } catch (SQLException _) {
                // The earlier failure is reported.
            }
            throw new RowsException("cannot read " + table + " of " + table.place() + ": " + table.tell(failure), failure);
        }
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException _) {
            return false;
        }
    }

    private static String scheme(String url) {
        int end = url.indexOf(':', url.startsWith("jdbc:") ? 5 : 0);
        return end < 0 ? "jdbc:" : url.substring(0, end + 1);
    }

    private static Properties properties(DatabaseTable table) {
        Properties properties = new Properties();
        if (table.user() != null) {
            properties.setProperty("user", table.user());
        }
        if (table.password() != null) {
            properties.setProperty("password", table.password());
        }
        if (table.url().startsWith("jdbc:sqlite:")) {
            // SQLITE_OPEN_READONLY prevents that a mistyped name creates an empty database.
            properties.setProperty("open_mode", "1");
        } else if (table.url().startsWith("jdbc:postgresql:")) {
            properties.setProperty("readOnly", "true");
            properties.setProperty("ApplicationName", "sheaf");
        }
        return properties;
    }

    private static String query(DatabaseTable table, Connection connection) throws SQLException {
        String query = table.query();
        String name = table.table();
        if (query != null || name == null) {
            return String.valueOf(query);
        }
        if (PLAIN_NAME.matcher(name).matches()) {
            return "select * from " + name;
        }
        String quote = connection.getMetaData().getIdentifierQuoteString();
        return "select * from " + quote + name.replace(quote, quote + quote) + quote;
    }

    @Override
    public Columns columns() {
        return columns;
    }

    @Override
    public void read(RowReceiver receiver) throws RowsException {
        long number = 0;
        try {
            while (rows.next()) {
                number++;
                List<List<String>> cells = new ArrayList<>(types.length);
                for (int i = 0; i < types.length; i++) {
                    cells.add(cell(i));
                }
                receiver.row(new TableRow(columns, cells, new Place(table.toString(), "row", number)));
            }
        } catch (SQLException failure) {
            throw new RowsException("it ended early after " + number + " rows: " + table.tell(failure), failure);
        }
    }

    private List<String> cell(int index) throws SQLException {
        if (types[index] == Types.ARRAY) {
            return array(rows.getArray(index + 1));
        }
        String text = rows.getString(index + 1);
        if (text == null) {
            return List.of();
        }
        if (untyped && rows.getObject(index + 1) instanceof Double number && Double.isFinite(number)) {
            // In data written by pandas, a column of whole numbers contains values like 1871.0 if another value is missing.
            return TableRow.cell(SheetReader.plain(number));
        }
        boolean time = types[index] == Types.TIMESTAMP || types[index] == Types.TIMESTAMP_WITH_TIMEZONE;
        return TableRow.cell(time ? IsoTime.read(text).map(IsoTime::toString).orElse(text) : text);
    }

    private static List<String> array(@Nullable Array array) throws SQLException {
        List<String> values = new ArrayList<>();
        if (array != null && array.getArray() instanceof Object[] elements) {
            for (Object element : elements) {
                if (element != null) {
                    values.addAll(TableRow.cell(element.toString()));
                }
            }
        }
        return values;
    }

    @Override
    public void close() throws IOException {
        try (connection; statement; rows) {
            connection.rollback();
        } catch (SQLException failure) {
            throw new IOException("cannot close the connection to " + table.place() + ": " + table.tell(failure), failure);
        }
    }
}
