package dev.sheaf.store.sql;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.IdentifierDomain;
import dev.sheaf.store.sql.hub.SqlHubStore;
import dev.sheaf.store.sqlite.SqliteDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/** A connection keeps one prepared statement for each text, so a long-running hub does not collect statements. */
class StatementCountTest {

    @TempDir
    private Path dataDir = Path.of("");

    private final List<SqlConnection> writers = new CopyOnWriteArrayList<>();

    private HubStore open() {
        SqlDatabase database = SqliteDatabase.in(dataDir, SqlConnection.WriteFault.NONE);
        return SqlHubStore.open(new SqlDatabase() {
            @Override
            public Path directory() {
                return database.directory();
            }

            @Override
            public Dialect dialect() {
                return database.dialect();
            }

            @Override
            public boolean readOnly() {
                return database.readOnly();
            }

            @Override
            public long bytes() {
                return database.bytes();
            }

            @Override
            public SqlConnection writer() throws SQLException {
                SqlConnection writer = database.writer();
                writers.add(writer);
                return writer;
            }

            @Override
            public SqlConnection reader() throws SQLException {
                return database.reader();
            }

            @Override
            public SqlConnection readerWithTemporaryTables() throws SQLException {
                return database.readerWithTemporaryTables();
            }
        }, new HubIdentity("Hub", "admin@example.org", "hub" + IdentifierDomain.PROVISIONAL), InstantSource.system());
    }

    private int statements() {
        return writers.stream().mapToInt(SqlConnection::statementCount).sum();
    }

    @Test
    void changesOfASubscription_keepNoFurtherStatements() {
        try (HubStore store = open()) {
            store.put(Source.harvested("a", "https://a.example.org/oai"));
            store.sourceSubscriptions().begin("a");
            long number = store.sourceSubscriptions().of("a").orElseThrow().number();
            change(store, number);
            int before = statements();
            for (int i = 0; i < 20; i++) {
                change(store, number);
            }
            assertThat(statements()).isEqualTo(before);
        }
    }

    private static void change(HubStore store, long number) {
        Instant later = Instant.parse("2026-01-01T00:00:00Z");
        store.sourceSubscriptions().verified(number, later, later);
        store.sourceSubscriptions().delivered(number, later);
        store.sourceSubscriptions().failed(number, "no answer", later);
        store.sourceSubscriptions().none(number, later);
        store.sourceSubscriptions().expired(number);
    }

    @Test
    void renamesOfTheIdentifierDomain_keepNoFurtherStatements() {
        try (HubStore store = open()) {
            store.identifierDomain().rename("one.example.org", true);
            store.identifierDomain().rename("two.example.org", true);
            int before = statements();
            for (int i = 0; i < 5; i++) {
                store.identifierDomain().rename("hub" + i + ".example.org", true);
            }
            assertThat(statements()).isEqualTo(before);
        }
    }
}
