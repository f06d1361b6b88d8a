package dev.sheaf.store.sql.conformance;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link Registry} in tables {@code registered}, {@code registry_change}, {@code compared_list} and {@code listed}. */
public final class SqlRegistry implements Registry {

    private static final String ENTRIES = "select address, name, added, list from registered";
    private static final String LISTS = "select address, compared, size, tried, error from compared_list";

    private final Writer writer;
    private final ReadPool reads;

    public SqlRegistry(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public List<Entry> all() {
        return reads.read("read the registry",
                connection -> connection.sql().all(ENTRIES + " order by address", SqlRegistry::entry));
    }

    @Override
    public Optional<Entry> find(String address) {
        return reads.read("read the registry",
                connection -> connection.sql().one(ENTRIES + " where address = ?", SqlRegistry::entry, address));
    }

    private static Entry entry(ResultSet row) throws SQLException {
        return new Entry(row.getString(1), row.getString(2), Instant.ofEpochSecond(row.getLong(3)), row.getString(4));
    }

    @Override
    public boolean add(Entry entry, String reason) {
        return writer.write("add " + entry.address() + " to the registry", transaction -> {
            SqlConnection sql = transaction.sql();
            boolean isNew = sql.update(
                    "insert into registered (address, name, added, list) values (?, ?, ?, ?) on conflict do nothing",
                    entry.address(), entry.name(), entry.added().getEpochSecond(), entry.list()) > 0;
            if (isNew) {
                note(sql, new Change(entry.added(), entry.address(), true, reason));
            }
            return isNew;
        });
    }

    @Override
    public boolean remove(String address, Instant at, String reason) {
        return writer.write("remove " + address + " from the registry", transaction -> {
            SqlConnection sql = transaction.sql();
            boolean wasThere = sql.update("delete from registered where address = ?", address) > 0;
            if (wasThere) {
                note(sql, new Change(at, address, false, reason));
            }
            return wasThere;
        });
    }

    private static void note(SqlConnection sql, Change change) throws SQLException {
        sql.update("insert into registry_change (happened, address, added, reason) values (?, ?, ?, ?)",
                change.at().getEpochSecond(),
                change.address(), change.isAdded() ? 1 : 0, change.reason());
        sql.update("""
                delete from registry_change where num <=
                (select num from registry_change order by num desc limit 1 offset ?)""", MOST_CHANGES);
    }

    @Override
    public List<Change> changes(int limit) {
        return reads.read("read the changes of the registry", connection -> connection.sql().all(
                "select happened, address, added, reason from registry_change order by num desc limit ?",
                row -> new Change(Instant.ofEpochSecond(row.getLong(1)), row.getString(2), row.getInt(3) == 1, row.getString(4)),
                limit));
    }

    @Override
    public List<ComparedList> lists() {
        return reads.read("read the compared lists",
                connection -> connection.sql().all(LISTS + " order by address", SqlRegistry::comparedList));
    }

    @Override
    public Optional<ComparedList> list(String list) {
        return reads.read("read a compared list",
                connection -> connection.sql().one(LISTS + " where address = ?", SqlRegistry::comparedList, list));
    }

    private static ComparedList comparedList(ResultSet row) throws SQLException {
        return new ComparedList(row.getString(1), time(row, 2), row.getInt(3), Instant.ofEpochSecond(row.getLong(4)),
                row.getString(5));
    }

    private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
        Long seconds = SqlConnection.nullableLong(row, column);
        return seconds == null ? null : Instant.ofEpochSecond(seconds);
    }

    @Override
    public void compared(String list, Instant at, Collection<ListedName> entries) {
        if (entries.size() > MOST_LISTED) {
            throw new IllegalArgumentException("a comparison takes at most " + MOST_LISTED + " entries");
        }
        long now = at.getEpochSecond();
        writer.change("keep the comparison with " + list, transaction -> {
            SqlConnection sql = transaction.sql();
            sql.update("""
                    insert into compared_list (address, compared, size, tried, error) values (?, ?, ?, ?, null)
                    on conflict (address) do update set compared = excluded.compared, size = excluded.size,
                    tried = excluded.tried, error = null""", list, now, entries.size(), now);
            int number = number(sql, list);
            // Entries that the list names are set back below.
            sql.update("""
                    update listed set missing = missing + 1, missing_since = coalesce(missing_since, ?) where list = ?""", now,
                    number);
            for (ListedName entry : entries) {
                sql.update("""
                        insert into listed (list, address, name, since, missing_since, missing) values (?, ?, ?, ?, null, 0)
                        on conflict (list, address) do update set name = excluded.name, missing_since = null, missing = 0""",
                        number, entry.address(), entry.name(), now);
            }
            sql.update("""
                    delete from listed where list = ? and missing > 0 and
                    (select count(*) from listed l where l.list = ?) > ?""", number, number, 2 * MOST_LISTED);
        });
    }

    private static int number(SqlConnection sql, String list) throws SQLException {
        return sql.one("select num from compared_list where address = ?", row -> row.getInt(1), list).orElse(-1);
    }

    @Override
    public void notCompared(String list, Instant at, String error) {
        writer.change("note the attempt to read " + list, transaction -> transaction.sql().update("""
                insert into compared_list (address, compared, size, tried, error) values (?, null, 0, ?, ?)
                on conflict (address) do update set tried = excluded.tried, error = excluded.error""", list, at.getEpochSecond(),
                error));
    }

    @Override
    public List<Listed> listed(String list) {
        return reads.read("read the entries of a compared list", connection -> connection.sql().all("""
                select l.address, l.name, l.since, l.missing_since, l.missing from compared_list c join listed l on l.list = c.num
                where c.address = ? order by l.address""", row -> new Listed(row.getString(1), row.getString(2),
                Instant.ofEpochSecond(row.getLong(3)), time(row, 4), row.getInt(5)), list));
    }

    @Override
    public void keepLists(Collection<String> lists) {
        if (lists().stream().allMatch(known -> lists.contains(known.address()))) {
            return;
        }
        writer.change("forget compared lists", transaction -> {
            SqlConnection sql = transaction.sql();
            for (String known : sql.all("select address from compared_list", row -> row.getString(1))) {
                if (!lists.contains(known)) {
                    sql.update("delete from listed where list = ?", number(sql, known));
                    sql.update("delete from compared_list where address = ?", known);
                }
            }
        });
    }
}
