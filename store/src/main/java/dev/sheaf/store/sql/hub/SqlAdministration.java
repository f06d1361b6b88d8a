package dev.sheaf.store.sql.hub;

import java.time.Instant;
import java.util.Optional;

import dev.sheaf.store.Administration;
import dev.sheaf.store.PasswordHash;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.Writer;

/** {@link Administration} in table {@code admin_password}. */
final class SqlAdministration implements Administration {

    private final Writer writer;
    private final ReadPool reads;

    SqlAdministration(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public Optional<PasswordHash> password() {
        return reads.read("read the administrator's password", connection -> connection.sql().one(
                "select salt, iterations, hash from admin_password",
                row -> new PasswordHash(row.getBytes(1), row.getInt(2), row.getBytes(3))));
    }

    @Override
    public void put(PasswordHash password, Instant at) {
        writer.change("set the administrator's password", transaction -> transaction.sql().update(
                """
                        insert into admin_password (one, salt, iterations, hash, changed) values (1, ?, ?, ?, ?)
                        on conflict (one) do update set salt = excluded.salt, iterations = excluded.iterations, hash = excluded.hash,
                        changed = excluded.changed""",
                password.salt(), password.iterations(), password.hash(), at.getEpochSecond()));
    }

    @Override
    public boolean putFirst(PasswordHash password, Instant at) {
        return writer.write("set the administrator's password", transaction -> transaction.sql().update(
                """
                        insert into admin_password (one, salt, iterations, hash, changed) values (1, ?, ?, ?, ?)
                        on conflict do nothing""",
                password.salt(), password.iterations(), password.hash(), at.getEpochSecond()) > 0);
    }
}
