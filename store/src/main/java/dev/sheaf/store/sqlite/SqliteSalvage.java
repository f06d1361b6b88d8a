package dev.sheaf.store.sqlite;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.address.AddressBlock;
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
import dev.sheaf.store.sql.OwnerOnly;
import dev.sheaf.store.sql.ReadConnection;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlFailure;
import dev.sheaf.store.sql.aggregates.AggregateTable;
import dev.sheaf.store.sql.aggregates.Participation;
import dev.sheaf.store.sql.records.HubIdentifiers;
import dev.sheaf.store.sql.records.RecordReader;
import dev.sheaf.store.sql.sources.SourceTable;

/**
 * Salvage of a damaged store. {@link RowRecovery} copies all rows that can be read into a new database; this class reads the records there,
 * compares each with its hash, and saves it in a new store. The damaged database does not change. Belongs to one thread.
 */
public final class SqliteSalvage implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteSalvage.class);

    /** Access list of everybody when none is known. */
    private static final AccessList CLOSED = new AccessList(List.of(), AddressBlock.ALL);
    /** Folder in the new data directory for the copied rows, until the end of the salvage. */
    private static final String FOLDER = "salvage";
    private static final int PORTION = 500;
    private static final String COLUMNS = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS
            + " from rec r";
    private static final String ROWS = COLUMNS + " where r.seq > ? order by r.seq limit ?";
    private static final String ROW = COLUMNS + " where r.seq = ?";
    private static final String ITEM_OF_ROW = "select identifier, prefix, source, hash from item where seq = ?";
    private static final String ITEM = "select 1 from item where identifier = ? and prefix = ? and source = ?";
    private static final String COUNTED = """
            select n.name, sum(s.live + s.deleted) from scope c join stat s on s.scope = c.num join source_name n on n.num = c.owner
            where c.owner > 0 and c.spec = '' group by n.name""";
    private static final String ITEMS = """
            select n.name, count(*) from item i join source_name n on n.num = i.source where i.source > 0 group by n.name""";
    private static final String ADDRESS = """
            select o.base_url from origin o join source_name n on n.num = o.source
            where n.name = ? and o.base_url is not null order by o.since desc limit 1""";
    private static final String FORMAT = """
            select f.schema, f.namespace from format f join source_name n on n.num = f.source join prefix_name p on p.num = f.prefix
            where n.name = ? and p.name = ?""";
    private static final String SERVED_FORMAT = """
            select f.schema, f.namespace from served_format f join prefix_name p on p.num = f.prefix where p.name = ? order by f.served""";

    private final Path target;
    private final boolean isTargetNew;
    private final Path folder;
    private final Closeable lock;
    private final RowRecovery.Recovered recovered;
    private final SqlConnection sql;
    private final ReadConnection connection;
    private final Map<Target, List<OaiRecord>> gathered = new LinkedHashMap<>();
    private final Map<String, Long> saved = new TreeMap<>();
    private final Map<String, Long> unverified = new HashMap<>();
    /** Records that could be found, and not read. */
    private final Map<String, Long> unreadable = new HashMap<>();
    /** Sources whose settings could not be read. */
    private final Set<String> bare = new HashSet<>();
    private long reached;
    /** Sequence numbers of rows whose hashes cannot be read. */
    private long[] doubtful = new long[0];
    private int doubtfulCount;
    /**
     * True if a row that could be unpacked did not match its hash: single bytes are damaged then, not only pages, so that rows without a hash
     * may be wrong.
     */
    private boolean isContradicted;

    /** The part of a source that a record belongs to. */
    private record Target(String source, MetadataPrefix prefix, boolean derived) {}

    private enum State {
        /** The stored version. */
        PRESENT,
        /** Perhaps the stored version: its hash cannot be read. */
        UNVERIFIED,
        /** A row that no item has any more. */
        FORMER,
        /** It does not match its item or its hash. */
        DAMAGED
    }

    /** Work on the copied rows, whose values may be damaged. */
    private interface Work<T> {
        T read() throws SQLException;
    }

    /**
     * Reads the rows of a damaged store.
     *
     * @param dataDir contains the store
     * @param target directory of the new store, missing or empty; the rows are copied to a folder in it, which {@link #close} deletes
     * @throws StoreException if nothing of the store can be read, if its tables are of another version, or if the rows cannot be copied
     */
    public SqliteSalvage(Path dataDir, Path target) {
        this.target = target;
        this.isTargetNew = !Files.exists(target);
        this.folder = target.resolve(FOLDER);
        this.lock = lock(dataDir);
        try {
            OwnerOnly.create(target);
            this.recovered = RowRecovery.copy(dataDir, folder);
            this.sql = new SqliteDatabase(folder, SqlConnection.WriteFault.NONE).reader();
            this.connection = new ReadConnection(sql, new Dictionaries(), new Names(), new DamagedRecords());
        } catch (SQLException e) {
            discard();
            throw SqlFailure.of("read the copied rows", folder, SqliteDialect.INSTANCE, e);
        } catch (IOException e) {
            discard();
            throw new StoreException("Cannot create " + target + ": " + e.getMessage(), e);
        } catch (StoreException e) {
            discard();
            throw e;
        }
    }

    /**
     * Keeps pages from changing while they are read: as long as a transaction reads, other processes write to the log only. No process can
     * write to a database that SQLite cannot open.
     */
    private static Closeable lock(Path dataDir) {
        try {
            SqlConnection reader = new SqliteDatabase(dataDir, SqlConnection.WriteFault.NONE, !Files.isWritable(dataDir))
                    .reader();
            try {
                reader.beginReading();
                reader.all("select count(*) from sqlite_master", row -> row.getLong(1));
            } catch (SQLException damage) {
                LOG.debug("database not locked because=\"{}\"", damage.getMessage());
            }
            return () -> {
                try {
                    reader.close();
                } catch (SQLException failure) {
                    throw new IOException(failure);
                }
            };
        } catch (SQLException | StoreException damage) {
            LOG.debug("database not locked because=\"{}\"", damage.getMessage());
            return () -> {};
        }
    }

    /** Returns the domain of the store's local identifiers; empty if it cannot be read. */
    public Optional<String> domain() {
        return readable(() -> sql.one("select v from meta where k = ?", row -> row.getString(1), HubIdentifiers.DOMAIN))
                .flatMap(domain -> domain);
    }

    /**
     * Writes what can be read into an empty store: sources, aggregates, access lists and records. What cannot be read is counted.
     *
     * @throws StoreException if the new store cannot be written
     */
    public Salvage into(HubStore target) {
        boolean isClosed = recovered.incomplete().contains("access_list");
        Map<String, AccessList> access = readable(() -> Participation.lists(sql)).orElse(Map.of());
        AccessList others = isClosed ? CLOSED : access.getOrDefault("", AccessList.OPEN);
        Map<String, AccessList> byId = new HashMap<>(access);
        byId.remove("");
        // Before any record: those of a closed source must never be in an aggregate.
        target.membership().addAccessLists(byId, others);
        for (String id : readable(() -> SourceTable.ids(sql)).orElse(List.of())) {
            register(target, id);
        }
        records(target);
        for (Aggregate aggregate : readable(() -> AggregateTable.all(sql).stream().map(stored -> stored.settings()).toList())
                .orElse(List.of())) {
            target.put(aggregate);
        }
        return new Salvage(bySource(target), gaps());
    }

    private List<Salvage.OfSource> bySource(HubStore target) {
        Map<String, Long> expected = readable(this::expected).orElse(Map.of());
        Set<String> ids = new TreeSet<>(expected.keySet());
        ids.addAll(saved.keySet());
        ids.addAll(unreadable.keySet());
        target.sources().forEach(source -> ids.add(source.source().id()));
        return ids.stream().map(id -> {
            long present = saved.getOrDefault(id, 0L);
            return new Salvage.OfSource(id, present, unverified.getOrDefault(id, 0L),
                    Math.max(unreadable.getOrDefault(id, 0L), expected.getOrDefault(id, 0L) - present), !bare.contains(id));
        }).toList();
    }

    /** Returns the numbers of records that the damaged store had, by a whole table of it; those that are known otherwise. */
    private Map<String, Long> expected() throws SQLException {
        Map<String, Long> expected = new HashMap<>();
        if (!areCountersWhole()) {
            sql.all(ITEMS, row -> expected.merge(row.getString(1), row.getLong(2), Math::max));
        }
        sql.all(COUNTED, row -> expected.merge(row.getString(1), row.getLong(2), Math::max));
        return expected;
    }

    private boolean areCountersWhole() {
        return recovered.incomplete().stream().noneMatch(Set.of("scope", "stat")::contains);
    }

    private Set<Salvage.Gap> gaps() {
        Set<String> incomplete = recovered.incomplete();
        Set<Salvage.Gap> gaps = EnumSet.noneOf(Salvage.Gap.class);
        if (!areCountersWhole() && incomplete.contains("item")) {
            gaps.add(Salvage.Gap.RECORDS);
        }
        if (recovered.isLogDamaged()) {
            gaps.add(Salvage.Gap.NEWEST_CHANGES);
        }
        if (incomplete.contains("source_name") || incomplete.contains("prefix_name")) {
            gaps.add(Salvage.Gap.NAMES);
        }
        if (incomplete.contains("source")) {
            gaps.add(Salvage.Gap.SOURCES);
        }
        if (domain().isEmpty()) {
            gaps.add(Salvage.Gap.DOMAIN);
        }
        if (incomplete.contains("access_list")) {
            gaps.add(Salvage.Gap.ACCESS_LISTS);
        }
        if (incomplete.contains("unlisted")) {
            gaps.add(Salvage.Gap.UNLISTED);
        }
        if (incomplete.contains("aggregate")) {
            gaps.add(Salvage.Gap.AGGREGATES);
        }
        return gaps;
    }

    private void register(HubStore target, String id) {
        if (target.source(id).isPresent()) {
            return;
        }
        Source source = readable(() -> SourceTable.find(sql, id)).flatMap(found -> found).map(SourceTable.Numbered::source)
                .orElse(null);
        if (source == null) {
            bare.add(id);
            source = readable(() -> sql.one(ADDRESS, row -> Source.harvested(id, row.getString(1)), id)).flatMap(found -> found)
                    .orElse(Source.imported(id, id));
        }
        target.put(source);
        boolean isUnlisted = recovered.incomplete().contains("unlisted") || readable(() -> sql.one(
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
        try {
            int rows = 1;
            while (rows > 0) {
                rows = sql.all(ROWS, row -> {
                    reached = row.getLong(9);
                    take(row, false);
                    return true;
                }, reached, PORTION).size();
                flush(target, PORTION);
            }
            for (int i = 0; i < doubtfulCount; i++) {
                sql.one(ROW, row -> {
                    take(row, true);
                    return true;
                }, doubtful[i]);
                flush(target, PORTION);
            }
        } catch (SQLException e) {
            throw SqlFailure.of("read the copied rows", folder, SqliteDialect.INSTANCE, e);
        }
        flush(target, 1);
    }

    /** @param isDoubtful true for a row whose hash cannot be read, after all rows with a hash */
    private void take(ResultSet row, boolean isDoubtful) throws SQLException {
        if (row.getInt(1) <= 0) {
            return;
        }
        String source = name(row.getInt(1));
        try {
            StoredRecord stored = RecordReader.of(connection).stored(row);
            switch (isDoubtful ? State.PRESENT : state(row, stored.record())) {
                case PRESENT -> {
                    if (!isDoubtful || !isContradicted) {
                        gathered.computeIfAbsent(new Target(source, stored.prefix(), stored.derived()), _ -> new ArrayList<>())
                                .add(asReceived(stored));
                        unverified.merge(source, isDoubtful ? 1L : 0L, Long::sum);
                        return;
                    }
                }
                case UNVERIFIED -> {
                    postpone(row.getLong(9));
                    return;
                }
                case FORMER -> {
                    return;
                }
                case DAMAGED -> isContradicted = true;
            }
        } catch (DamagedRecordException | IllegalArgumentException | SQLException damage) {
            LOG.debug("record not salvaged: seq={} because=\"{}\"", row.getLong(9), damage.getMessage());
        }
        unreadable.merge(source, 1L, Long::sum);
    }

    private void postpone(long seq) {
        if (doubtfulCount == doubtful.length) {
            doubtful = Arrays.copyOf(doubtful, 2 * doubtfulCount + 16);
        }
        doubtful[doubtfulCount++] = seq;
    }

    /** Compares a record with its item and with its hash. */
    private State state(ResultSet row, OaiRecord record) throws SQLException {
        String identifier = row.getString(4);
        int prefix = row.getInt(10);
        int source = row.getInt(1);
        return sql.one(ITEM_OF_ROW, item -> identifier.equals(item.getString(1)) && prefix == item.getInt(2)
                && source == item.getInt(3) && Arrays.equals(item.getBytes(4), RecordHash.of(record))
                        ? State.PRESENT
                        : State.DAMAGED,
                row.getLong(9)).orElseGet(() -> {
                    boolean isItemKnown = readable(() -> sql.one(ITEM, _ -> true, identifier, prefix, source).isPresent())
                            .orElse(false);
                    return isItemKnown || !recovered.incomplete().contains("item") ? State.FORMER : State.UNVERIFIED;
                });
    }

    /** Returns a record with the datestamp of its source, as if it was harvested now. */
    private static OaiRecord asReceived(StoredRecord stored) {
        Header header = stored.record().header();
        Datestamp origin = stored.originDatestamp();
        return new OaiRecord(
                new Header(header.identifier(), origin == null ? header.datestamp() : origin, header.sets(), header.deleted()),
                stored.record().metadata(), stored.record().about());
    }

    private String name(int source) throws SQLException {
        return connection.names().sources().name(sql, source);
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
        return readable(() -> sql.one(FORMAT, row -> new MetadataFormat(part.prefix(), row.getString(1), row.getString(2)),
                part.source(), part.prefix().value())).flatMap(format -> format)
                .or(() -> readable(() -> sql.one(SERVED_FORMAT,
                        row -> new MetadataFormat(part.prefix(), row.getString(1), row.getString(2)), part.prefix().value()))
                        .flatMap(format -> format))
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
        connection.close();
        discard();
    }

    /** Deletes the copied rows, and the new data directory if nothing came into it. */
    private void discard() {
        try (Closeable held = lock) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    for (Path file : files.toList()) {
                        Files.delete(file);
                    }
                }
                Files.delete(folder);
            }
            boolean isEmpty;
            try (Stream<Path> files = Files.list(target)) {
                isEmpty = files.findAny().isEmpty();
            }
            if (isEmpty && isTargetNew) {
                Files.delete(target);
            }
        } catch (IOException failure) {
            LOG.warn("copied rows not deleted: folder={} because=\"{}\"", folder, failure.getMessage());
        }
    }
}
