package dev.sheaf.store.sql.enrichments;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.sql.NameTable;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.usage.UsageLog;
import dev.sheaf.store.usage.Use;

/** {@link UsageLog} in the tables {@code record_use} and {@code use_day}. */
public final class SqlUsageLog implements UsageLog {

    /** Items of a page. The plus keeps SQLite from reading the table by days, which it would sort for each page. */
    public static final String ITEMS = """
            select n.name, u.identifier from (
            select distinct r.source, r.identifier from record_use r
            where (r.source, r.identifier) > (?, ?) and +r.day in (select day from use_day where closed = 1)
            order by r.source, r.identifier limit ?) u {then join} source_name n on n.num = u.source
            order by u.source, u.identifier""";
    public static final String DAYS_OF_ITEM = """
            select day, sum(uses), count(*) from record_use where source = ? and identifier = ?
            and day in (select day from use_day where closed = 1) group by day order by day""";
    public static final String NEIGHBOURS = """
            select n.name, c.identifier, c.together,
            (select count(*) from record_use d where d.source = c.source and d.identifier = c.identifier
            and d.day in (select day from use_day where closed = 1))
            from (select b.source, b.identifier, count(*) as together
            from record_use a {then join} record_use b on b.day = a.day and b.agent = a.agent
            where a.source = ? and a.identifier = ? and a.day in (select day from use_day where closed = 1)
            and (b.source <> a.source or b.identifier <> a.identifier)
            group by b.source, b.identifier having count(*) >= ?
            order by count(*) desc, b.source, b.identifier limit ?) c {then join} source_name n on n.num = c.source
            order by c.together desc, c.source, c.identifier""";
    private static final String CLOSED = " and exists (select 1 from use_day e where e.day = r.day and e.closed = 1)";
    private static final String AGENTS = "select distinct r.agent from record_use r where r.day = ? and r.agent > ?" + CLOSED
            + " order by r.agent limit ?";
    public static final String AGENTS_OF_ITEM = "select r.agent from record_use r where r.source = ? and r.identifier = ? and r.day = ?"
            + CLOSED + " order by r.agent limit ?";
    private static final String ITEMS_OF_AGENT = """
            select n.name, r.identifier, r.uses, (select count(*) from record_use o
            where o.source = r.source and o.identifier = r.identifier and o.day = r.day)
            from record_use r {then join} source_name n on n.num = r.source where r.day = ? and r.agent = ?""" + CLOSED
            + " order by r.source, r.identifier";
    private static final String ADD = """
            insert into record_use (day, agent, source, identifier, uses) values (?, ?, ?, ?, ?)
            on conflict (day, agent, source, identifier) do update set uses = record_use.uses + excluded.uses""";
    private static final String DROP = """
            delete from record_use where day = ? and agent in
            (select agent from record_use where day = ? group by agent having count(*) > ?)""";
    private static final String COUNT_AGENTS = """
            select count(*) from (select agent from record_use where day = ? group by agent having count(*) > ?) t""";
    /** Number of agents or items whose uses one transaction removes. */
    private static final int PORTION = 500;

    private final Writer writer;
    private final ReadPool reads;
    private final NameTable sources;

    public SqlUsageLog(Writer writer, ReadPool reads, NameTable sources) {
        this.writer = writer;
        this.reads = reads;
        this.sources = sources;
    }

    @Override
    public long add(Collection<Use> uses) {
        Batches.check(uses.size(), MAX_BATCH, "uses");
        return writer.write("store uses of records", transaction -> {
            SqlConnection sql = transaction.sql();
            Map<LocalDate, Boolean> open = new HashMap<>();
            Map<ItemKey, Optional<Integer>> live = new HashMap<>();
            long added = 0;
            for (Use use : uses) {
                Boolean isOpen = open.get(use.day());
                if (isOpen == null) {
                    isOpen = sql
                            .one("select closed from use_day where day = ?", row -> row.getInt(1) == 0, use.day().toEpochDay())
                            .orElse(true);
                    open.put(use.day(), isOpen);
                }
                Optional<Integer> source = live.get(use.item());
                if (source == null) {
                    source = LiveItems.source(sql, sources, use.item());
                    live.put(use.item(), source);
                }
                if (isOpen && source.isPresent()) {
                    sql.update("insert into use_day (day, closed) values (?, 0) on conflict (day) do nothing",
                            use.day().toEpochDay());
                    sql.update(ADD, use.day().toEpochDay(), use.agent(), source.get(), use.item().identifier(), use.times());
                    added += use.times();
                }
            }
            return added;
        });
    }

