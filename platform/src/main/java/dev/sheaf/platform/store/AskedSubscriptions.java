package dev.sheaf.platform.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.StoreException;

/**
 * Table {@code asked_subscription}: requests for subscriptions that were accepted and still have to be verified. They outlive the process that has
 * accepted them. Safe for use by many threads and processes.
 */
public final class AskedSubscriptions {

    /** Secrets of other tables have owners down to this number. */
    private static final int OWNERS = -2_000_000_000;

    private final Writer writer;
    private final ReadPool reads;
    private final SecretBox box;

    AskedSubscriptions(Writer writer, ReadPool reads, SecretBox box) {
        this.writer = writer;
        this.reads = reads;
        this.box = box;
    }

    /**
     * A request.
     *
     * @param subscribe false to end a subscription
     * @param topic address of what is subscribed to
     * @param callback address of the receiver
     * @param lease how long the subscription is to last
     * @param secret signs deliveries; null for none
     * @param client who asked, for the log
     */
    public record Asked(boolean subscribe, String topic, String callback, Duration lease, @Nullable Secret secret,
            String client) {}

    /**
     * A request that is kept.
     *
     * @param number its own
     */
    public record Kept(long number, Asked asked) {}

    /**
     * Keeps a request; it takes the place of an earlier one of the same receiver about the same.
     *
     * @return its number
     */
    public long keep(Asked asked) {
        return writer.write("keep a request for a subscription", transaction -> {
            SqlConnection sql = transaction.sql();
            // A new number: a verification of the earlier request forgets that one only.
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

    static int owner(long number) {
        return OWNERS - (int) number;
    }

    /** All of them, the oldest first. */
    public List<Kept> all() {
        return reads.read("read the requests for subscriptions", connection -> connection.sql().all(
                "select num, mode, topic, callback, lease, secret, client from asked_subscription order by num", this::read));
    }

    /** Forgets a request; does nothing when there is none. */
    public void forget(long number) {
        writer.change("forget a request for a subscription",
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
