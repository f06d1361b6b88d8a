package dev.sheaf.store.sql.lists;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sqlite.SqliteDatabase;
import dev.sheaf.store.sqlite.SqliteDialect;
import dev.sheaf.store.sqlite.SqliteStores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Lists in blocks hold the entries that were put into them, whatever else comes and goes, and can be read from any place. */
class ListsTest {

    private static final int SCOPE = 7;
    private static final int PREFIX = 3;

    @TempDir
    private Path folder = Path.of("");

    /** An entry as the tests expect it. */
    private record Expected(long ds, long seq, boolean deleted, boolean gone) {
        boolean live() {
            return !deleted && !gone;
        }

        int[] membership() {
            return new int[]{gone ? Membership.left(SCOPE) : Membership.in(SCOPE)};
        }
    }

    @Test
    void randomEntries_areReadInOrderFromAnyPosition() throws SQLException {
        Random random = new Random(11);
        TreeMap<Long, Expected> expected = new TreeMap<>();
        try (SqlConnection sql = opened()) {
            long seq = 0;
            for (int batch = 0; batch < 60; batch++) {
                // Some batches share their datestamp; some are longer than a list block.
                long ds = 1_000L + batch / 3;
                Lists lists = new Lists(sql, ds);
                for (Expected gone : some(expected, random)) {
                    lists.remove(PREFIX, gone.ds(), gone.seq(), gone.deleted(), gone.membership());
                    expected.remove(gone.seq());
                }
                for (int i = random.nextInt(700); i > 0; i--) {
                    seq += 1 + random.nextInt(batch % 2 == 0 ? 3 : 5_000);
                    Expected added = new Expected(ds, seq, random.nextInt(10) == 0, random.nextInt(10) == 0);
                    lists.add(PREFIX, seq, added.deleted(), added.membership());
                    expected.put(seq, added);
                }
                lists.write();
            }
            List<Expected> all = List.copyOf(expected.values());
            for (boolean liveOnly : new boolean[]{false, true}) {
                List<Expected> wanted = all.stream().filter(entry -> !liveOnly || entry.live()).toList();
                for (int limit : new int[]{1, 100, 256, 1_000_000}) {
                    assertThat(walk(sql, limit, liveOnly)).isEqualTo(wanted.subList(0, Math.min(wanted.size(), limit * 40)));
                }
                List<Expected> range = wanted.stream().filter(entry -> entry.ds() >= 1_005 && entry.ds() <= 1_009).toList();
                assertThat(ListEntries.count(sql, SCOPE, PREFIX, 1_005, 1_009, 1_000_000, liveOnly)).isEqualTo(range.size());
                assertThat(ListEntries.count(sql, SCOPE, PREFIX, 1_005, 1_009, 10, liveOnly)).isGreaterThan(10);
            }
            assertThat(sql.one("select live || ' ' || deleted from stat where scope = ? and prefix = ?", row -> row.getString(1),
                    SCOPE, PREFIX)).contains(all.stream().filter(Expected::live).count() + " "
                            + all.stream().filter(entry -> !entry.live()).count());
        }
    }

    /** Neighbours and strays, as changes of a repository are. */
    private static List<Expected> some(NavigableMap<Long, Expected> from, Random random) {
        List<Expected> all = List.copyOf(from.values());
        List<Expected> some = new ArrayList<>();
        int begin = all.isEmpty() ? 0 : random.nextInt(all.size());
        for (int i = 0; i < all.size(); i++) {
            if (i >= begin && i < begin + 300 || random.nextInt(40) == 0) {
                some.add(all.get(i));
            }
        }
        Collections.shuffle(some, random);
        return some;
    }

    /** Forty pages at most. */
    private static List<Expected> walk(SqlConnection sql, int limit, boolean liveOnly) throws SQLException {
        List<Expected> walked = new ArrayList<>();
        Position after = ListEntries.START;
        for (int page = 0; page < 40; page++) {
            ListEntries entries = ListEntries.read(sql, SCOPE, PREFIX, after, ListEntries.END, limit, liveOnly);
            for (int i = 0; i < entries.size(); i++) {
                walked.add(new Expected(entries.datestamp(i), entries.seq(i), entries.deleted(i), entries.gone(i)));
            }
            if (!entries.more()) {
                break;
            }
            after = entries.last();
        }
        return walked;
    }

    @Test
    void removalOfAMissingEntry_isRefused() throws SQLException {
        try (SqlConnection sql = opened()) {
            Lists lists = new Lists(sql, 1_000);
            lists.add(PREFIX, 5, false, new int[]{Membership.in(SCOPE)});
            lists.add(PREFIX, 9, false, new int[]{Membership.in(SCOPE)});
            lists.write();
            for (long missing : new long[]{7, 10}) {
                Lists removing = new Lists(sql, 1_001);
                removing.remove(PREFIX, 1_000, missing, false, new int[]{Membership.in(SCOPE)});
                assertThatThrownBy(removing::write).isInstanceOf(StoreException.class)
                        .hasMessageContaining("restore it from a backup");
            }
        }
    }

    private SqlConnection opened() throws SQLException {
        SqliteStores.open(folder, InstantSource.system(), () -> {}).close();
        SqlConnection sql = connection();
        // Not durable: thousands of rows would each wait for the disk.
        sql.execute("pragma synchronous = off");
        return sql;
    }

    private SqlConnection connection() throws SQLException {
        return new SqlConnection(DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(SqliteDatabase.FILE)),
                SqliteDialect.INSTANCE, SqlConnection.WriteFault.NONE);
    }
}
