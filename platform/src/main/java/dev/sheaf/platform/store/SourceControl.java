package dev.sheaf.platform.store;

import java.time.Instant;
import java.util.Optional;

/**
 * Requests of operators to sources and to runs under way. A run may belong to another process, so each run asks here from time to time.
 * Safe for use by many threads and processes.
 */
public final class SourceControl {

    private final Writer writer;
    private final ReadPool reads;

    SourceControl(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    /** Request of an operator to a run. */
    public enum Wish {
        /** It goes on. */
        GO_ON,
        /** It ends, and none begins until its source is resumed. */
        PAUSE,
        /** It ends; the next one goes on where it was. */
        CANCEL
    }

    /**
     * Pauses a source: a run under way ends, and none begins any more.
     *
     * @return false when it was paused already
     */
    public boolean pause(String source, Instant at) {
        return writer.write("pause source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            return sql.update("""
                    insert into source_control (source, paused, cancelled) values (?, ?, 0)
                    on conflict (source) do update set paused = excluded.paused where source_control.paused = 0""",
                    SourceTable.number(sql, source), at.getEpochSecond()) > 0;
        });
    }

    /**
     * Lets a paused source be harvested again.
     *
     * @return false when it was not paused
     */
    public boolean resume(String source) {
        return writer.write("resume source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            return sql.update("update source_control set paused = 0 where source = ? and paused > 0",
                    SourceTable.number(sql, source)) > 0;
        });
    }

    /**
     * Holds the deletions of a source: from the next run on, none is carried out before somebody has approved it.
     *
     * @return false when they are held already
     */
    public boolean hold(String source, Instant at) {
        return writer.write("hold the deletions of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            return sql.update("""
                    insert into source_control (source, paused, cancelled, holding) values (?, 0, 0, ?)
                    on conflict (source) do update set holding = excluded.holding where source_control.holding is null""",
                    SourceTable.number(sql, source), at.getEpochSecond()) > 0;
        });
    }

    /**
     * Lets the deletions of a source be carried out again; those that are held by then go on waiting.
     *
     * @return false when they were not held
     */
    public boolean release(String source) {
        return writer.write("release the deletions of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            return sql.update("update source_control set holding = null where source = ? and holding is not null",
                    SourceTable.number(sql, source)) > 0;
        });
    }

    /** Since when the deletions of a source are held; empty when they are not. */
    public Optional<Instant> holding(String source) {
        return reads.read("read source " + source, connection -> connection.sql().one("""
                select c.holding from source_control c join source_name n on n.num = c.source
                where n.name = ? and c.holding is not null""", row -> Instant.ofEpochSecond(row.getLong(1)), source));
    }

    /** Ends the runs of a source that have begun until now. */
    public void cancel(String source) {
        writer.change("cancel the harvest of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            sql.update("""
                    insert into source_control (source, paused, cancelled)
                    select ?, 0, coalesce(max(num), 0) from run where source = ?
                    on conflict (source) do update set cancelled = excluded.cancelled""", number, number);
        });
    }

    /** Since when a source is paused; empty when it is not. */
    public Optional<Instant> paused(String source) {
        return reads.read("read source " + source, connection -> connection.sql().one("""
                select c.paused from source_control c join source_name n on n.num = c.source where n.name = ? and c.paused > 0""",
                row -> Instant.ofEpochSecond(row.getLong(1)), source));
    }

    /** True when somebody has cancelled a run of a source; that the source is paused does not count. */
    public boolean isCancelled(String source, long run) {
        return reads.read("read source " + source, connection -> connection.sql().one("""
                select c.cancelled from source_control c join source_name n on n.num = c.source where n.name = ?""",
                row -> row.getLong(1) >= run, source)).orElse(false);
    }

    /** Returns the request of the operator to a run of a source. */
    public Wish wish(String source, long run) {
        return reads.read("read source " + source, connection -> connection.sql().one("""
                select c.paused, c.cancelled from source_control c join source_name n on n.num = c.source where n.name = ?""",
                row -> row.getLong(1) > 0 ? Wish.PAUSE : row.getLong(2) >= run ? Wish.CANCEL : Wish.GO_ON, source))
                .orElse(Wish.GO_ON);
    }
}
