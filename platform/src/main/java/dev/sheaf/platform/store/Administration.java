package dev.sheaf.platform.store;

import java.time.Instant;
import java.util.Optional;

/** Table {@code admin_password}: what opens the administration of the hub. Safe for use by many threads and processes. */
public final class Administration {

    private final Writer writer;
    private final ReadPool reads;

    Administration(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    /** Returns the salted hash of the administrator's password; empty until one is set. */
    public Optional<PasswordHash> password() {
        return reads.read("read the administrator's password", connection -> connection.sql().one(
                "select salt, iterations, hash from admin_password",
                row -> new PasswordHash(row.getBytes(1), row.getInt(2), row.getBytes(3))));
    }

    /** Sets the password, in place of another if there is one. */
    public void put(PasswordHash password, Instant at) {
        writer.change("set the administrator's password", transaction -> transaction.sql().update(
                """
                        insert into admin_password (one, salt, iterations, hash, changed) values (1, ?, ?, ?, ?)
                        on conflict (one) do update set salt = excluded.salt, iterations = excluded.iterations, hash = excluded.hash,
                        changed = excluded.changed""",
                password.salt(), password.iterations(), password.hash(), at.getEpochSecond()));
    }

    /**
     * Sets the first password.
     *
     * @return false when there is one already, which stays: of two hubs that start at the same time one draws it
     */
    public boolean putFirst(PasswordHash password, Instant at) {
        return writer.write("set the administrator's password", transaction -> transaction.sql().update(
                """
                        insert into admin_password (one, salt, iterations, hash, changed) values (1, ?, ?, ?, ?)
                        on conflict do nothing""",
                password.salt(), password.iterations(), password.hash(), at.getEpochSecond()) > 0);
    }
}
