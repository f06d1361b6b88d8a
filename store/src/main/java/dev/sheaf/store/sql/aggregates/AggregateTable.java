package dev.sheaf.store.sql.aggregates;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.sources.SourceTable;

/** Table {@code aggregate}: the aggregates and their settings. Safe for use by many threads. */
public final class AggregateTable {

    private static final String COLUMNS = """
            select num, id, name, sources, sets, prefixes, query, collisions, trusted, removed, kept_since from aggregate""";
    private static final String KEPT = COLUMNS + " where removed = 0 or progress is not null order by num";
    private static final String ALL = COLUMNS + " where removed = 0 order by num = 0 desc, id";
    private static final String ONE = COLUMNS + " where id = ? and removed = 0";
    /** Key in table {@code meta} of a number that grows with every change of an aggregate and every removal of a source. */
    static final String GENERATION = "aggregates";

    private volatile Snapshot known = new Snapshot(-1, List.of());

    /**
     * All aggregates with stored memberships; the aggregate of everything comes first.
     *
     * @param generation see {@link #generation}
     */
    record Snapshot(long generation, List<StoredAggregate> aggregates) {}

    /** Returns the present aggregates. */
    Snapshot current(SqlConnection sql) throws SQLException {
        long generation = generation(sql);
        Snapshot snapshot = known;
        if (snapshot.generation() != generation) {
            Participation participation = Participation.read(sql);
            snapshot = new Snapshot(generation, List.copyOf(sql.all(KEPT, row -> read(row, participation))));
            known = snapshot;
        }
        return snapshot;
    }

    /** Returns a number that grows with every change of an aggregate and every removal of a source, by any process. */
    public static long generation(SqlConnection sql) throws SQLException {
        return sql.one("select v from meta where k = ?", row -> row.getLong(1), GENERATION).orElse(0L);
    }

    /** Returns every aggregate that is served. */
    public static List<StoredAggregate> all(SqlConnection sql) throws SQLException {
        return sql.all(ALL, AggregateTable::read);
    }

    public static Optional<StoredAggregate> find(SqlConnection sql, String id) throws SQLException {
        return sql.one(ONE, AggregateTable::read, id);
    }

    /**
     * Adds or changes an aggregate; the caller then starts an update of memberships.
     *
     * @throws StoreException when a source has the id
     */
    public static void put(Transaction transaction, Aggregate aggregate) throws SQLException {
        SqlConnection sql = transaction.sql();
        if (!aggregate.id().equals(Aggregate.EVERYTHING)
                && (SourceTable.find(sql, aggregate.id()).isPresent() || SourceTable.isRemoving(sql, aggregate.id()))) {
            throw taken("a source", aggregate.id());
        }
        Optional<StoredAggregate> before = find(sql, aggregate.id());
        if (before.isPresent() && before.get().settings().equals(aggregate)) {
            return;
        }
        boolean samePolicy = before.isPresent() && before.get().settings().collisions() == aggregate.collisions();
        long keptSince = samePolicy
                ? before.get().keptSince()
                : aggregate.collisions() == Collisions.KEEP_ALL
                        ? Transaction.lastSeq(sql)
                        : 0;
        boolean sameQuery = before.isPresent()
                && Objects.equals(before.get().settings().query(), aggregate.query());
        sql.update(
                """
                        insert into aggregate (id, name, sources, sets, prefixes, query, collisions, trusted, removed, progress, kept_since, matched)
                        values (?, ?, ?, ?, ?, ?, ?, ?, 0, '', ?, 0)
                        on conflict (id) do update set name = excluded.name, sources = excluded.sources, sets = excluded.sets,
                        prefixes = excluded.prefixes, query = excluded.query, collisions = excluded.collisions, trusted = excluded.trusted,
                        removed = 0, progress = '', kept_since = excluded.kept_since""",
                aggregate.id(), aggregate.name(),
                Packed.texts(aggregate.sources()), Packed.texts(aggregate.sets().stream().map(SetSpec::value).toList()),
                Packed.texts(aggregate.prefixes().stream().map(MetadataPrefix::value).toList()), aggregate.query(),
                aggregate.collisions().text(), Packed.texts(aggregate.trusted()), keptSince);
        if (!sameQuery) {
            sql.update("update aggregate set matched = 0 where id = ?", aggregate.id());
            sql.update("delete from matched where aggregate = (select num from aggregate where id = ?)", aggregate.id());
        }
        changed(sql);
    }

    /** Removes all records from an aggregate; the caller then starts an update of memberships. */
    public static void remove(Transaction transaction, String id) throws SQLException {
        SqlConnection sql = transaction.sql();
        if (id.equals(Aggregate.EVERYTHING)) {
            throw new StoreException("The aggregate of everything cannot be removed");
        }
        if (sql.update("update aggregate set removed = 1, progress = '', matched = 0 where id = ? and removed = 0", id) == 0) {
            throw unknown(id);
        }
        sql.update("delete from matched where aggregate = (select num from aggregate where id = ?)", id);
        changed(sql);
    }

    /** Returns the message for an unknown aggregate. */
    static StoreException unknown(String id) {
        return new StoreException("There is no aggregate '" + id + "'; to see all: sheaf aggregate list");
    }

    /**
     * Checks that a source may have an id.
     *
     * @throws StoreException if an aggregate has it, or if an aggregate with this id is being removed
     */
    public static void refuseTaken(SqlConnection sql, String id) throws SQLException {
        if (!id.equals(Aggregate.EVERYTHING)
                && sql.one("select 1 from aggregate where id = ? and (removed = 0 or progress is not null)", _ -> true, id)
                        .isPresent()) {
            throw taken("an aggregate", id);
        }
    }

    private static StoreException taken(String by, String id) {
        return new StoreException("There is " + by + " '" + id
                + "'. Sources and aggregates need different ids, because both are served at /oai/ID; choose another id");
    }

    /**
     * Makes the next update decide all memberships again.
     *
     * @param id of the aggregate; null for all aggregates
     */
    static void updateAgain(SqlConnection sql, @Nullable String id) throws SQLException {
        if (id == null) {
            sql.update("update aggregate set progress = '' where removed = 0 or progress is not null");
        } else {
            sql.update("update aggregate set progress = '' where id = ?", id);
        }
        changed(sql);
    }

    /** Makes every process read the aggregates again. */
    public static void changed(SqlConnection sql) throws SQLException {
        sql.update("insert into meta (k, v) values (?, 1) on conflict (k) do update set v = cast(meta.v as bigint) + 1",
                GENERATION);
    }

    /** Reads the settings only, without regard to sources that do not take part. */
    private static StoredAggregate read(ResultSet row) throws SQLException {
        return read(row, Participation.ALL);
    }

    private static StoredAggregate read(ResultSet row, Participation participation) throws SQLException {
        Aggregate settings = new Aggregate(row.getString(2), row.getString(3), Packed.texts(row.getBytes(4)),
                Packed.texts(row.getBytes(5)).stream().map(SetSpec::new).toList(),
                Packed.texts(row.getBytes(6)).stream().map(MetadataPrefix::new).toList(), row.getString(7),
                Collisions.of(row.getString(8)).orElse(Collisions.MOST_RECENT), Packed.texts(row.getBytes(9)));
        return new StoredAggregate(row.getInt(1), settings, row.getInt(10) != 0, row.getLong(11), participation);
    }
}
