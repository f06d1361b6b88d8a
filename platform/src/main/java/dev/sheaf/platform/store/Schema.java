package dev.sheaf.platform.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

import dev.sheaf.core.store.StoreException;

/** The numbered scripts that make the tables, each applied once, in a transaction. */
final class Schema {

    /** Rules for its tables that SQL cannot express. */
    private static final String LISTS = "/db/8-lists.sql";

    /** In order; a script's place plus one is the version that it makes. Released scripts never change. */
    private static final List<String> SCRIPTS = List.of( //
            "/db/1-records.sql", //
            "/db/2-derived.sql", //
            "/db/3-repairs.sql", //
            "/db/4-jobs.sql", //
            "/db/5-access.sql", //
            "/db/6-profile.sql", //
            "/db/7-quarantine.sql", //
            LISTS, //
            "/db/9-aggregates.sql", //
            "/db/10-history.sql", //
            "/db/11-administration.sql", //
            "/db/12-proxy.sql", //
            "/db/13-schedule.sql", //
            "/db/14-subscriptions.sql", //
            "/db/16-tallies.sql", //
            "/db/17-rungs.sql", //
            "/db/18-hosts.sql", //
            "/db/19-checks.sql", //
            "/db/20-whole.sql", //
            "/db/21-hold.sql", //
            "/db/22-exact.sql", //
            "/db/23-counted.sql", //
            "/db/24-visibility.sql", //
            "/db/25-websub.sql", //
            "/db/26-unfetched.sql", //
            "/db/27-own-formats.sql", //
            "/db/28-waiting.sql", //
            "/db/29-quota.sql", //
            "/db/30-version-hash.sql", //
            "/db/31-asked-subscriptions.sql", "/db/32-long-records.sql");

    /** Version of the tables that this program makes and reads. */
    static final int VERSION = SCRIPTS.size();

    private Schema() {}

    /**
     * Brings the tables to the newest version; called with the write lock held, inside a transaction. Older programs then refuse the file.
     *
     * @throws StoreException when the file is newer than this program
     */
    static void update(SqlConnection connection, Path dataDir) throws SQLException {
        // user_version is a field of the file's header: it can be read before there is any table, and it is part of the transaction.
        int version = version(connection);
        if (version > SCRIPTS.size()) {
            throw new StoreException(
                    "The data directory " + dataDir + " was written by a newer version of Sheaf (its store has version "
                            + version + ", this program knows up to " + SCRIPTS.size()
                            + "): use that version, or another data directory");
        }
        for (String script : SCRIPTS.subList(version, SCRIPTS.size())) {
            for (String statement : read(script).split(";\n")) {
                if (!statement.isBlank()) {
                    connection.execute(statement);
                }
            }
            if (script.equals(LISTS)) {
                ListPacking.pack(connection);
            }
        }
        if (version < SCRIPTS.size()) {
            connection.execute("pragma user_version = " + SCRIPTS.size());
        }
    }

    /** True when the tables are as this program wants them: nothing needs to be locked to open the store. */
    static boolean isCurrent(SqlConnection connection) throws SQLException {
        return version(connection) == SCRIPTS.size();
    }

    private static int version(SqlConnection connection) throws SQLException {
        return connection.one("pragma user_version", row -> row.getInt(1)).orElse(0);
    }

    private static String read(String script) {
        try (InputStream in = Schema.class.getResourceAsStream(script)) {
            if (in == null) {
                throw new IllegalStateException("the program's own file " + script + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
