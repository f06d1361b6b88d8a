package dev.sheaf.store.sql.notices;

import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscription.Topic;
import dev.sheaf.store.notices.SubscriptionRequests;
import dev.sheaf.store.notices.Subscriptions;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SecretBox;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link Subscriptions} in tables {@code subscription} and {@code push_state}. */
public final class SqlSubscriptions implements Subscriptions {

    private static final String ALL = """
            select num, repository, set_spec, how, callback, remote, secret, since, expires, ds, seq, pending, failures, next_attempt,
            last_told, told, error, denied from subscription""";
    private static final String ONE = ALL + " where denied is null and num = ?";
    private static final String DENIED = ALL + " where denied is not null order by num";
    private static final String OF_TOPIC = ALL
            + " where denied is null and repository = ? and set_spec = ? and how = ? and callback = ?";
    private static final String IN_ORDER = ALL + " where denied is null order by repository, num";
    private static final Logger LOG = LoggerFactory.getLogger(SqlSubscriptions.class);
    /** Numbers of subscriptions whose damage has been logged. */
    private final Set<Long> reported = ConcurrentHashMap.newKeySet();
    private final Writer writer;
    private final ReadPool reads;
    private final SecretBox box;

    public SqlSubscriptions(Writer writer, ReadPool reads, SecretBox box) {
        this.writer = writer;
        this.reads = reads;
        this.box = box;
    }

    @Override
    public SubscriptionRequests asked() {
        return new SqlSubscriptionRequests(writer, reads, box);
    }

    @Override
    public List<Subscription> all() {
        return reads.read("read the subscriptions", connection -> connection.sql().all(IN_ORDER, this::readable)).stream()
                .flatMap(Optional::stream).toList();
    }

    @Override
    public Optional<Subscription> find(long number) {
        return reads.read("read a subscription", connection -> connection.sql().one(ONE, this::read, number));
    }

    @Override
    public Optional<Subscription> find(Topic topic) {
        return reads.read("read a subscription", connection -> connection.sql().one(OF_TOPIC, this::read, topic.repository(),
                topic.set(), topic.how().text(), topic.callback()));
    }

    @Override
    public long subscribed() {
        return reads.read("count the subscriptions", connection -> connection.sql()
                .one("select count(*) from subscription where how = 'subscribed' and denied is null", row -> row.getLong(1))
                .orElse(0L));
    }

    @Override
    public long subscribed(Predicate<URI> counted) {
        return reads.read("count some subscriptions", connection -> connection.sql()
                .all("select callback from subscription where how = 'subscribed' and denied is null", row -> row.getString(1))
                .stream()
                .map(URI::create).filter(counted)
                .count());
    }

    @Override
    public long put(Topic topic, @Nullable String remote, @Nullable Secret secret, Instant since, @Nullable Instant expires,
            Position from) {
        return writer.write("keep a subscription", transaction -> {
            SqlConnection sql = transaction.sql();
            sql.update("""
                    insert into subscription (repository, set_spec, how, callback, since, ds, seq) values (?, ?, ?, ?, ?, ?, ?)
                    on conflict do nothing""", topic.repository(), topic.set(), topic.how().text(), topic.callback(),
                    since.toEpochMilli(), from.datestamp(), from.seq());
            long number = sql
                    .one("select num from subscription where repository = ? and set_spec = ? and how = ? and callback = ?",
                            row -> row.getLong(1), topic.repository(), topic.set(), topic.how().text(), topic.callback())
                    .orElseThrow();
            sql.update("""
                    update subscription set remote = ?, secret = ?, expires = ?, failures = 0, next_attempt = 0, denied = null
                    where num = ?""",
                    remote,
                    secret == null ? null : box.seal(Packed.texts(List.of(secret.reveal())), owner(number)),
                    expires == null ? null : expires.toEpochMilli(), number);
            return number;
        });
    }

    /**
     * Returns the owner of a subscription's secret. Owners that are sources are positive and those that are subscriptions negative, so that
     * no secret fits another owner.
     */
    public static int owner(long number) {
        return (int) -number;
    }

    @Override
    public void remove(long number) {
        writer.change("forget a subscription", transaction -> {
            transaction.sql().update("delete from push_state where subscription = ?", number);
            transaction.sql().update("delete from subscription where num = ?", number);
        });
    }

    @Override
    public void deny(long number, String reason) {
        boolean asked = writer.write("end a subscription", transaction -> transaction.sql()
                .update("update subscription set denied = ?, pending = null where num = ? and how = 'subscribed'", reason,
                        number) > 0);
        if (!asked) {
            remove(number);
        }
    }

    @Override
    public void end(long number) {
        deny(number, "An operator of the hub has ended the subscription.");
    }