    @Override
    public List<Day> days() {
        return reads.read("read the days with uses", connection -> connection.sql().all(
                "select day, closed from use_day order by day",
                row -> new Day(LocalDate.ofEpochDay(row.getLong(1)), row.getInt(2) == 1)));
    }

    @Override
    public long close(LocalDate day, int mostItems) {
        long number = day.toEpochDay();
        return writer.write("close the uses of " + day, transaction -> {
            SqlConnection sql = transaction.sql();
            if (sql.update("update use_day set closed = 1 where day = ? and closed = 0", number) == 0) {
                return 0L;
            }
            long agents = sql.one(COUNT_AGENTS, row -> row.getLong(1), number, mostItems).orElse(0L);
            sql.update(DROP, number, number, mostItems);
            return agents;
        });
    }

    @Override
    public void remove(LocalDate day) {
        long number = day.toEpochDay();
        boolean more = true;
        while (more) {
            more = writer.write("remove the uses of " + day, transaction -> {
                SqlConnection sql = transaction.sql();
                boolean removed = sql.update("""
                        delete from record_use where day = ? and agent in
                        (select distinct agent from record_use where day = ? order by agent limit ?)""", number, number,
                        PORTION) > 0;
                if (!removed) {
                    sql.update("delete from use_day where day = ?", number);
                }
                return removed;
            });
        }
    }

    @Override
    public List<ItemKey> items(@Nullable ItemKey after, int limit) {
        return reads.read("read the used items", connection -> connection.sql().all(ITEMS, SqlUsageLog::item,
                after == null ? -1 : sources.find(connection.sql(), after.source()).orElse(-1),
                after == null ? "" : after.identifier(), limit));
    }

    @Override
    public List<DayOfItem> days(ItemKey item) {
        return reads.read("read the uses of " + item, connection -> connection.sql().all(DAYS_OF_ITEM,
                row -> new DayOfItem(LocalDate.ofEpochDay(row.getLong(1)), row.getLong(2), row.getLong(3)),
                sources.find(connection.sql(), item.source()).orElse(-1), item.identifier()));
    }

    @Override
    public List<String> agents(LocalDate day, @Nullable String after, int limit) {
        return reads.read("read the agents of " + day, connection -> connection.sql().all(AGENTS, row -> row.getString(1),
                day.toEpochDay(), after == null ? "" : after, limit));
    }

    @Override
    public List<String> agentsOf(ItemKey item, LocalDate day, int limit) {
        return reads.read("read the agents of " + item,
                connection -> connection.sql().all(AGENTS_OF_ITEM, row -> row.getString(1),
                        sources.find(connection.sql(), item.source()).orElse(-1), item.identifier(), day.toEpochDay(), limit));
    }

    @Override
    public List<ItemOfAgent> items(LocalDate day, String agent) {
        return reads.read("read the uses of an agent of " + day, connection -> connection.sql().all(ITEMS_OF_AGENT,
                row -> new ItemOfAgent(item(row), row.getLong(3), row.getLong(4)), day.toEpochDay(), agent));
    }

    @Override
    public List<Neighbour> neighbours(ItemKey item, int least, int limit) {
        return reads.read("read what was used with " + item, connection -> connection.sql().all(NEIGHBOURS,
                row -> new Neighbour(item(row), row.getLong(3), row.getLong(4)),
                sources.find(connection.sql(), item.source()).orElse(-1), item.identifier(), least, limit));
    }

    private static ItemKey item(ResultSet row) throws SQLException {
        return new ItemKey(row.getString(1), row.getString(2));
    }

    /** Removes the uses of a source's items, in short transactions. */
    public static void forget(Writer writer, int source) {
        boolean more = true;
        while (more) {
            more = writer.write("remove the uses of a source",
                    transaction -> transaction.sql().update("""
                            delete from record_use where source = ? and identifier in
                            (select distinct identifier from record_use where source = ? order by identifier limit ?)""", source,
                            source, PORTION) > 0);
        }
    }
}
