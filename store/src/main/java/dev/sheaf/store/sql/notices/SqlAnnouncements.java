package dev.sheaf.store.sql.notices;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.notices.AnnouncementReport;
import dev.sheaf.store.notices.Announcements;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SecretBox;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.sources.SourceTable;

/** {@link Announcements} in table {@code announcement}. */
public final class SqlAnnouncements implements Announcements {

    private static final String ROW = "insert into announcement (source) values (?) on conflict do nothing";
    private static final String WITH_SECRET = """
            select n.name, s.num, s.kind, s.base_url, a.secret from announcement a join source s on s.num = a.source
            join source_name n on n.num = s.num where s.removing = 0 and a.secret is not null and\s""";

    private final Writer writer;
    private final ReadPool reads;
    private final SecretBox box;

    public SqlAnnouncements(Writer writer, ReadPool reads, SecretBox box) {
        this.writer = writer;
        this.reads = reads;
        this.box = box;
    }

    @Override
    public void setSecret(String source, @Nullable Secret secret) {
        writer.change("store the secret of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            sql.update(ROW, number);
            sql.update("update announcement set secret = ?, sequence = 0 where source = ?",
                    secret == null ? null : box.seal(Packed.texts(List.of(secret.reveal())), number), number);
        });
    }

    @Override
    public List<Announcer> at(String baseUrl) {
        return reads.read("find the source of an announcement",
                connection -> connection.sql().all(WITH_SECRET + "s.base_url = ? order by n.name",
                        this::announcer, baseUrl));
    }

    @Override
    public Optional<Announcer> of(String source) {
        return reads.read("find the source of an announcement",
                connection -> connection.sql().one(WITH_SECRET + "n.name = ?", this::announcer, source));
    }

    private Announcer announcer(ResultSet row) throws SQLException {
        return new Announcer(row.getString(1), secret(row.getBytes(5), row.getInt(2)));
    }

    private Secret secret(byte[] sealed, int number) {
        try {
            return Secret.of(Packed.texts(box.open(sealed, number)).getFirst());
        } catch (StoreException failure) {
            return Secret.unreadable(String.valueOf(failure.getMessage()));
        }
    }

    @Override
    public long sequence(String source) {
        return reads
                .read("read the sequence of source " + source,
                        connection -> connection.sql().one("""
                                select a.sequence from announcement a join source_name n on n.num = a.source where n.name = ?""",
                                row -> row.getLong(1), source)
                                .orElse(0L));
    }

    @Override
    public boolean take(String source, long sequence) {
        return writer.write("accept an announcement of source " + source, transaction -> transaction.sql().update(
                "update announcement set sequence = ? where source = ? and sequence < ?", sequence,
                SourceTable.number(transaction.sql(), source), sequence) > 0);
    }

    @Override
    public boolean notified(String source, Instant at) {
        return writer.write("note a notification of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            sql.update(ROW, number);
            boolean waiting = sql
                    .one("select pending from announcement where source = ?", row -> SqlConnection.nullableLong(row, 1),
                            number)
                    .isPresent();
            // The latest time counts, because a harvest that began before it does not answer it.
            sql.update("update announcement set pending = ?, told_at = ?, notified = notified + 1 where source = ?",
                    at.toEpochMilli(),
                    at.toEpochMilli(), number);
            return !waiting;
        });
    }

    @Override
    public void pushed(String source) {
        writer.change("note a push of source " + source, transaction -> {
            int number = SourceTable.number(transaction.sql(), source);
            transaction.sql().update(ROW, number);
            transaction.sql().update("update announcement set pushed = pushed + 1 where source = ?", number);
        });
    }

    @Override
    public void harvested(String source, Instant started, boolean found) {
        Optional<AnnouncementReport> known = report(source);
        if (known.isEmpty() || known.get().last() == null) {
            return;
        }
        writer.change("note the harvest of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            long millis = started.toEpochMilli();
            if (found) {
                // A notification that arrived during the harvest may concern changes that this harvest has found. In either case they were
                // announced.
                sql.update("""
                        update announcement set announced = announced + case when pending is null then 0 else 1 end,
                        missed = missed + case when pending is null then 1 else 0 end where source = ?""", number);
            }
            sql.update("update announcement set pending = null where source = ? and pending <= ?", number, millis);
        });
    }

    @Override
    public Map<String, Instant> pending() {
        return reads.read("read the notifications", connection -> {
            Map<String, Instant> pending = new LinkedHashMap<>();
            connection.sql().all("""
                    select n.name, a.pending from announcement a join source_name n on n.num = a.source
                    where a.pending is not null order by a.pending""",
                    row -> Map.entry(row.getString(1), Instant.ofEpochMilli(row.getLong(2))))
                    .forEach(entry -> pending.put(entry.getKey(), entry.getValue()));
            return pending;
        });
    }

    @Override
    public Optional<AnnouncementReport> report(String source) {
        return reads.read("read the announcements of source " + source,
                connection -> connection.sql().one(
                        """
                                select case when a.secret is null then 0 else 1 end, a.notified, a.pushed, a.told_at, a.pending, a.announced, a.missed
                                from announcement a join source_name n on n.num = a.source where n.name = ?""",
                        row -> new AnnouncementReport(row.getInt(1) != 0, row.getLong(2), row.getLong(3), instant(row, 4),
                                instant(row, 5),
                                row.getLong(6), row.getLong(7)),
                        source));
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        Long millis = SqlConnection.nullableLong(row, column);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}
