package dev.sheaf.store.sql.notices;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.archives.Archive;
import dev.sheaf.store.archives.Archives;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SecretBox;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link Archives} in table {@code archive}. */
public final class SqlArchives implements Archives {

    private static final String ROWS = "select id, state, name, email, base_url, files, copies, client, asked, seen from archive ";
    /** Owner of all secrets of archives, which have no numbers; each secret is sealed with the id of its archive. */
    public static final int OWNER = Integer.MIN_VALUE;

    private final Writer writer;
    private final ReadPool reads;
    private final SecretBox box;

    public SqlArchives(Writer writer, ReadPool reads, SecretBox box) {
        this.writer = writer;
        this.reads = reads;
        this.box = box;
    }

    @Override
    public boolean ask(Archive archive, @Nullable Secret secret) {
        byte[] sealed = secret == null ? null : box.seal(Packed.texts(List.of(archive.id(), secret.reveal())), OWNER);
        return writer.write("keep the registration of archive " + archive.id(), transaction -> transaction.sql().update("""
                insert into archive (id, state, name, email, base_url, files, copies, client, asked, seen, secret)
                values (?, ?, ?, ?, ?, ?, 0, ?, ?, null, ?) on conflict do nothing""", archive.id(), archive.state().name(),
                archive.name(), archive.email(), archive.baseUrl(), archive.files() ? 1 : 0, archive.client(),
                archive.asked().toEpochMilli(), sealed) > 0);
    }

    @Override
    public Optional<Archive> find(String id) {
        return reads.read("read archive " + id,
                connection -> connection.sql().one(ROWS + "where id = ?", SqlArchives::archive, id));
    }

    @Override
    public Optional<Secret> secret(String id) {
        return reads.read("read the secret of archive " + id, connection -> connection.sql()
                .one("select secret from archive where id = ? and secret is not null", row -> row.getBytes(1), id))
                .map(sealed -> opened(sealed, id));
    }

    private Secret opened(byte[] sealed, String id) {
        try {
            List<String> texts = Packed.texts(box.open(sealed, OWNER));
            return texts.getFirst().equals(id)
                    ? Secret.of(texts.getLast())
                    : Secret.unreadable("the secret belongs to another archive");
        } catch (StoreException failure) {
            return Secret.unreadable(String.valueOf(failure.getMessage()));
        }
    }

    @Override
    public List<Archive> all() {
        return reads.read("read the archives",
                connection -> connection.sql().all(ROWS + "order by asked, id", SqlArchives::archive));
    }

    private static Archive archive(ResultSet row) throws SQLException {
        Long seen = SqlConnection.nullableLong(row, 10);
        return new Archive(row.getString(1), Archive.State.valueOf(row.getString(2)), row.getString(3), row.getString(4),
                row.getString(5), row.getInt(6) != 0, row.getInt(7) != 0, row.getString(8), Instant.ofEpochMilli(row.getLong(9)),
                seen == null ? null : Instant.ofEpochMilli(seen));
    }

    @Override
    public long waiting() {
        return reads.read("count the archives that wait", connection -> connection.sql()
                .one("select count(*) from archive where state = 'WAITING'", row -> row.getLong(1))).orElse(0L);
    }

    @Override
    public long waiting(String client) {
        return reads.read("count the archives that wait", connection -> connection.sql().one(
                "select count(*) from archive where state = 'WAITING' and client = ?", row -> row.getLong(1), client))
                .orElse(0L);
    }

    @Override
    public void approve(String id, boolean copies) {
        writer.change("approve archive " + id, transaction -> transaction.sql().update(
                "update archive set state = 'APPROVED', copies = ?, secret = null where id = ?", copies ? 1 : 0, id));
    }

    @Override
    public void allow(String id, boolean files) {
        writer.change("note what the owner of archive " + id + " allows", transaction -> transaction.sql()
                .update("update archive set files = ? where id = ?", files ? 1 : 0, id));
    }

    @Override
    public void seen(String id, Instant at) {
        writer.change("note that archive " + id + " was seen", transaction -> transaction.sql().update(
                "update archive set seen = ? where id = ? and state = 'APPROVED' and (seen is null or seen < ?)",
                at.toEpochMilli(), id, at.toEpochMilli()));
    }

    @Override
    public void remove(String id) {
        writer.change("forget archive " + id, transaction -> forget(transaction.sql(), id));
    }

    /** Forgets an archive, as part of a transaction. */
    public static void forget(SqlConnection sql, String id) throws SQLException {
        sql.update("delete from archive where id = ?", id);
    }
}
