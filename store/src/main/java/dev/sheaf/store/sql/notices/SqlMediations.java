package dev.sheaf.store.sql.notices;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.gateways.Mediation;
import dev.sheaf.store.gateways.Mediations;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link Mediations} in table {@code mediation}. */
public final class SqlMediations implements Mediations {

    private static final String ROWS = "select address, url, state, client, since, failing, reason from mediation ";
    private static final String COUNT = "select count(*) from mediation where state = 'ACTIVE'";

    private final Writer writer;
    private final ReadPool reads;

    public SqlMediations(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public boolean begin(Mediation mediation, long most) {
        return writer.write("begin the mediation of " + mediation.address(), transaction -> {
            SqlConnection sql = transaction.sql();
            boolean isActive = sql.one("select 1 from mediation where address = ? and state = 'ACTIVE'", row -> row.getInt(1),
                    mediation.address()).isPresent();
            if (isActive) {
                return true;
            }
            if (sql.one(COUNT, row -> row.getLong(1)).orElse(0L) >= most) {
                return false;
            }
            sql.update("delete from mediation where address = ?", mediation.address());
            sql.update("""
                    insert into mediation (address, url, state, client, since, failing, reason)
                    values (?, ?, 'ACTIVE', ?, ?, null, '')""", mediation.address(), mediation.url(), mediation.client(),
                    mediation.since().getEpochSecond());
            return true;
        });
    }

    @Override
    public Optional<Mediation> find(String address) {
        return reads.read("read the mediation of " + address,
                connection -> connection.sql().one(ROWS + "where address = ?", SqlMediations::mediation, address));
    }

    @Override
    public List<Mediation> active(@Nullable String after, int limit) {
        return reads.read("read the mediations", connection -> connection.sql().all(
                ROWS + "where state = 'ACTIVE' and address > ? order by address limit ?", SqlMediations::mediation,
                after == null ? "" : after, limit));
    }

    private static Mediation mediation(ResultSet row) throws SQLException {
        Long failing = SqlConnection.nullableLong(row, 6);
        return new Mediation(row.getString(1), row.getString(2), Mediation.State.valueOf(row.getString(3)), row.getString(4),
                Instant.ofEpochSecond(row.getLong(5)), failing == null ? null : Instant.ofEpochSecond(failing),
                row.getString(7));
    }

    @Override
    public long count() {
        return reads.read("count the mediations", connection -> connection.sql().one(COUNT, row -> row.getLong(1))).orElse(0L);
    }

    @Override
    public void failing(String address, Instant at, String reason) {
        writer.change("note a failure of the mediation of " + address, transaction -> transaction.sql().update(
                "update mediation set failing = coalesce(failing, ?), reason = ? where address = ? and state = 'ACTIVE'",
                at.getEpochSecond(), reason, address));
    }

    @Override
    public void available(String address) {
        writer.change("note the success of the mediation of " + address, transaction -> transaction.sql().update(
                "update mediation set failing = null, reason = '' where address = ? and state = 'ACTIVE' and failing is not null",
                address));
    }

    @Override
    public void end(String address, Instant at, String reason) {
        writer.change("end the mediation of " + address, transaction -> {
            SqlConnection sql = transaction.sql();
            sql.update("update mediation set state = 'ENDED', since = ?, reason = ? where address = ? and state = 'ACTIVE'",
                    at.getEpochSecond(), reason, address);
            sql.update("""
                    delete from mediation where address in
                    (select address from mediation where state = 'ENDED' order by since desc, address limit 1000000 offset ?)""",
                    MOST_ENDED);
        });
    }
}
