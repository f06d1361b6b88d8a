package dev.sheaf.store.sql.sources;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.crawls.Deposit;
import dev.sheaf.store.crawls.Deposits;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link Deposits} in table {@code deposit}. */
public final class SqlDeposits implements Deposits {

    private static final String ROWS = """
            select d.resource, d.state, d.correction, d.extracted, d.changed
            from source_name n {then join} deposit d on d.source = n.num where n.name = ?""";
    /** A page of all states: source, resource, limit. */
    public static final String PAGE = ROWS + " and d.resource > ? order by d.resource limit ?";
    /** A page of one state: source, state, resource, state, limit. In this form, SQLite reads no deposits of other states. */
    public static final String PAGE_OF_STATE = ROWS
            + " and (d.state, d.resource) > (?, ?) and d.state <= ? order by d.state, d.resource limit ?";
    /** Numbers by state: source. */
    public static final String TALLY = """
            select count(case when d.state = 'SUBMITTED' then 1 end), count(case when d.state = 'APPROVED' then 1 end)
            from source_name n {then join} deposit d on d.source = n.num where n.name = ?""";
    private static final String NEW = "insert into deposit (source, resource, state, correction, extracted, changed) "
            + "values (?, ?, ?, ?, ?, ?) on conflict (source, resource) do ";

    private final Writer writer;
    private final ReadPool reads;

    public SqlDeposits(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public Optional<Deposit> find(String source, String resource) {
        return reads.read("read a deposit of source " + source,
                connection -> connection.sql().one(ROWS + " and d.resource = ?", SqlDeposits::deposit, source, resource));
    }

    @Override
    public List<Deposit> page(String source, Deposit.@Nullable State state, @Nullable String after, int limit) {
        String name = after == null ? "" : after;
        return reads.read("read the deposits of source " + source, connection -> state == null
                ? connection.sql().all(PAGE, SqlDeposits::deposit, source, name, limit)
                : connection.sql().all(PAGE_OF_STATE, SqlDeposits::deposit, source, state.name(), name, state.name(), limit));
    }

    private static Deposit deposit(ResultSet row) throws SQLException {
        byte[] extracted = row.getBytes(4);
        return new Deposit(row.getString(1), Deposit.State.valueOf(row.getString(2)), description(row.getBytes(3)),
                extracted == null ? null : description(extracted), Instant.ofEpochMilli(row.getLong(5)));
    }

    /** Returns a description as one list: each element, the number of its values, and these. */
    private static byte[] packed(Map<String, List<String>> description) {
        List<String> texts = new ArrayList<>();
        description.forEach((element, values) -> {
            texts.add(element);
            texts.add(String.valueOf(values.size()));
            texts.addAll(values);
        });
        return Packed.texts(texts);
    }

    private static Map<String, List<String>> description(byte[] packed) {
        List<String> texts = Packed.texts(packed);
        Map<String, List<String>> description = new TreeMap<>();
        int next = 0;
        while (next < texts.size()) {
            int end = next + 2 + Integer.parseInt(texts.get(next + 1));
            description.put(texts.get(next), texts.subList(next + 2, end));
            next = end;
        }
        return description;
    }

    @Override
    public Tally tally(String source) {
        return reads.read("count the deposits of source " + source, connection -> connection.sql().one(TALLY,
                row -> new Tally(row.getLong(1), row.getLong(2)), source)).orElse(new Tally(0, 0));
    }

    @Override
    public void found(String source, Map<String, Map<String, List<String>>> extracted, Deposit.State state, Instant at) {
        check(extracted.keySet());
        if (!extracted.isEmpty()) {
            writer.change("keep deposits of source " + source, transaction -> {
                SqlConnection sql = transaction.sql();
                int number = SourceTable.number(sql, source);
                for (Map.Entry<String, Map<String, List<String>>> one : extracted.entrySet()) {
                    sql.update(NEW + "update set extracted = excluded.extracted", number, one.getKey(), state.name(),
                            packed(Map.of()), packed(one.getValue()), at.toEpochMilli());
                }
            });
        }
    }

    @Override
    public void add(String source, List<String> resources, Deposit.State state, Instant at) {
        check(resources);
        if (!resources.isEmpty()) {
            writer.change("add deposits of source " + source, transaction -> {
                SqlConnection sql = transaction.sql();
                int number = SourceTable.number(sql, source);
                for (String resource : resources) {
                    sql.update(NEW + "nothing", number, resource, state.name(), packed(Map.of()), null,
                            at.toEpochMilli());
                }
            });
        }
    }

    private static void check(Collection<String> resources) {
        if (resources.size() > MAX_BATCH) {
            throw new IllegalArgumentException("one call takes at most " + MAX_BATCH + " deposits");
        }
    }

    @Override
    public boolean change(String source, String resource, Deposit.State state, Map<String, List<String>> correction, Instant at) {
        return writer.write("change a deposit of source " + source, transaction -> transaction.sql().update(
                "update deposit set state = ?, correction = ?, changed = ? where source = ? and resource = ?", state.name(),
                packed(correction), at.toEpochMilli(), SourceTable.number(transaction.sql(), source), resource) > 0);
    }

    @Override
    public void forget(String source, String resource) {
        writer.change("forget a deposit of source " + source, transaction -> transaction.sql().update(
                "delete from deposit where source = ? and resource = ?", SourceTable.number(transaction.sql(), source),
                resource));
    }
}
