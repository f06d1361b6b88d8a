package dev.sheaf.store.sql.saving;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.records.QuarantineEntry;
import dev.sheaf.store.records.Repairs;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.sources.SourceTable;

/** {@link Repairs} in tables {@code repair} and {@code quarantine}. */
public final class SqlRepairs implements Repairs {

    private static final Pattern KEY = Pattern.compile("[0-9a-f]{32}");

    private final Writer writer;
    private final ReadPool reads;
    private final Names names;

    public SqlRepairs(Writer writer, ReadPool reads, Names names) {
        this.writer = writer;
        this.reads = reads;
        this.names = names;
    }

    @Override
    public Tally tally(String source) {
        return reads.read("count the repairs of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            int number = names.sources().find(sql, source).orElse(-1);
            long repaired = sql
                    .one("""
                            select count(*) from (select distinct prefix, identifier from repair where source = ? and identifier <> '')""",
                            row -> row.getLong(1), number)
                    .orElse(0L);
            long quarantined = sql.one("select count(*) from quarantine where source = ?", row -> row.getLong(1), number)
                    .orElse(0L);
            return new Tally(repaired, quarantined);
        });
    }

    @Override
    public List<Repair> of(String source, int limit) {
        return reads.read("read the repairs of source " + source, connection -> connection.sql().all("""
                select r.identifier, p.name, r.kind, r.what from repair r join prefix_name p on p.num = r.prefix
                where r.source = ? order by r.run desc, r.identifier = '', r.prefix, r.identifier, r.kind limit ?""",
                SqlRepairs::repair, names.sources().find(connection.sql(), source).orElse(-1), limit));
    }

    @Override
    public List<Repair> of(String source, MetadataPrefix prefix, String identifier) {
        return reads.read("read the repairs of " + identifier, connection -> {
            SqlConnection sql = connection.sql();
            return sql.all("""
                    select r.identifier, p.name, r.kind, r.what from repair r join prefix_name p on p.num = r.prefix
                    where r.source = ? and r.prefix = ? and r.identifier = ? order by r.kind""", SqlRepairs::repair,
                    names.sources().find(sql, source).orElse(-1), names.prefixes().find(sql, prefix.value()).orElse(-1),
                    identifier);
        });
    }

    @Override
    public List<Quarantined> quarantined(String source, int limit) {
        return reads.read("read the quarantine of source " + source, connection -> {
            Optional<Integer> number = names.sources().find(connection.sql(), source);
            return number.isEmpty() ? List.<Quarantined>of() : Quarantine.latest(connection.sql(), number.get(), limit);
        });
    }

    @Override
    public List<QuarantineEntry> quarantine(String source, int limit, long offset) {
        return reads.read("read the quarantine of source " + source, connection -> Quarantine.entries(connection.sql(),
                names.sources().find(connection.sql(), source).orElse(-1), limit, offset));
    }

    @Override
    public Optional<QuarantineEntry> quarantine(String source, String key) {
        return kept(source, key).map(Quarantine.Kept::entry);
    }

    @Override
    public Optional<byte[]> raw(String source, String key) {
        return kept(source, key).map(Quarantine.Kept::raw);
    }

    private Optional<Quarantine.Kept> kept(String source, String key) {
        return !KEY.matcher(key).matches()
                ? Optional.empty()
                : reads.read("read the quarantine of source " + source, connection -> Quarantine.kept(connection.sql(),
                        names.sources().find(connection.sql(), source).orElse(-1), key));
    }

    @Override
    public void release(String source, String key) {
        writer.change("release a quarantined record of source " + source, transaction -> Quarantine.release(transaction.sql(),
                SourceTable.number(transaction.sql(), source), key));
    }

    private static Repair repair(ResultSet row) throws SQLException {
        String identifier = row.getString(1);
        String kind = row.getString(3);
        Repair.Kind known = Arrays.stream(Repair.Kind.values()).filter(value -> value.text().equals(kind)).findFirst()
                .orElseThrow(() -> new StoreException("the store has a repair of the unknown kind '" + kind + "': use the "
                        + "newer version of the program that wrote it"));
        return new Repair(identifier.isEmpty() ? null : identifier, new MetadataPrefix(row.getString(2)), known,
                row.getString(4));
    }

    /**
     * Stores the repairs of a batch in the transaction that saves it.
     *
     * @param changed its new and changed records; repairs of their former versions are deleted
     */
    static void save(Transaction transaction, Names names, int source, long run, List<Repair> repairs, List<ItemRow> changed)
            throws SQLException {
        SqlConnection sql = transaction.sql();
        Map<String, List<String>> kinds = new HashMap<>();
        for (Repair repair : repairs) {
            String identifier = repair.identifier();
            kinds.computeIfAbsent(identifier == null ? "" : identifier, _ -> new ArrayList<>()).add(repair.kind().text());
        }
        boolean anyNoted = !changed.isEmpty()
                && sql.one("select 1 from repair where source = ? limit 1", row -> row.getInt(1), source).isPresent();
        if (anyNoted) {
            for (ItemRow row : changed) {
                if (row.source == source && row.content != null) {
                    // A repair that the new version needs too keeps its row, which names the first run that made it.
                    sql.update("""
                            delete from repair where source = ? and prefix = ? and identifier = ?
                            and kind not in (select value from {texts})""", source, row.prefix, row.identifier,
                            JsonArray.ofTexts(kinds.getOrDefault(row.identifier, List.of())));
                }
            }
        }
        for (Repair repair : repairs) {
            String identifier = repair.identifier();
            sql.update("""
                    insert into repair (source, prefix, identifier, kind, run, first_run, what) values (?, ?, ?, ?, ?, ?, ?)
                    on conflict (source, prefix, identifier, kind) do update set run = excluded.run, what = excluded.what""",
                    source, names.prefixes().number(transaction, repair.prefix().value()), identifier == null ? "" : identifier,
                    repair.kind().text(), run, run, repair.what());
        }
    }
}
