package dev.sheaf.store.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.sheaf.core.store.StoreException;

/** The tables of the store, from the files {@code /db/schema-sqlite.sql} and {@code /db/schema-postgres.sql}, and their version. */
public final class Schema {

    /**
     * Version of the tables that this program creates and reads; the database stores it. Lower versions come from programs before the first
     * release and are refused. A change of the tables after the first release increases it by one and needs a migration.
     */
    public static final int VERSION = 107;

    /** Tables that every version has. */
    static final Set<String> MAIN_TABLES = Set.of("meta", "source", "item", "rec");

    private Schema() {}

    /**
     * Creates the tables of an empty database. Called with the write lock held, inside a transaction.
     *
     * @throws StoreException when the database has tables of another version
     */
    public static void create(SqlConnection connection, Path dataDir) throws SQLException {
        int version = version(connection);
        refuseOther(version, "data directory " + dataDir);
        if (version == 0) {
            for (String statement : statements(connection.dialect())) {
                connection.execute(statement);
            }
            connection.execute(connection.dialect().setVersion(VERSION));
        }
    }

    /** Returns true if the database has the tables of this program, so that it can be opened without a lock. */
    public static boolean isCurrent(SqlConnection connection) throws SQLException {
        return version(connection) == VERSION;
    }

    /** Returns the version of the tables; 0 for a database without tables. */
    public static int version(SqlConnection connection) throws SQLException {
        return connection.one(connection.dialect().version(), row -> row.getInt(1)).orElse(0);
    }

    /**
     * Refuses tables that this program cannot read.
     *
     * @param version of the tables; 0, an empty database, is accepted
     * @param subject the database or directory, for the message
     * @throws StoreException if the version is another one than this program's
     */
    public static void refuseOther(int version, String subject) {
        refusal(version, subject).ifPresent(message -> {
            throw new StoreException(message);
        });
    }

    /**
     * Returns why tables of a version cannot be read, and what to do; empty for this program's version and for an empty database.
     *
     * @param subject the database or directory, for the message
     */
    public static Optional<String> refusal(int version, String subject) {
        if (version > VERSION) {
            return Optional.of("The " + subject + " was written by a newer version of Sheaf (its store has version " + version
                    + ", this program knows up to " + VERSION + "): use that version, or another data directory");
        }
        if (version != 0 && version < VERSION) {
            return Optional.of("The " + subject
                    + " was written by a version of Sheaf before the first release (its store has version "
                    + version + ", this program reads version " + VERSION
                    + "). Nothing was changed. With the program that wrote it,"
                    + " write the records to files: sheaf export --source ID --format jsonl -o ID.jsonl. Then choose a new data"
                    + " directory and import them: sheaf import ID ID.jsonl. See docs/serve.md, \"Data of an unreleased version\"");
        }
        return Optional.empty();
    }

    /** Returns the statements of the file, without its comments. */
    public static List<String> statements(Dialect dialect) {
        try (InputStream in = Schema.class.getResourceAsStream(dialect.schema())) {
            if (in == null) {
                throw new IllegalStateException("the program's own file " + dialect.schema() + " is missing");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
            return Stream.of(text.split(";(\n|$)")).map(String::strip).filter(statement -> !statement.isEmpty()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
