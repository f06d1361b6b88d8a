package dev.sheaf.store.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.sql.Dialect;
import dev.sheaf.store.sql.OwnerOnly;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlDatabase;
import dev.sheaf.store.sql.hub.SqlHubStore;
import dev.sheaf.store.sqlite.SqliteStores;

/** Opens stores in a PostgreSQL server for tests. Each data directory has a schema of its own; the server ends with the process. */
final class PostgresStores {

    private static final Map<Path, String> SCHEMAS = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static @Nullable EmbeddedPostgres server;
    private static @Nullable String whyNot;

    private PostgresStores() {}

    /** A store that runs something before each write; when that throws, the write fails. Skips the test where no server can be started. */
    static HubStore open(Path dataDir, InstantSource clock, Runnable beforeWrite) {
        return SqlHubStore.open(database(dataDir, () -> {
            try {
                beforeWrite.run();
            } catch (RuntimeException e) {
                throw new SQLException(e);
            }
        }), SqliteStores.HUB, clock);
    }

    static SqlDatabase database(Path dataDir, SqlConnection.WriteFault fault) {
        try {
            OwnerOnly.create(dataDir);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        String schema = SCHEMAS.computeIfAbsent(dataDir.toAbsolutePath(), _ -> create("store_" + NUMBER.incrementAndGet()));
        return new PostgresDatabase(dataDir, server().getJdbcUrl("postgres", "postgres") + "&currentSchema=" + schema, fault);
    }

    private static synchronized EmbeddedPostgres server() {
        if (server == null && whyNot == null) {
            try {
                server = EmbeddedPostgres.start();
            } catch (IOException | RuntimeException failure) {
                whyNot = String.valueOf(failure.getMessage());
            }
        }
        Assumptions.assumeTrue(server != null, () -> "PostgreSQL cannot be started here: " + whyNot);
        return Objects.requireNonNull(server);
    }

    private static String create(String schema) {
        try (Connection connection = server().getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create schema " + schema);
            return schema;
        } catch (SQLException failure) {
            throw new IllegalStateException("no schema could be created", failure);
        }
    }

    private record PostgresDatabase(Path directory, String url, SqlConnection.WriteFault fault) implements SqlDatabase {

        @Override
        public Dialect dialect() {
            return PostgresDialect.INSTANCE;
        }

        @Override
        public boolean readOnly() {
            return false;
        }

        @Override
        public long bytes() {
            try (SqlConnection connection = reader()) {
                return connection.one("select pg_database_size(current_database())", row -> row.getLong(1)).orElse(0L);
            } catch (SQLException _) {
                return 0;
            }
        }

        @Override
        public SqlConnection writer() throws SQLException {
            return connect(fault, "");
        }

        @Override
        public SqlConnection reader() throws SQLException {
            return connect(SqlConnection.WriteFault.NONE, "&options=-c%20default_transaction_read_only=on");
        }

        @Override
        public SqlConnection readerWithTemporaryTables() throws SQLException {
            return connect(SqlConnection.WriteFault.NONE, "");
        }

        private SqlConnection connect(SqlConnection.WriteFault connectionFault, String options) throws SQLException {
            return new SqlConnection(DriverManager.getConnection(url + options), PostgresDialect.INSTANCE, connectionFault);
        }
    }
}