    @Override
    public List<Denied> denied() {
        return reads.read("read the ended subscriptions", connection -> connection.sql().all(DENIED, row -> {
            String reason = row.getString(18);
            return readable(row).map(subscription -> new Denied(subscription, reason));
        })).stream().flatMap(Optional::stream).toList();
    }

    @Override
    public int expire(Instant now) {
        boolean some = reads.read("read the subscriptions", connection -> connection.sql().one(
                "select 1 from subscription where expires <= ? limit 1", _ -> true, now.toEpochMilli()).orElse(false));
        return some
                ? writer.write("end subscriptions", transaction -> transaction.sql()
                        .update("delete from subscription where expires <= ?", now.toEpochMilli()))
                : 0;
    }

    @Override
    public void pending(long number, Instant since) {
        writer.change("store the pending changes of a subscription", transaction -> transaction.sql()
                .update("update subscription set pending = coalesce(pending, ?) where num = ?", since.toEpochMilli(), number));
    }

    @Override
    public void passed(long number, Position upTo) {
        writer.change("store the position of a subscription", transaction -> transaction.sql()
                .update("update subscription set ds = ?, seq = ? where num = ? and pending is null", upTo.datestamp(), upTo.seq(),
                        number));
    }

    @Override
    public void told(long number, Position upTo, Instant at) {
        writer.change("store the notification of a subscriber",
                transaction -> transaction.sql().update(
                        """
                                update subscription set ds = ?, seq = ?, pending = null, failures = 0, next_attempt = 0, last_told = ?, told = told + 1,
                                error = null where num = ?""",
                        upTo.datestamp(), upTo.seq(), at.toEpochMilli(), number));
    }

    @Override
    public void failed(long number, String error, Instant nextAttempt) {
        writer.change("store the failed notification of a subscriber", transaction -> transaction.sql().update(
                "update subscription set failures = failures + 1, next_attempt = ?, error = ? where num = ?",
                nextAttempt.toEpochMilli(), error, number));
    }

    @Override
    public void retry(long number) {
        writer.change("continue a subscription", transaction -> transaction.sql().update(
                "update subscription set failures = 0, next_attempt = 0 where num = ? and denied is null", number));
    }

    @Override
    public PushState pushState(long number, String prefix) {
        return reads.read("read the progress of a push", connection -> connection.sql().one(
                "select since, upto, token, part from push_state where subscription = ? and prefix = ?",
                row -> new PushState(SqlConnection.nullableLong(row, 1), SqlConnection.nullableLong(row, 2), row.getString(3),
                        row.getInt(4)),
                number, prefix)).orElse(PushState.START);
    }

    @Override
    public void keep(long number, String prefix, PushState state) {
        writer.change("store the progress of a push", transaction -> transaction.sql().update(
                """
                        insert into push_state (subscription, prefix, since, upto, token, part) values (?, ?, ?, ?, ?, ?)
                        on conflict (subscription, prefix) do update set since = excluded.since, upto = excluded.upto,
                        token = excluded.token, part = excluded.part""",
                number,
                prefix, state.since(), state.until(), state.token(), state.parts()));
    }

    private Optional<Subscription> readable(ResultSet row) throws SQLException {
        try {
            return Optional.of(read(row));
        } catch (RuntimeException damage) {
            if (reported.add(row.getLong(1))) {
                LOG.warn("the stored data of a subscription is damaged, so it is left out: callback={} reason=\"{}\"",
                        row.getString(5),
                        damage.toString());
            }
            return Optional.empty();
        }
    }

    private Subscription read(ResultSet row) throws SQLException {
        long number = row.getLong(1);
        byte[] sealed = row.getBytes(7);
        return new Subscription(number,
                new Topic(row.getString(2), row.getString(3), How.valueOf(row.getString(4).toUpperCase(Locale.ROOT)),
                        row.getString(5)),
                row.getString(6), sealed == null ? null : secret(sealed, number), Instant.ofEpochMilli(row.getLong(8)),
                instant(row, 9),
                new Position(row.getLong(10), row.getLong(11)), instant(row, 12), row.getInt(13),
                Instant.ofEpochMilli(row.getLong(14)), instant(row, 15), row.getLong(16), row.getString(17));
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

    /** Deletes all data about a repository. */
    public static void forget(SqlConnection sql, String repository) throws SQLException {
        sql.update("delete from push_state where subscription in (select num from subscription where repository = ?)",
                repository);
        sql.update("delete from subscription where repository = ? and how <> 'subscribed'", repository);
        sql.update("update subscription set denied = 'The repository has been removed.', pending = null where repository = ?",
                repository);
    }
}
