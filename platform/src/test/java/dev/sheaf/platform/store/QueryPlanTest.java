package dev.sheaf.platform.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The statements that must cost the same however much is stored are walked as they should be: SQLite's planner has been seen to choose
 * another index, and to use only the first half of a keyset.
 */
class QueryPlanTest {

    private static final String KEYSET = "SEARCH l USING PRIMARY KEY (scope=? AND prefix=? AND (ds,seq)>(?,?)";

    @TempDir
    private Path dataDir = Path.of("");

    @BeforeEach
    void createStore() {
        SqliteStores.open(dataDir, InstantSource.system(), () -> {}).close();
    }

    @Test
    void aPageIsOneRangeOfTheListAndOneLookUpPerRecord() throws SQLException {
        for (String page : List.of(StoredRepository.RECORDS, StoredRepository.HEADERS, StoredRepository.LIVE_RECORDS,
                StoredRepository.LIVE_HEADERS, StoredRepository.LIVE_ROWS)) {
            assertThat(plan(page)).containsExactly(KEYSET + " AND ds<?)", "SEARCH r USING INTEGER PRIMARY KEY (rowid=?)");
        }
        for (String walk : List.of(Withdrawal.LIVE, IdentifierSchemes.BEHIND)) {
            assertThat(plan(walk)).containsExactly(KEYSET + ")", "SEARCH r USING INTEGER PRIMARY KEY (rowid=?)");
        }
    }

    @Test
    void aPageCostsTheSameStepsAtAnyDepthOfOneSecond() throws SQLException {
        try (Connection connection = connection(); Statement fill = connection.createStatement()) {
            fill.executeUpdate(
                    """
                            insert into list (scope, prefix, ds, seq, gone)
                            with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) select 1, 1, 1700000000, i, 0 from n""");
            fill.executeUpdate("""
                    insert into rec (seq, source, prefix, ds, flags, identifier, scopes)
                    select seq, 1, 1, ds, 0, 'x' || seq, x'' from list""");
            long start = steps(connection, 0);
            assertThat(steps(connection, 99_000)).isLessThanOrEqualTo(start + 50).isGreaterThan(0);
        }
    }

    /** Instructions of SQLite's virtual machine for a page behind a sequence number; its progress handler counts them. */
    private static long steps(Connection connection, long after) throws SQLException {
        long[] steps = {0};
        org.sqlite.ProgressHandler.setHandler(connection, 1, new org.sqlite.ProgressHandler() {
            @Override
            protected int progress() {
                steps[0]++;
                return 0;
            }
        });
        try (PreparedStatement page = connection.prepareStatement(StoredRepository.HEADERS)) {
            page.setInt(1, 1);
            page.setInt(2, 1);
            page.setLong(3, 1_700_000_000L);
            page.setLong(4, after);
            page.setLong(5, 1_800_000_000L);
            page.setInt(6, 500);
            int rows = 0;
            try (ResultSet row = page.executeQuery()) {
                while (row.next()) {
                    rows++;
                }
            }
            assertThat(rows).isEqualTo(500);
        } finally {
            org.sqlite.ProgressHandler.clearHandler(connection);
        }
        return steps[0];
    }

    @Test
    void oneRecordIsFoundByItsKey() throws SQLException {
        String record = "SEARCH r USING INTEGER PRIMARY KEY (rowid=?)";
        assertThat(plan(StoredRepository.RECORD_OF_SOURCE))
                .containsExactly("SEARCH i USING PRIMARY KEY (identifier=? AND prefix=? AND source=?)", record);
        assertThat(plan(SqliteRecordStore.GET))
                .containsExactly("SEARCH i USING PRIMARY KEY (identifier=? AND prefix=? AND source=?)", record);
        assertThat(plan(StoredRepository.RECORD_OF_AGGREGATE))
                .containsExactly("SEARCH i USING PRIMARY KEY (identifier=? AND prefix=?)", record);
    }

    @Test
    void copiesAndOldVersionsAreFoundByTheirKeys() throws SQLException {
        assertThat(plan(Items.OF_IDENTIFIERS)).first().isEqualTo("SEARCH item USING PRIMARY KEY (identifier=?)");
        assertThat(plan(RecordWriter.OLD)).first().isEqualTo("SEARCH rec USING INTEGER PRIMARY KEY (rowid=?)");
        assertThat(plan(Lists.DELETE)).containsExactly("SEARCH list USING PRIMARY KEY (scope=? AND prefix=? AND ds=? AND seq=?)");
    }

    @Test
    void changesAreReadInTheOrderInWhichTheyLie() throws SQLException {
        assertThat(plan(SqliteRecordStore.CHANGES)).containsExactly("SEARCH r USING INTEGER PRIMARY KEY (rowid>?)");
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + dataDir.resolve(Database.FILE));
    }

    private List<String> plan(String query) throws SQLException {
        try (Connection connection = connection();
                PreparedStatement statement = connection.prepareStatement("explain query plan " + query)) {
            // Without values for its parameters a statement has a plan all the same.
            Matcher parameters = Pattern.compile("\\?").matcher(query);
            for (int i = 1; parameters.find(); i++) {
                statement.setInt(i, 1);
            }
            List<String> steps = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    steps.add(row.getString("detail"));
                }
            }
            return steps;
        }
    }
}
