package dev.sheaf.store.sql.notices;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.notices.SourceSubscription;
import dev.sheaf.store.notices.SourceSubscription.Asked;
import dev.sheaf.store.notices.SourceSubscription.Deliveries;
import dev.sheaf.store.notices.SourceSubscription.State;
import dev.sheaf.store.notices.SourceSubscriptions;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SecretBox;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link SourceSubscriptions} in table {@code source_subscription}. */
public final class SqlSourceSubscriptions implements SourceSubscriptions {

    private static final String ALL = """
            select num, source, wanted, callback, hub, topic, secret, state, pending, lease_end, next_attempt, failures, error,
            deliveries, rejected, last_delivery, leaving from source_subscription""";
    /**
     * First number of owners of secrets of these subscriptions. Sources count up from 1, subscribers of this hub count down from 0; these
     * count down from far below.
     */
    private static final int OWNERS = -1_000_000_000;

    private final Writer writer;
    private final ReadPool reads;
    private final SecretBox box;

    public SqlSourceSubscriptions(Writer writer, ReadPool reads, SecretBox box) {
        this.writer = writer;
        this.reads = reads;
        this.box = box;
    }

    @Override
    public List<SourceSubscription> all() {
        return reads.read("read the subscriptions to sources",
                connection -> connection.sql().all(ALL + " order by num", this::read));
    }

    @Override
    public Optional<SourceSubscription> of(String source) {
        return reads.read("read the subscription to source " + source,
                connection -> connection.sql().one(ALL + " where source = ? and leaving = 0", this::read, source));
    }

    @Override
    public Optional<SourceSubscription> at(String callback) {
        return reads.read("read a subscription to a source",
                connection -> connection.sql().one(ALL + " where callback = ?", this::read, callback));
    }

    @Override
    public void want(String source, @Nullable Boolean wanted) {
        writer.change("set the subscription to source " + source, transaction -> {
            add(transaction.sql(), source);
            transaction.sql().update(
                    "update source_subscription set wanted = ?, next_attempt = 0 where source = ? and leaving = 0",
                    wanted == null ? null : wanted ? 1 : 0, source);
        });
    }

    @Override
    public void begin(String source) {
        writer.change("begin the subscription to source " + source, transaction -> add(transaction.sql(), source));
    }

    private static void add(SqlConnection sql, String source) throws SQLException {
        sql.update("""
                insert into source_subscription (source) select ? where not exists
                (select 1 from source_subscription where source = ? and leaving = 0)""", source, source);
    }

    @Override
    public void asked(long number, Asked asked, Instant pending) {
        change(number, "callback = ?, hub = ?, topic = ?, secret = ?, pending = ?, next_attempt = ?, "
                + "state = case when state = 'active' and callback = ? then state else 'requested' end, "
                + "lease_end = case when callback = ? then lease_end end", asked.callback(), asked.hub(), asked.topic(),
                box.seal(Packed.texts(List.of(asked.secret().reveal())), owner(number)), pending.toEpochMilli(),
                pending.toEpochMilli(), asked.callback(), asked.callback());
    }

    @Override
    public void verified(long number, Instant leaseEnd, Instant renewal) {
        change(number, "state = 'active', lease_end = ?, next_attempt = ?, failures = 0, error = null", leaseEnd.toEpochMilli(),
                renewal.toEpochMilli());
    }

    @Override
    public void denied(long number, String reason, Instant nextAttempt) {
        change(number, "state = 'denied', lease_end = null, pending = null, error = ?, next_attempt = ?", reason,
                nextAttempt.toEpochMilli());
    }

    @Override
    public void none(long number, Instant nextAttempt) {
        change(number,
                "state = case when state = 'active' then state else 'none' end, failures = 0, error = null, next_attempt = ?",
                nextAttempt.toEpochMilli());
    }

    @Override
    public void expired(long number) {
        change(number,
                "state = 'failed', lease_end = null, error = coalesce(error, 'The lease ended before the hub verified a new one.')");
    }

    @Override
    public void failed(long number, String error, Instant nextAttempt) {
        change(number, "state = case when state in ('active', 'ending') then state else 'failed' end, failures = failures + 1, "
                + "error = ?, next_attempt = ?", error, nextAttempt.toEpochMilli());
    }

    @Override
    public void ending(long number, Instant pending) {
        change(number,
                "state = 'ending', failures = case when state = 'ending' then failures + 1 else 0 end, pending = ?, next_attempt = ?",
                pending.toEpochMilli(), pending.toEpochMilli());
    }

    @Override
    public void ended(long number) {
        writer.change("end a subscription to a source", transaction -> {
            transaction.sql().update("delete from source_subscription where num = ? and leaving = 1", number);
            transaction.sql().update("""
                    update source_subscription set state = 'new', callback = null, hub = null, topic = null, secret = null,
                    pending = null, lease_end = null, next_attempt = 0, failures = 0, error = null where num = ?""", number);
        });
    }

    @Override
    public void delivered(long number, Instant at) {
        change(number, "deliveries = deliveries + 1, last_delivery = ?", at.toEpochMilli());
    }

    @Override
    public void rejected(long number) {
        change(number, "rejected = rejected + 1");
    }

    private void change(long number, String what, @Nullable Object... values) {
        @Nullable
        Object[] all = java.util.Arrays.copyOf(values, values.length + 1);
        all[values.length] = number;
        writer.change("store the state of a subscription to a source",
                transaction -> transaction.sql().update("update source_subscription set " + what + " where num = ?", all));
    }

    /** Returns the subscription's number among the owners of secrets. */
    public static int owner(long number) {
        return OWNERS - (int) number;
    }

    private SourceSubscription read(ResultSet row) throws SQLException {
        long number = row.getLong(1);
        Long wanted = SqlConnection.nullableLong(row, 3);
        return new SourceSubscription(number, row.getString(2), wanted == null ? null : wanted != 0, asked(row, number),
                State.valueOf(row.getString(8).toUpperCase(Locale.ROOT)), instant(row, 9), instant(row, 10),
                Instant.ofEpochMilli(row.getLong(11)), row.getInt(12), row.getString(13),
                new Deliveries(row.getLong(14), row.getLong(15), instant(row, 16)), row.getInt(17) != 0);
    }

    private @Nullable Asked asked(ResultSet row, long number) throws SQLException {
        String callback = row.getString(4);
        byte[] sealed = row.getBytes(7);
        return callback == null || sealed == null
                ? null
                : new Asked(callback, row.getString(5), row.getString(6), secret(sealed, number));
    }

    private Secret secret(byte[] sealed, long number) {
        try {
            return Secret.of(Packed.texts(box.open(sealed, owner(number))).getFirst());
        } catch (StoreException failure) {
            return Secret.unreadable(String.valueOf(failure.getMessage()));
        }
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        Long millis = SqlConnection.nullableLong(row, column);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    /** Handles the removal of a source: the subscription stays if its hub still has to be informed. */
    public static void leave(SqlConnection sql, String source) throws SQLException {
        sql.update("delete from source_subscription where source = ? and leaving = 0 and callback is null", source);
        sql.update("update source_subscription set leaving = 1, next_attempt = 0 where source = ? and leaving = 0", source);
    }
}
