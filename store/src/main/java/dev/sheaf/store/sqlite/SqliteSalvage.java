package dev.sheaf.store.sqlite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.RecordHash;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Salvage;
import dev.sheaf.store.sources.SourceCare;
import dev.sheaf.store.sql.DamagedRecordException;
import dev.sheaf.store.sql.DamagedRecords;
import dev.sheaf.store.sql.Dictionaries;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadConnection;
import dev.sheaf.store.sql.Schema;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlFailure;
import dev.sheaf.store.sql.aggregates.AggregateTable;
import dev.sheaf.store.sql.aggregates.Participation;
import dev.sheaf.store.sql.records.HubIdentifiers;
import dev.sheaf.store.sql.records.RecordReader;
import dev.sheaf.store.sql.sources.SourceTable;

/**
 * Reader of a damaged SQLite file, as far as it can be read. Records are read in the order of their sequence numbers; where a page cannot be
 * read, the walk continues behind it. It opens no store, only a reading connection. Belongs to one thread.
 */
public final class SqliteSalvage implements AutoCloseable {

    private static final int PORTION = 500;
    private static final String ROWS = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS
            + " from rec r where r.seq > ? order by r.seq limit ?";
    private static final String NEXT = "select seq from rec where seq > ? order by seq limit 1";
    private static final String ITEM = "select seq, hash from item where identifier = ? and prefix = ? and source = ?";
    private static final String EXPECTED = """
            select n.name, sum(s.live + s.deleted) from scope c join stat s on s.scope = c.num join source_name n on n.num = c.owner
            where c.owner > 0 and c.spec = '' group by n.name""";

    private final Path dataDir;
    private final SqlConnection sql;
    private final ReadConnection connection;
    private final Map<Target, List<OaiRecord>> gathered = new LinkedHashMap<>();
    private final Map<String, Long> saved = new TreeMap<>();
    /** Records that could be found, and not read. */
    private final Map<String, Long> unreadable = new HashMap<>();
    private boolean hasGap;
    private long reached;

    /** The part of a source that a record belongs to. */
    private record Target(String source, MetadataPrefix prefix, boolean derived) {}

    private enum State {
        /** The stored version. */
        PRESENT,
        /** A row that no item has any more. */
        FORMER,
        /** Its content does not match its hash. */
        DAMAGED
    }

    /** Work on the database that may meet damage. */
    private interface Work<T> {
        T read() throws SQLException;
    }

    /**
     * Opens a reading connection.
     *
     * @param dataDir contains a store
     * @throws StoreException if the database cannot be opened
     */
    public SqliteSalvage(Path dataDir) {
        this.dataDir = dataDir;
        SqliteDatabase database = new SqliteDatabase(dataDir, SqlConnection.WriteFault.NONE, !Files.isWritable(dataDir));
        try {
            this.sql = database.reader();
        } catch (SQLException e) {
            throw SqlFailure.of("read the store", dataDir, SqliteDialect.INSTANCE, e);
        }
        this.connection = new ReadConnection(sql, new Dictionaries(), new Names(), new DamagedRecords());
    }

    /** Throws if the tables are of another version, or if not even that can be read. */
    private void check() {
        try {
            if (!Schema.isCurrent(sql)) {
                throw new StoreException(Schema.refusal(Schema.version(sql), "data directory " + dataDir)
                        .orElse("The store in " + dataDir + " has no tables: nothing of it can be read"));
            }
        } catch (SQLException e) {
            throw SqlFailure.of("read the store", dataDir, SqliteDialect.INSTANCE, e);
        }
    }

    /**
     * Returns the domain of the store's local identifiers; empty if it cannot be read.
     *
     * @throws StoreException if nothing of the store can be read, or if its tables are of another version
     */
    public Optional<String> domain() {
        check();
        return readable(() -> HubIdentifiers.domain(sql));
    }

    /**
     * Writes what can be read into an empty store: sources, aggregates, access lists and records. What cannot be read is counted.
     *
     * @throws StoreException if the new store cannot be written
     */
    public Salvage into(HubStore target) {
        Map<String, AccessList> access = readable(() -> Participation.lists(sql)).orElse(Map.of());
        AccessList others = access.getOrDefault("", AccessList.OPEN);
        Map<String, AccessList> byId = new HashMap<>(access);
        byId.remove("");
        // Before any record: those of a closed source must never be in an aggregate.
        target.membership().addAccessLists(byId, others);
        Map<String, Long> expected = readable(this::expected).orElse(Map.of());
        boolean isUnknown = expected.isEmpty();
        for (String id : readable(() -> SourceTable.ids(sql)).orElse(List.of())) {
            register(target, id);
        }
        records(target);
        for (Aggregate aggregate : readable(() -> AggregateTable.all(sql).stream().map(stored -> stored.settings()).toList())
                .orElse(List.of())) {
            target.put(aggregate);
        }
        Map<String, Salvage.OfSource> sources = new TreeMap<>();
        expected.forEach((id, count) -> sources.put(id,
                new Salvage.OfSource(id, saved.getOrDefault(id, 0L), Math.max(0, count - saved.getOrDefault(id, 0L)))));
        saved.forEach((id, count) -> sources.computeIfAbsent(id,
                _ -> new Salvage.OfSource(id, count, unreadable.getOrDefault(id, 0L))));
        return new Salvage(List.copyOf(sources.values()), isUnknown && hasGap);
    }

    private Map<String, Long> expected() throws SQLException {
        Map<String, Long> expected = new HashMap<>();
        sql.all(EXPECTED, row -> expected.merge(row.getString(1), row.getLong(2), Long::sum));
        return expected;
    }

