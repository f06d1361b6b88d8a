package dev.sheaf.store.sql.hub;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sqlite.SqliteDatabase;
import dev.sheaf.store.sqlite.SqliteDialect;
import dev.sheaf.store.sqlite.SqliteStores;

import static org.assertj.core.api.Assertions.assertThat;

/** Tables with rows of sources are forgotten with their source, or keep them for a reason. */
class SourceRemovalTest {

    /** Records stay as deleted ones, with everything that serves them. The stated origin of a version never changes. */
    private static final List<String> WITH_RECORDS = List.of("item", "rec", "format", "source_count", "served_prefix", "matched",
            "local_identifier", "same_item", "origin", "unlisted");
    /** Forgotten in portions of their own, after the records. */
    private static final List<String> IN_PORTIONS = List.of("version", "enrichment", "record_use");
    /** The receiver at the source's hub is to be told first. */
    private static final List<String> LATER = List.of("source_subscription");

    @TempDir
    private Path dataDir = Path.of("");

    @Test
    void rowsOfARemovedSource_areDeletedFromEveryTableUnlessThereIsAReason() throws SQLException {
        SqliteStores.open(dataDir, InstantSource.system(), () -> {}).close();
        try (SqlConnection sql = new SqlConnection(
                DriverManager.getConnection("jdbc:sqlite:" + dataDir.resolve(SqliteDatabase.FILE)),
                SqliteDialect.INSTANCE, SqlConnection.WriteFault.NONE)) {
            List<String> tables = sql.all("""
                    select m.name from sqlite_schema m where m.type = 'table'
                    and exists (select 1 from pragma_table_info(m.name) where name = 'source')""", row -> row.getString(1));
            List<String> known = new ArrayList<>(SourceRemoval.TABLES);
            known.addAll(WITH_RECORDS);
            known.addAll(IN_PORTIONS);
            known.addAll(LATER);
            assertThat(known).containsExactlyInAnyOrderElementsOf(tables);
        }
    }
}
