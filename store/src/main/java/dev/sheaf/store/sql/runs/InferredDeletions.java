package dev.sheaf.store.sql.runs;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.sheaf.store.runs.InferredRun;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.sources.SourceTable;

/** Versions of records that were withdrawn without their source saying so, with the run that inferred it, so that it can be undone for months. */
public final class InferredDeletions {

    /** Time for which a version is kept. */
    static final Duration KEPT = Duration.ofDays(180);
    private static final int PORTION = 5_000;
    /** Statement that stores versions; derived ones are derived again. */
    private static final String KEEP = """
            insert into inferred_deletion (source, run, seq, at, prefix, ds, flags, harvested, origin, identifier, sets, about, dict, payload)
            select source, ?, seq, ?, prefix, ds, flags, harvested, origin, identifier, sets, about, dict, payload
            from rec where flags & 3 = 0 and seq in (select value from {numbers}) on conflict do nothing""";

    private InferredDeletions() {}

    /**
     * Stores the versions that a run is about to withdraw. Called in the transaction that withdraws them.
     *
     * @param at time of the withdrawal, in seconds since 1970
     * @param moved copies that move to the end of their lists; those without a new version, and those of other sources, are ignored
     */
    public static void keep(SqlConnection sql, long run, int source, long at, List<ItemRow> moved) throws SQLException {
        JsonArray.OfNumbers seqs = new JsonArray.OfNumbers();
        for (ItemRow row : moved) {
            if (!row.isNew() && !row.derived && row.content != null && row.source == source) {
                seqs.add(row.seq);
            }
        }
        if (!seqs.isEmpty()) {
            sql.update(KEEP, run, at, seqs.toString());
        }
    }

    /** Returns the runs of a source whose inferred deletions can be undone, latest first. */
    public static List<InferredRun> runs(SqlConnection sql, int source) throws SQLException {
        return sql.all("""
                select d.run, max(d.at), count(*) from inferred_deletion d
                join item i on i.identifier = d.identifier and i.prefix = d.prefix and i.source = d.source
                where d.source = ? and i.flags & 1 <> 0 group by d.run order by d.run desc""",
                row -> new InferredRun(row.getLong(1), Instant.ofEpochSecond(row.getLong(2)), row.getLong(3),
                        Instant.ofEpochSecond(row.getLong(2)).plus(KEPT)),
                source);
    }

    /** Deletes, in short transactions, the versions of a source that were withdrawn too long ago. */
    static void purge(Writer writer, String source, Instant now) {
        long before = now.minus(KEPT).getEpochSecond();
        delete(writer, source, "at < ?", before);
    }

    /** Deletes, in short transactions, the versions that a run of a source has withdrawn. */
    public static void forget(Writer writer, String source, long run) {
        delete(writer, source, "run = ?", run);
    }

    private static void delete(Writer writer, String source, String condition, long value) {
        boolean more = true;
        while (more) {
            more = writer.run("delete versions that can no longer be restored", sql -> {
                int number = SourceTable.number(sql, source);
                boolean any = sql.one("select 1 from inferred_deletion where source = ? and " + condition + " limit 1", _ -> true,
                        number, value).orElse(false);
                if (any) {
                    writer.changeNow(transaction -> transaction.sql().update(
                            "delete from inferred_deletion where (source, run, seq) in (select source, run, seq from inferred_deletion"
                                    + " where source = ? and " + condition + " limit ?)",
                            number, value, PORTION));
                }
                return any;
            });
        }
    }
}