    private void register(HubStore target, String id) {
        if (target.source(id).isPresent()) {
            return;
        }
        Source source = readable(() -> SourceTable.find(sql, id)).flatMap(found -> found).map(SourceTable.Numbered::source)
                .orElse(Source.imported(id, id));
        target.put(source);
        boolean isUnlisted = readable(() -> sql.one(
                "select 1 from unlisted u join source_name n on n.num = u.source where n.name = ?", _ -> true, id).isPresent())
                .orElse(false);
        if (isUnlisted) {
            SourceCare usual = SourceCare.DEFAULT;
            target.monitoring().put(id,
                    new SourceCare(usual.validate(), usual.census(), usual.vanishingPercent(), usual.history(), false,
                            usual.quota()));
        }
    }

    private void records(HubStore target) {
        while (true) {
            long before = reached;
            try {
                int rows = sql.all(ROWS, row -> {
                    // First, so that the walk gets on even if the row cannot be read.
                    reached = row.getLong(9);
                    take(row);
                    return true;
                }, reached, PORTION).size();
                flush(target, PORTION);
                if (rows == 0) {
                    flush(target, 1);
                    return;
                }
            } catch (SQLException damage) {
                flush(target, PORTION);
                hasGap = true;
                Optional<Long> next = behindDamage(Math.max(before, reached));
                if (next.isEmpty()) {
                    flush(target, 1);
                    return;
                }
                reached = next.get();
            }
        }
    }

    /** Returns the last position from which rows behind damage can be read; empty if there are none. */
    private Optional<Long> behindDamage(long from) {
        long fails = from;
        long step = 1;
        while (step > 0 && from + step > 0) {
            long tried = from + step;
            if (isReadableAfter(tried)) {
                // Rows between may be readable too: the first readable position is sought.
                long works = tried;
                while (works - fails > 1) {
                    long middle = fails + (works - fails) / 2;
                    if (isReadableAfter(middle)) {
                        works = middle;
                    } else {
                        fails = middle;
                    }
                }
                return Optional.of(works);
            }
            fails = tried;
            step *= 2;
        }
        return Optional.empty();
    }

    private boolean isReadableAfter(long seq) {
        return readable(() -> sql.one(NEXT, row -> row.getLong(1), seq)).isPresent();
    }

    private void take(ResultSet row) throws SQLException {
        if (row.getInt(1) <= 0) {
            return;
        }
        int number = row.getInt(1);
        String source = name(number);
        try {
            StoredRecord stored = RecordReader.of(connection).stored(row);
            switch (state(row, stored.record())) {
                case PRESENT -> {
                    gathered.computeIfAbsent(new Target(source, stored.prefix(), stored.derived()), _ -> new ArrayList<>())
                            .add(asReceived(stored));
                    return;
                }
                case FORMER -> {
                    return;
                }
                case DAMAGED -> {
                    // Counted below.
                }
            }
        } catch (DamagedRecordException | IllegalArgumentException | SQLException _) {
            // Counted below.
        }
        unreadable.merge(source, 1L, Long::sum);
    }

    /** Compares a record with its hash; if the hash cannot be read, the record counts as present. */
    private State state(ResultSet row, OaiRecord record) throws SQLException {
        record Item(long seq, byte[] hash) {}
        String identifier = row.getString(4);
        int prefix = row.getInt(10);
        int source = row.getInt(1);
        Optional<Optional<Item>> read = readable(
                () -> sql.one(ITEM, found -> new Item(found.getLong(1), found.getBytes(2)), identifier, prefix, source));
        if (read.isEmpty()) {
            return State.PRESENT;
        }
        Item item = read.get().orElse(null);
        if (item == null || item.seq() != row.getLong(9)) {
            return State.FORMER;
        }
        return Arrays.equals(item.hash(), RecordHash.of(record)) ? State.PRESENT : State.DAMAGED;
    }

    /** Returns a record with the datestamp of its source, as if it was harvested now. */
    private static OaiRecord asReceived(StoredRecord stored) {
        Header header = stored.record().header();
        Datestamp origin = stored.originDatestamp();
        return new OaiRecord(
                new Header(header.identifier(), origin == null ? header.datestamp() : origin, header.sets(), header.deleted()),
                stored.record().metadata(), stored.record().about());
    }

    private String name(int source) {
        return readable(() -> sql.one("select name from source_name where num = ?", row -> row.getString(1), source))
                .flatMap(name -> name).orElse("source-" + source);
    }

    /** Saves the gathered records of parts that have at least a number of them. */
    private void flush(HubStore target, int least) {
        gathered.forEach((part, records) -> {
            if (records.size() >= least) {
                register(target, part.source());
                target.save(new Batch(part.source(), 0, List.of(new Batch.Part(format(part), records, part.derived())), List.of(),
                        null, null));
                saved.merge(part.source(), (long) records.size(), Long::sum);
                records.clear();
            }
        });
    }

    private MetadataFormat format(Target part) {
        if (part.prefix().equals(MetadataPrefix.OAI_DC)) {
            return MetadataFormat.OAI_DC;
        }
        return readable(() -> sql.one(
                """
                        select f.schema, f.namespace from format f join source_name n on n.num = f.source join prefix_name p on p.num = f.prefix
                        where n.name = ? and p.name = ?""",
                row -> new MetadataFormat(part.prefix(), row.getString(1), row.getString(2)),
                part.source(), part.prefix().value())).flatMap(format -> format)
                .orElse(new MetadataFormat(part.prefix(), "", ""));
    }

    /** Reads something; empty where damage makes that impossible. */
    private static <T> Optional<T> readable(Work<T> work) {
        try {
            return Optional.of(work.read());
        } catch (SQLException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            sql.close();
        } catch (SQLException e) {
            throw SqlFailure.of("close the store", dataDir, SqliteDialect.INSTANCE, e);
        }
    }
}
