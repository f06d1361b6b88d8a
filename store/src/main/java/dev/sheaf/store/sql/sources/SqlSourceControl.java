package dev.sheaf.store.sql.sources;

import java.time.Instant;
import java.util.Optional;

import dev.sheaf.store.sources.SourceControl;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link SourceControl} in table {@code source_control}. */
public final class SqlSourceControl implements SourceControl {

    private final Writer writer;
    private final ReadPool reads;

    public SqlSourceControl(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public boolean pause(String source, Instant at) {
        return writer.write("pause source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            return sql.update("""
                    insert into source_control (source, paused, cancelled) values (?, ?, 0)
                    on conflict (source) do update set paused = excluded.paused where source_control.paused = 0""",
                    SourceTable.number(sql, source), at.getEpochSecond()) > 0;
        });
    }

    @Override
    public boolean resume(String source) {
        return writer.write("resume source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            return sql.update("update source_control set paused = 0 where source = ? and paused > 0",
                    SourceTable.number(sql, source)) > 0;
        });
    }

    @Override
    public boolean hold(String source, Instant at) {
        return writer.write("hold the deletions of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            return sql.update("""
                    insert into source_control (source, paused, cancelled, holding) values (?, 0, 0, ?)
                    on conflict (source) do update set holding = excluded.holding where source_control.holding is null""",
                    SourceTable.number(sql, source), at.getEpochSecond()) > 0;
        });
    }

    @Override
    public boolean release(String source) {
        return writer.write("release the deletions of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            return sql.update("update source_control set holding = null where source = ? and holding is not null",
                    SourceTable.number(sql, source)) > 0;
        });
    }

    @Override
    public Optional<Instant> holding(String source) {
        return reads.read("read source " + source, connection -> connection.sql().one("""
                select c.holding from source_control c join source_name n on n.num = c.source
                where n.name = ? and c.holding is not null""", row -> Instant.ofEpochSecond(row.getLong(1)), source));
    }

    @Override
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

    @Override
    public Optional<Instant> paused(String source) {
        return reads.read("read source " + source, connection -> connection.sql().one("""
                select c.paused from source_control c join source_name n on n.num = c.source where n.name = ? and c.paused > 0""",
                row -> Instant.ofEpochSecond(row.getLong(1)), source));
    }

    @Override
    public boolean isCancelled(String source, long run) {
        return reads.read("read source " + source, connection -> connection.sql().one("""
                select c.cancelled from source_control c join source_name n on n.num = c.source where n.name = ?""",
                row -> row.getLong(1) >= run, source)).orElse(false);
    }

    @Override
    public Wish wish(String source, long run) {
        return reads.read("read source " + source, connection -> connection.sql().one("""
                select c.paused, c.cancelled from source_control c join source_name n on n.num = c.source where n.name = ?""",
                row -> row.getLong(1) > 0 ? Wish.PAUSE : row.getLong(2) >= run ? Wish.CANCEL : Wish.GO_ON, source))
                .orElse(Wish.GO_ON);
    }
}
