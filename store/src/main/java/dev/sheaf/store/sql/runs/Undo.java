package dev.sheaf.store.sql.runs;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.repository.Position;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.sources.SourceTable;

/**
 * Data for the roll-back of a source's last run: the position and the checkpoints at its beginning, and each version that it replaced.
 * Records that the run created need no note, because their first sequence number shows it.
 */
public final class Undo {

    private static final int PORTION = 5_000;
    private static final String STARTED = "select seq from undo where source = ? and run = ?";
    /** Statement that stores replaced versions; derived ones without content, because they can be derived again. */
    private static final String KEEP = """
            insert into former (source, run, seq, prefix, ds, flags, harvested, origin, identifier, sets, about, dict, payload)
            select source, ?, seq, prefix, ds, flags, harvested, origin, identifier, sets, about, dict,
            case when flags & 2 <> 0 then null else payload end from rec where seq in (select value from {numbers})
            on conflict do nothing""";

    private Undo() {}

    /** A run that can be undone, with the position at its beginning. */
    public record Begun(long run, Position position) {}

    static void begin(SqlConnection sql, int source, long run) throws SQLException {
        sql.update("""
                insert into undo (source, run, ds, seq) values (?, ?, ?, ?)
                on conflict (source) do update set run = excluded.run, ds = excluded.ds, seq = excluded.seq""", source, run,
                Transaction.lastStamp(sql), Transaction.lastSeq(sql));
        sql.update("delete from undo_checkpoint where source = ?", source);
        sql.update(
                """
                        insert into undo_checkpoint (source, asked, sent, token, page, received, server_time, last_datestamp, complete_since, plan, complete_size, unfetched)
                        select source, asked, sent, token, page, received, server_time, last_datestamp, complete_since, plan, complete_size, unfetched from checkpoint
                        where source = ?""",
                source);
    }

    public static Optional<Begun> find(SqlConnection sql, int source) throws SQLException {
        return sql.one("select run, ds, seq from undo where source = ?",
                row -> new Begun(row.getLong(1), new Position(row.getLong(2), row.getLong(3))), source);
    }

    /**
     * Stores the versions that a run is about to replace. Called in the transaction that replaces them.
     *
     * @param moved copies that move to the end of their lists; those without a new version, and those of other sources, are ignored
     */
    public static void keep(SqlConnection sql, long run, int source, List<ItemRow> moved) throws SQLException {
        JsonArray.OfNumbers seqs = new JsonArray.OfNumbers();
        long started = -1;
        for (ItemRow row : moved) {
            if (row.isNew() || row.derived || row.content == null || row.source != source) {
                continue;
            }
            if (started < 0) {
                started = sql.one(STARTED, found -> found.getLong(1), source, run).orElse(-1L);
                if (started < 0) {
                    return;
                }
            }
            if (row.born <= started) {
                seqs.add(row.seq);
            }
        }
        if (!seqs.isEmpty()) {
            sql.update(KEEP, run, seqs.toString());
        }
    }

    public static void restoreCheckpoints(SqlConnection sql, int source) throws SQLException {
        sql.update("delete from checkpoint where source = ?", source);
        sql.update(
                """
                        insert into checkpoint (source, asked, sent, token, page, received, server_time, last_datestamp, complete_since, plan, complete_size, unfetched)
                        select source, asked, sent, token, page, received, server_time, last_datestamp, complete_since, plan, complete_size, unfetched from undo_checkpoint
                        where source = ?""",
                source);
    }

    /** Returns the run itself, or the first of the runs right before it whose process ended before them: the run goes on with their lists. */
    static long first(SqlConnection sql, int source, long run) throws SQLException {
        return 1 + sql.one("select max(num) from run where source = ? and num < ? and (verdict is null or verdict <> ?)",
                row -> row.getLong(1), source, run, RunTable.CRASHED).orElse(0L);
    }

    /** Deletes, in short transactions, the versions that earlier runs replaced. */
    public static void purge(Writer writer, String source, long run) {
        boolean more = true;
        while (more) {
            more = writer.run("delete the versions that earlier runs replaced", sql -> {
                int number = SourceTable.number(sql, source);
                boolean any = sql.one("select 1 from former where source = ? and run < ? limit 1", _ -> true, number, run)
                        .orElse(false);
                if (any) {
                    writer.changeNow(transaction -> transaction.sql().update("""
                            delete from former where (source, run, seq) in
                            (select source, run, seq from former where source = ? and run < ? limit ?)""", number, run, PORTION));
                }
                return any;
            });
        }
    }

    /** Deletes the data for the roll-back of a source's last run. */
    public static void forget(SqlConnection sql, int source) throws SQLException {
        sql.update("delete from undo where source = ?", source);
        sql.update("delete from undo_checkpoint where source = ?", source);
        sql.update("delete from former where source = ?", source);
    }
}
