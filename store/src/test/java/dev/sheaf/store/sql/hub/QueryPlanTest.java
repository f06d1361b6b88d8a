package dev.sheaf.store.sql.hub;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.repository.Position;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.enrichments.SqlEnrichments;
import dev.sheaf.store.sql.enrichments.SqlRelations;
import dev.sheaf.store.sql.enrichments.SqlUsageLog;
import dev.sheaf.store.sql.lists.ChangeSequence;
import dev.sheaf.store.sql.lists.ListEntries;
import dev.sheaf.store.sql.lists.Lists;
import dev.sheaf.store.sql.records.Items;
import dev.sheaf.store.sql.saving.RecordWriter;
import dev.sheaf.store.sql.saving.Withdrawal;
import dev.sheaf.store.sql.serving.ShownCopies;
import dev.sheaf.store.sql.serving.StoredRepository;
import dev.sheaf.store.sql.sources.SqlDeposits;
import dev.sheaf.store.sqlite.SqliteDatabase;
import dev.sheaf.store.sqlite.SqliteDialect;
import dev.sheaf.store.sqlite.SqliteStores;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The statements that must cost the same however much is stored are walked as they should be: SQLite's planner has been seen to choose
 * another index, and to use only the first half of a keyset.
 */
class QueryPlanTest {

    @TempDir
    private Path dataDir = Path.of("");

    @BeforeEach
    void createStore() {
        SqliteStores.open(dataDir, InstantSource.system(), () -> {}).close();
    }

    @Test
    void pageOfRecords_readsOneRangeOfTheListAndOneRowPerRecord() throws SQLException {
        for (String blocks : List.of(ListEntries.BLOCKS, ListEntries.LIVE_BLOCKS)) {
            assertThat(plan(blocks)).containsExactly(
                    "SEARCH list_block USING PRIMARY KEY (scope=? AND prefix=? AND (ds,upto)>(?,?) AND ds<?)");
        }
        assertThat(plan(ListEntries.BLOCKS_BACKWARDS)).containsExactly(
                "SEARCH list_block USING PRIMARY KEY (scope=? AND prefix=? AND (ds,upto)<(?,?))");
        for (String page : List.of(StoredRepository.RECORDS, StoredRepository.HEADERS, Withdrawal.LIVE)) {
            assertThat(plan(page)).containsExactly("SCAN l VIRTUAL TABLE INDEX 1:",
                    "SEARCH r USING INTEGER PRIMARY KEY (rowid=?)");
        }
        for (String count : List.of(ListEntries.COUNT, ListEntries.LIVE_COUNT)) {
            assertThat(plan(count)).contains("SEARCH list_block USING PRIMARY KEY (scope=? AND prefix=? AND ds>? AND ds<?)");
        }
    }

