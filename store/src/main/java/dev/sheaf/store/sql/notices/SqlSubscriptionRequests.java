package dev.sheaf.store.sql.notices;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.notices.SubscriptionRequests;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SecretBox;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link SubscriptionRequests} in table {@code asked_subscription}. */
public final class SqlSubscriptionRequests implements SubscriptionRequests {

    /** First number of owners of secrets of these requests; other tables use higher numbers. */
    private static final int OWNERS = -2_000_000_000;

    private final Writer writer;
    private final ReadPool reads;
    private final SecretBox box;

    SqlSubscriptionRequests(Writer writer, ReadPool reads, SecretBox box) {
        this.writer = writer;
        this.reads = reads;
        this.box = box;
    }

    @Override
    public long keep(Asked asked) {
        return writer.write("store a request for a subscription", transaction -> {
            SqlConnection sql = transaction.sql();
            // The request gets a new number, because a verification of the earlier request deletes that one only.
            sql.update("delete from asked_subscription where topic = ? and callback = ?", asked.topic(), asked.callback());
            long number = sql.insert(
                    "insert into asked_subscription (mode, topic, callback, lease, client) values (?, ?, ?, ?, ?) returning num",
                    asked.subscribe() ? "subscribe" : "unsubscribe", asked.topic(), asked.callback(), asked.lease().toSeconds(),
                    asked.client());
            Secret secret = asked.secret();
            if (secret != null) {
                sql.update("update asked_subscription set secret = ? where num = ?",
                        box.seal(Packed.texts(List.of(secret.reveal())), owner(number)), number);
            }
            return number;
        });
    }

    public static int owner(long number) {
        return OWNERS - (int) number;
    }

    @Override
    public List<Kept> all() {
        return reads.read("read the requests for subscriptions", connection -> connection.sql().all(
                "select num, mode, topic, callback, lease, secret, client from asked_subscription order by num", this::read));
    }

    @Override
    public void forget(long number) {
        writer.change("delete a request for a subscription",
                transaction -> transaction.sql().update("delete from asked_subscription where num = ?", number));
    }

    private Kept read(ResultSet row) throws SQLException {
        long number = row.getLong(1);
        byte[] sealed = row.getBytes(6);
        return new Kept(number, new Asked(row.getString(2).equals("subscribe"), row.getString(3), row.getString(4),
                Duration.ofSeconds(row.getLong(5)), sealed == null ? null : secret(sealed, number), row.getString(7)));
    }

    private Secret secret(byte[] sealed, long number) {
        try {
            return Secret.of(Packed.texts(box.open(sealed, owner(number))).getFirst());
        } catch (StoreException failure) {
            return Secret.unreadable(String.valueOf(failure.getMessage()));
        }
    }
}
