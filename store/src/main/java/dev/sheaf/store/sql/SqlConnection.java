package dev.sheaf.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A connection that keeps one prepared statement for each text until it is closed. Texts must therefore come from a small fixed set; values
 * are bound and never written into a text. Belongs to one thread at a time.
 */
public final class SqlConnection implements AutoCloseable {

    /** A hook that is called before each writing statement; a test makes the n-th one fail by throwing. */
    public interface WriteFault {
        /** A hook that never fails. */
        WriteFault NONE = () -> {};

        void beforeWrite() throws SQLException;
    }

    /** Reads a value from the current row. */
    public interface RowReader<T> {
        @Nullable
        T read(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private final Dialect dialect;
    private final WriteFault fault;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    /** Wraps a connection to a database. */
    public SqlConnection(Connection connection, Dialect dialect, WriteFault fault) {
        this.connection = connection;
        this.dialect = dialect;
        this.fault = fault;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** Returns the statement for a text, which may have placeholders of {@link Dialect}. */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(dialect.translated(sql));
            statements.put(sql, statement);
        }
        return statement;
    }

    /**
     * Runs a statement that changes rows.
     *
     * @return number of changed rows
     */
    public int update(String sql, @Nullable Object... values) throws SQLException {
        fault.beforeWrite();
        return bind(prepare(sql), values).executeUpdate();
    }

    /** Runs a statement that inserts a row and returns its number ({@code returning}). */
    public long insert(String sql, @Nullable Object... values) throws SQLException {
        fault.beforeWrite();
        return one(sql, row -> row.getLong(1), values).orElseThrow();
    }

    /** Begins a transaction that holds the write lock; waits for the lock. */
    public void beginWriting() throws SQLException {
        execute(dialect.beginWriting());
    }

    /** Begins a transaction in which all statements see the same state. */
    public void beginReading() throws SQLException {
        prepare(dialect.beginReading()).execute();
    }

    /** Ends a transaction that has only read. Its statement is kept, because each answer needs it. */
    public void endReading() throws SQLException {
        prepare("rollback").execute();
    }

    public void commit() throws SQLException {
        execute("commit");
    }

    public void rollback() throws SQLException {
        execute("rollback");
    }

    /**
     * Runs the batch that was added to a statement. With this driver a row of a batch costs a third of an {@link #update}, so frequent
     * changes use batches.
     */
    public void updateBatch(PreparedStatement statement) throws SQLException {
        fault.beforeWrite();
        statement.executeBatch();
    }

    /** Returns the number of prepared statements that are kept open. */
    int statementCount() {
        return statements.size();
    }

    /** Discards batches that were never run because of a failure. */
    void clearBatches() throws SQLException {
        for (PreparedStatement statement : statements.values()) {
            statement.clearBatch();
        }
    }

    /** Returns the first row; empty if there is none. */
    public <T> Optional<T> one(String sql, RowReader<T> reader, @Nullable Object... values) throws SQLException {
        try (ResultSet row = bind(prepare(sql), values).executeQuery()) {
            return row.next() ? Optional.ofNullable(reader.read(row)) : Optional.empty();
        }
    }

    /** Returns all rows. */
    public <T> List<T> all(String sql, RowReader<T> reader, @Nullable Object... values) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (ResultSet row = bind(prepare(sql), values).executeQuery()) {
            while (row.next()) {
                rows.add(Objects.requireNonNull(reader.read(row)));
            }
        }
        return rows;
    }

    /** Runs a text without keeping its statement: transactions, pragmas, scripts. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(dialect.translated(sql));
        }
    }

    private static PreparedStatement bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** Returns a number that may be null. */
    public static @Nullable Long nullableLong(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }
}
