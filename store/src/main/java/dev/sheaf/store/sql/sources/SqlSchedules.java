package dev.sheaf.store.sql.sources;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.store.sources.Schedules;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.records.ItemRow;

/** {@link Schedules} in tables {@code changed_slot}, {@code schedule} and {@code schedule_value}. */
public final class SqlSchedules implements Schedules {

    private static final String COUNT = """
            insert into changed_slot (source, slot, records) values (?, ?, ?)
            on conflict (source, slot) do update set records = changed_slot.records + excluded.records""";
    /** Length of a slot in seconds. */
    private static final long SLOT = 300;
    private static final String VALUE = "select v from schedule_value where k = ?";
    private static final String PUT_VALUE = """
            insert into schedule_value (k, v) values (?, ?) on conflict (k) do update set v = excluded.v""";

    private final Writer writer;
    private final ReadPool reads;
    private final Names names;

    public SqlSchedules(Writer writer, ReadPool reads, Names names) {
        this.writer = writer;
        this.reads = reads;
        this.names = names;
    }

    /**
     * Counts changed items, by the time of their datestamps at the source, or by the time of storing if the datestamp does not state the
     * second. Called in the transaction that stores them, so that no version is replaced before it is counted.
     *
     * @param source number of the source that has changed them
     * @param changed one copy of each item, with its new version
     */
    public static void count(Transaction transaction, int source, List<ItemRow> changed) throws SQLException {
        Map<Long, Long> slots = new TreeMap<>();
        for (ItemRow row : changed) {
            Datestamp datestamp = Objects.requireNonNull(row.content).record().header().datestamp();
            slots.merge(Math.floorDiv(second(datestamp, transaction), SLOT), 1L, Long::sum);
        }
        if (!slots.isEmpty()) {
            PreparedStatement statement = transaction.sql().prepare(COUNT);
            for (Map.Entry<Long, Long> slot : slots.entrySet()) {
                statement.setInt(1, source);
                statement.setLong(2, slot.getKey());
                statement.setLong(3, slot.getValue());
                statement.addBatch();
            }
            transaction.sql().updateBatch(statement);
        }
    }

    private static long second(Datestamp datestamp, Transaction transaction) throws SQLException {
        Datestamp legal = ReceivedDate.legal(datestamp).orElse(null);
        return legal == null || legal.granularity().filter(Granularity.SECOND::equals).isEmpty()
                ? transaction.stamp()
                : legal.instant().orElseThrow().getEpochSecond();
    }

    @Override
    public List<ChangedSlot> changes(String source) {
        return reads.read("read the changes of source " + source,
                connection -> connection.sql().all("select slot * 300, records from changed_slot where source = ? order by slot",
                        row -> new ChangedSlot(row.getLong(1), row.getLong(2)), number(connection.sql(), source)));
    }

    private int number(SqlConnection sql, String source) throws SQLException {
        return names.sources().find(sql, source).orElse(-1);
    }

    @Override
    public void pin(String source, @Nullable Duration interval) {
        writer.change("pin source " + source, transaction -> transaction.sql().update(
                """
                        insert into schedule (source, pinned) values (?, ?) on conflict (source) do update set pinned = excluded.pinned""",
                SourceTable.number(transaction.sql(), source), interval == null ? null : interval.toSeconds()));
    }

    @Override
    public Optional<Duration> pinned(String source) {
        return reads.read("read the schedule of source " + source, connection -> connection.sql()
                .one("select pinned from schedule where source = ?", row -> SqlConnection.nullableLong(row, 1),
                        number(connection.sql(), source))
                .map(Duration::ofSeconds));
    }

    @Override
    public Map<String, Duration> pinned() {
        return reads.read("read the schedule", connection -> {
            SqlConnection sql = connection.sql();
            Map<String, Duration> pinned = new HashMap<>();
            for (Pin pin : sql.all("select source, pinned from schedule where pinned is not null",
                    row -> new Pin(row.getInt(1), Duration.ofSeconds(row.getLong(2))))) {
                pinned.put(names.sources().name(sql, pin.source()), pin.interval());
            }
            return pinned;
        });
    }

    private record Pin(int source, Duration interval) {}

    @Override
    public void plan(Map<String, Planned> plans) {
        writer.change("store the next harvests", transaction -> {
            SqlConnection sql = transaction.sql();
            for (Map.Entry<String, Planned> plan : plans.entrySet()) {
                Optional<Integer> number = names.sources().find(sql, plan.getKey());
                if (number.isPresent()) {
                    sql.update("""
                            insert into schedule (source, due, because) values (?, ?, ?)
                            on conflict (source) do update set due = excluded.due, because = excluded.because""", number.get(),
                            plan.getValue().due().getEpochSecond(), plan.getValue().because());
                }
            }
        });
    }

    @Override
    public Optional<Planned> planned(String source) {
        return reads.read("read the next harvest", connection -> connection.sql().one(
                "select due, because from schedule where source = ? and due is not null",
                row -> new Planned(Instant.ofEpochSecond(row.getLong(1)), row.getString(2)), number(connection.sql(), source)));
    }

    @Override
    public void trouble(String source, @Nullable String trouble) {
        writer.change("store the scheduling problem of source " + source, transaction -> {
            Optional<Integer> number = names.sources().find(transaction.sql(), source);
            if (number.isPresent()) {
                transaction.sql().update("""
                        insert into schedule (source, trouble) values (?, ?)
                        on conflict (source) do update set trouble = excluded.trouble""", number.get(), trouble);
            }
        });
    }

    @Override
    public void forgetTroubles() {
        writer.change("delete the scheduling problems of sources",
                transaction -> transaction.sql().update("update schedule set trouble = null where trouble is not null"));
    }

    /** Returns the reason why the scheduler cannot plan a source; empty when it can. */
    public static Optional<String> trouble(SqlConnection sql, int source) throws SQLException {
        return sql.one("select trouble from schedule where source = ? and trouble is not null", row -> row.getString(1), source);
    }

    @Override
    public Optional<Double> value(String key) {
        return reads.read("read the schedule", connection -> connection.sql().one(VALUE, row -> row.getDouble(1), key));
    }

    @Override
    public void keep(String key, double value) {
        writer.change("store the schedule", transaction -> transaction.sql().update(PUT_VALUE, key, value));
    }
}
