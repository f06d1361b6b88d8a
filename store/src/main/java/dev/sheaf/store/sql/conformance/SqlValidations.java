package dev.sheaf.store.sql.conformance;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.conformance.KeptValidation.Outcome;
import dev.sheaf.store.conformance.KeptValidation.Rules;
import dev.sheaf.store.conformance.Validations;
import dev.sheaf.store.sql.Frames;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link Validations} in tables {@code validation} and {@code validation_claim}. */
public final class SqlValidations implements Validations {

    private static final String COLUMNS = """
            select v.num, v.address, v.began, v.took, v.cause, v.outcome, v.name, v.unjudged, v.requests, v.records, v.met, v.failed,
            v.warned, v.flaky, v.unreachable, v.not_judged, v.broken, v.unjudged_in_a_row from validation v""";
    private static final String HISTORY = COLUMNS + " where v.address = ? order by v.num desc limit ?";
    private static final String JUDGED = COLUMNS
            + " where v.address = ? and v.outcome <> 'not judged' order by v.num desc limit 1";
    private static final String PASSED = COLUMNS + " where v.address = ? and v.outcome = 'passed' order by v.num desc limit 1";
    private static final String ADDRESSES = "select distinct address from validation";

    private final Writer writer;
    private final ReadPool reads;

    public SqlValidations(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public boolean claim(String address, Instant now, Instant until) {
        return writer.write("claim the validation of " + address, transaction -> {
            SqlConnection sql = transaction.sql();
            sql.update("delete from validation_claim where address = ? and ends <= ?", address, now.getEpochSecond());
            return sql.update("insert into validation_claim (address, ends) values (?, ?) on conflict do nothing", address,
                    until.getEpochSecond()) > 0;
        });
    }

    @Override
    public void release(String address) {
        writer.change("end the validation of " + address, transaction -> release(transaction.sql(), address));
    }

    private static void release(SqlConnection sql, String address) throws SQLException {
        sql.update("delete from validation_claim where address = ?", address);
    }

    @Override
    public long put(KeptValidation validation, byte[] report) {
        byte[] packed = Frames.pack(report);
        return writer.write("keep the validation of " + validation.address(), transaction -> {
            SqlConnection sql = transaction.sql();
            String address = validation.address();
            int before = sql.one("select unjudged_in_a_row from validation where address = ? order by num desc limit 1",
                    row -> row.getInt(1), address).orElse(0);
            Rules rules = validation.rules();
            long number = sql.insert(
                    """
                            insert into validation (address, began, took, cause, outcome, name, unjudged, requests, records, met, failed, warned,
                            flaky, unreachable, not_judged, broken, unjudged_in_a_row, report)
                            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning num""",
                    address,
                    validation.began().getEpochSecond(), validation.took().toSeconds(), validation.cause().text(),
                    validation.outcome().text(), validation.name(), validation.unjudged(), validation.requests(),
                    validation.records(), rules.met(), rules.failed(), rules.warned(), rules.flaky(), rules.unreachable(),
                    rules.notJudged(), String.join(" ", validation.broken()), validation.isJudged() ? 0 : before + 1, packed);
            forgetOld(sql, address);
            release(sql, address);
            return number;
        });
    }

    private static void forgetOld(SqlConnection sql, String address) throws SQLException {
        long judged = number(sql, JUDGED, address);
        long passed = number(sql, PASSED, address);
        sql.update("""
                delete from validation where address = ? and num not in (?, ?) and num <=
                (select num from validation where address = ? order by num desc limit 1 offset ?)""", address, judged, passed,
                address, MOST);
        sql.update("""
                update validation set report = null where address = ? and num <> ? and report is not null and num <=
                (select num from validation where address = ? order by num desc limit 1 offset ?)""", address, judged, address,
                MOST_REPORTS);
    }

    private static long number(SqlConnection sql, String query, String address) throws SQLException {
        return sql.one(query, row -> row.getLong(1), address).orElse(-1L);
    }

    @Override
    public List<KeptValidation> history(String address, int limit) {
        return reads.read("read the validations of " + address,
                connection -> connection.sql().all(HISTORY, SqlValidations::validation, address, limit));
    }

    @Override
    public Optional<NewestResults> newest(String address) {
        return reads.snapshot("read the validations of " + address,
                connection -> Optional.ofNullable(newest(connection.sql(), address)));
    }

    @Override
    public Map<String, NewestResults> newestOfAll() {
        return reads.snapshot("read the newest validations", connection -> {
            SqlConnection sql = connection.sql();
            Map<String, NewestResults> newestOfAll = new HashMap<>();
            for (String address : sql.all(ADDRESSES, row -> row.getString(1))) {
                NewestResults newest = newest(sql, address);
                if (newest != null) {
                    newestOfAll.put(address, newest);
                }
            }
            return Map.copyOf(newestOfAll);
        });
    }

    private static @Nullable NewestResults newest(SqlConnection sql, String address) throws SQLException {
        Optional<KeptValidation> last = sql.one(HISTORY, SqlValidations::validation, address, 1);
        if (last.isEmpty()) {
            return null;
        }
        Optional<KeptValidation> judged = last.get().isJudged() ? last : sql.one(JUDGED, SqlValidations::validation, address);
        Optional<KeptValidation> passed = judged.filter(one -> one.outcome() == Outcome.PASSED).isPresent()
                ? judged
                : sql.one(PASSED, SqlValidations::validation, address);
        return new NewestResults(last.get(), judged, passed.map(KeptValidation::began));
    }

    private static KeptValidation validation(ResultSet row) throws SQLException {
        String broken = row.getString(17);
        return new KeptValidation(row.getLong(1), row.getString(2), Instant.ofEpochSecond(row.getLong(3)),
                Duration.ofSeconds(row.getLong(4)), Cause.of(row.getString(5)), Outcome.of(row.getString(6)), row.getString(7),
                row.getString(8), row.getInt(9), row.getLong(10), new Rules(row.getInt(11), row.getInt(12), row.getInt(13),
                        row.getInt(14), row.getInt(15), row.getInt(16)),
                broken.isEmpty() ? List.of() : Arrays.asList(broken.split(" ")), row.getInt(18));
    }

    @Override
    public Optional<byte[]> report(long number) {
        return reads.read("read the report of a validation", connection -> connection.sql()
                .one("select report from validation where num = ? and report is not null", row -> row.getBytes(1), number))
                .map(Frames::unpack);
    }

    @Override
    public void keepOnly(Collection<String> addresses, Instant since) {
        Set<String> kept = new HashSet<>(addresses);
        if (reads.read("read the validated repositories", connection -> unknown(connection.sql(), kept, since)).isEmpty()) {
            return;
        }
        writer.change("forget validations", transaction -> {
            SqlConnection sql = transaction.sql();
            for (String address : unknown(sql, kept, since)) {
                sql.update("delete from validation where address = ?", address);
            }
            // Of processes that have died. Others end their claims themselves.
            sql.update("delete from validation_claim where ends <= ?", since.getEpochSecond());
        });
    }

    private static List<String> unknown(SqlConnection sql, Set<String> kept, Instant since) throws SQLException {
        return sql.all("select address from validation group by address having max(began) < ?", row -> row.getString(1),
                since.getEpochSecond()).stream().filter(address -> !kept.contains(address)).toList();
    }
}
