package dev.sheaf.store.sql.saving;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.aggregates.AggregateTable;
import dev.sheaf.store.sql.lists.LongRecords;

/**
 * Updates aggregate memberships after a change of an aggregate's settings. It works in small transactions, between which others can write.
 * A process that continues the work of a dead one needs only the database. Only records with a wrong membership get a new datestamp. Safe
 * for use by many threads and processes: a second one finds no work left.
 */
public final class MembershipUpdate {

    private static final Logger LOG = LoggerFactory.getLogger(MembershipUpdate.class);

    /** Number of items in one transaction, which takes some tens of milliseconds. */
    private static final int PORTION = 200;
    static final String NEXT = """
            select i.identifier, coalesce(sum(l.bytes), 0) from item i left join long_record l on l.seq = i.seq
            where i.identifier > ? group by i.identifier order by i.identifier limit ?""";
    private static final String UNFINISHED = "select num, progress from aggregate where progress is not null order by num limit 1";

    private final Writer writer;
    private final BatchSaver saver;

    private record Unfinished(int aggregate, String behind) {}

    public MembershipUpdate(Writer writer, BatchSaver saver) {
        this.writer = writer;
        this.saver = saver;
    }

    /** Works until every record is in the lists that the settings require. */
    public void finish() {
        boolean more = true;
        while (more) {
            more = writer.run("update aggregate memberships", sql -> {
                // This test needs no lock; mostly there is no work.
                return unfinished(sql).isPresent() && writer.transaction(this::portion);
            });
        }
    }

    /** Does, some time later, the work that a dead process has left. */
    public void resume() {
        Thread.ofVirtual().name("sheaf-store-memberships").start(() -> {
            try {
                finish();
            } catch (StoreException e) {
                // The next process that opens the store continues, and so does a hub.
                LOG.warn("memberships of aggregates are not updated yet: because=\"{}\"", e.getMessage());
            }
        });
    }

    public static boolean isUnfinished(SqlConnection sql) throws SQLException {
        return unfinished(sql).isPresent();
    }

    private static Optional<Unfinished> unfinished(SqlConnection sql) throws SQLException {
        return sql.one(UNFINISHED, row -> new Unfinished(row.getInt(1), row.getString(2)));
    }

    private boolean portion(Transaction transaction) throws SQLException {
        SqlConnection sql = transaction.sql();
        Unfinished unfinished = unfinished(sql).orElse(null);
        if (unfinished == null) {
            return false;
        }
        List<String> identifiers = next(sql, unfinished.behind());
        if (identifiers.isEmpty()) {
            sql.update("update aggregate set progress = null where num = ?", unfinished.aggregate());
            // The memberships of removed aggregates need no further update.
            AggregateTable.changed(sql);
        } else {
            saver.updateMemberships(transaction, identifiers);
            sql.update("update aggregate set progress = ? where num = ?", identifiers.getLast(), unfinished.aggregate());
        }
        return true;
    }

    /** Returns the next items. If their records are long, they are fewer, because moving records are in memory. */
    private static List<String> next(SqlConnection sql, String behind) throws SQLException {
        record Item(String identifier, long bytes) {}
        List<String> identifiers = new ArrayList<>();
        long bytes = 0;
        for (Item item : sql.all(NEXT, row -> new Item(row.getString(1), row.getLong(2)), behind, PORTION)) {
            identifiers.add(item.identifier());
            bytes += item.bytes();
            if (LongRecords.areEnough(bytes)) {
                break;
            }
        }
        return identifiers;
    }
}