    @Test
    void pageWithinASecond_costsTheSameAtAnyDepth() throws SQLException {
        try (SqlConnection sql = new SqlConnection(connection(), SqliteDialect.INSTANCE, SqlConnection.WriteFault.NONE)) {
            int[] scopes = {2};
            for (int first = 1; first <= 100_000; first += 1_000) {
                Lists lists = new Lists(sql, 1_700_000_000L);
                for (int seq = first; seq < first + 1_000; seq++) {
                    lists.add(1, seq, false, scopes);
                }
                lists.write();
            }
        }
        try (Connection connection = connection()) {
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
        ListEntries page = ListEntries.read(new SqlConnection(connection, SqliteDialect.INSTANCE, SqlConnection.WriteFault.NONE),
                1, 1,
                new Position(1_700_000_000L, after), 1_800_000_000L, 500, false);
        org.sqlite.ProgressHandler.clearHandler(connection);
        assertThat(page.size()).isEqualTo(500);
        assertThat(page.seq(0)).isEqualTo(after + 1);
        return steps[0];
    }

    @Test
    void record_isFoundByItsKey() throws SQLException {
        String record = "SEARCH r USING INTEGER PRIMARY KEY (rowid=?)";
        assertThat(plan(StoredRepository.RECORD_OF_SOURCE))
                .containsExactly("SEARCH i USING PRIMARY KEY (identifier=? AND prefix=? AND source=?)", record);
        assertThat(plan(SqlHubStore.GET))
                .containsExactly("SEARCH i USING PRIMARY KEY (identifier=? AND prefix=? AND source=?)", record);
        assertThat(plan(ShownCopies.COPIES))
                .containsExactly("SEARCH i USING PRIMARY KEY (identifier=?)", record);
    }

    @Test
    void copiesAndOldVersions_areFoundByTheirKeys() throws SQLException {
        assertThat(plan(Items.OF_IDENTIFIERS)).first().isEqualTo("SEARCH item USING PRIMARY KEY (identifier=?)");
        assertThat(plan(RecordWriter.OLD)).first().isEqualTo("SEARCH rec USING INTEGER PRIMARY KEY (rowid=?)");
        for (String one : List.of(Lists.UPDATE, Lists.DELETE)) {
            assertThat(plan(one))
                    .containsExactly("SEARCH list_block USING PRIMARY KEY (scope=? AND prefix=? AND ds=? AND upto=?)");
        }
        assertThat(plan(Lists.FIND))
                .containsExactly("SEARCH list_block USING PRIMARY KEY (scope=? AND prefix=? AND ds=? AND upto>?)");
    }

    @Test
    void changes_areReadInTheOrderOfTheirTable() throws SQLException {
        assertThat(plan(ChangeSequence.OF_ONE_FORMAT)).containsExactly("SEARCH r USING INTEGER PRIMARY KEY (rowid>?)");
        assertThat(plan(ChangeSequence.OF_FORMATS)).first().isEqualTo("SEARCH r USING INTEGER PRIMARY KEY (rowid>?)");
        assertThat(plan(ChangeSequence.OF_FORMATS)).noneMatch(step -> step.contains("TEMP B-TREE"));
        assertThat(plan(ChangeSequence.PLACES)).first().isEqualTo("SEARCH item USING PRIMARY KEY (identifier=?)");
        assertThat(plan(ChangeSequence.RECORDS)).last().isEqualTo("SEARCH r USING INTEGER PRIMARY KEY (rowid=?)");
        assertThat(plan(SqlEnrichments.CHANGES)).containsExactly("SEARCH e USING INTEGER PRIMARY KEY (rowid>?)",
                "SEARCH n USING INTEGER PRIMARY KEY (rowid=?)");
        assertThat(plan(SqlRelations.CHANGES)).containsExactly("SEARCH r USING INTEGER PRIMARY KEY (rowid>?)",
                "SEARCH f USING INTEGER PRIMARY KEY (rowid=?)", "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)");
    }

    @Test
    void relations_areFoundFromBothEndsInOneRange() throws SQLException {
        assertThat(plan(SqlRelations.FROM)).first().asString().contains("SEARCH r USING INDEX",
                "(from_source=? AND from_identifier=? AND kind=? AND (to_source,to_identifier)>(?,?))");
        assertThat(plan(SqlRelations.TO)).first().asString().contains("SEARCH r USING INDEX relation_to",
                "(to_source=? AND to_identifier=? AND kind=? AND (from_source,from_identifier)>(?,?))");
        assertThat(plan(SqlRelations.FROM)).noneMatch(step -> step.contains("TEMP B-TREE"));
        assertThat(plan(SqlRelations.TO)).noneMatch(step -> step.contains("TEMP B-TREE"));
    }

    @Test
    void uses_areFoundByItemAndByAgent() throws SQLException {
        for (String ofItem : List.of(SqlUsageLog.DAYS_OF_ITEM, SqlUsageLog.AGENTS_OF_ITEM)) {
            assertThat(plan(ofItem)).anyMatch(step -> step
                    .contains("USING COVERING INDEX record_use_item (source=? AND identifier=? AND day=?"));
        }
        assertThat(plan(SqlUsageLog.ITEMS)).anyMatch(step -> step
                .contains("SEARCH r USING COVERING INDEX record_use_item ((source,identifier)>(?,?))"));
        assertThat(plan(SqlUsageLog.NEIGHBOURS)).anyMatch(step -> step
                .contains("SEARCH a USING COVERING INDEX record_use_item (source=? AND identifier=?"))
                .anyMatch(step -> step.contains("SEARCH b USING PRIMARY KEY (day=? AND agent=?)"));
    }

    @Test
    void deposits_areReadWithoutThoseOfOtherStates_andCountedWithoutTheirDescriptions() throws SQLException {
        assertThat(plan(SqlDeposits.PAGE)).last().asString().isEqualTo("SEARCH d USING PRIMARY KEY (source=? AND resource>?)");
        assertThat(plan(SqlDeposits.PAGE_OF_STATE)).last().asString()
                .isEqualTo("SEARCH d USING INDEX deposit_state (source=? AND (state,resource)>(?,?) AND state<?)");
        assertThat(plan(SqlDeposits.TALLY)).last().asString().isEqualTo("SEARCH d USING COVERING INDEX deposit_state (source=?)");
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + dataDir.resolve(SqliteDatabase.FILE));
    }

    private List<String> plan(String query) throws SQLException {
        try (Connection connection = connection();
                PreparedStatement statement = connection
                        .prepareStatement("explain query plan " + SqliteDialect.INSTANCE.translated(query))) {
            // A statement has a plan even without values for its parameters.
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
