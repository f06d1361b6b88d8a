package dev.sheaf.store.sql.saving;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.RecordHash;
import dev.sheaf.store.records.History;
import dev.sheaf.store.records.RecordVersion;
import dev.sheaf.store.sql.DamagedRecordException;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadConnection;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.RecordReader;

/** {@link History} in table {@code version}. */
public final class SqlHistory implements History {

    /** Statement that stores replaced versions. Derived versions are stored too, because the crosswalk may have changed since. */
    private static final String KEEP = """
            insert into version (seq, source, prefix, identifier, ds, flags, harvested, origin, sets, about, dict, payload, undone, hash)
            select r.seq, r.source, r.prefix, r.identifier, r.ds, r.flags, r.harvested, r.origin, r.sets, r.about, r.dict, r.payload, 0, i.hash
            from {numbers} wanted {then join} rec r on r.seq = wanted.value
            left join item i on i.identifier = r.identifier and i.prefix = r.prefix and i.source = r.source and i.seq = r.seq
            where true on conflict do nothing""";
    private static final String KEPT = "select 1 from source_care where source = ? and history = 1";
    private static final String OF_RECORD = " from version r where r.source = ? and r.prefix = ? and r.identifier = ?";
    private static final String COUNT = "select count(*)" + OF_RECORD;
    private static final String HEADERS = "select r.ds, r.origin, r.harvested, r.flags, r.undone" + OF_RECORD
            + " order by r.seq desc limit ?";
    private static final String ONE = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS + ", r.hash"
            + OF_RECORD
            + " order by r.seq limit 1 offset ?";
    private static final int PORTION = 5_000;
    /** Columns of {@link #ONE}. */
    private static final int SEQ = 9;
    private static final int HASH = 13;

    private final ReadPool reads;
    private final Names names;

    public SqlHistory(ReadPool reads, Names names) {
        this.reads = reads;
        this.names = names;
    }

    /** The numbers of a record; numbers of no record if it is unknown. */
    private record Key(int source, int prefix, String identifier) {}

    private Key key(SqlConnection sql, String source, MetadataPrefix prefix, String identifier) throws SQLException {
        return new Key(names.sources().find(sql, source).orElse(-1), names.prefixes().find(sql, prefix.value()).orElse(-1),
                identifier);
    }

    @Override
    public List<RecordVersion> versions(String source, MetadataPrefix prefix, String identifier, int limit) {
        return reads.snapshot("read the history of " + identifier, connection -> {
            SqlConnection sql = connection.sql();
            Key key = key(sql, source, prefix, identifier);
            int former = count(sql, key);
            List<RecordVersion> versions = new ArrayList<>();
            sql.one("""
                    select r.ds, r.origin, r.harvested, r.flags, 0 from item i {then join} rec r on r.seq = i.seq
                    where i.identifier = ? and i.prefix = ? and i.source = ?""", row -> version(sql, row, former + 1, true),
                    identifier, key.prefix, key.source).ifPresent(versions::add);
            int number = former;
            for (RecordVersion version : sql.all(HEADERS, row -> version(sql, row, 0, false), key.source, key.prefix, identifier,
                    Math.max(0, limit - versions.size()))) {
                versions.add(new RecordVersion(number--, version.datestamp(), version.originDatestamp(), version.harvested(),
                        version.deleted(), version.undone(), false));
            }
            return versions;
        });
    }

    private static int count(SqlConnection sql, Key key) throws SQLException {
        return sql.one(COUNT, row -> row.getInt(1), key.source, key.prefix, key.identifier).orElse(0);
    }

    private static RecordVersion version(SqlConnection sql, ResultSet row, int number, boolean present) throws SQLException {
        Long harvested = SqlConnection.nullableLong(row, 3);
        return new RecordVersion(number, Datestamp.ofSecond(Instant.ofEpochSecond(row.getLong(1))),
                RecordReader.origin(sql.dialect().ofAny(row.getObject(2))),
                harvested == null ? null : Instant.ofEpochSecond(harvested),
                (row.getInt(4) & ItemRow.DELETED) != 0, row.getInt(5) != 0, present);
    }

    @Override
    public Optional<StoredRecord> version(String source, MetadataPrefix prefix, String identifier, int number) {
        if (number < 1) {
            return Optional.empty();
        }
        return reads.snapshot("read the history of " + identifier, connection -> {
            Key key = key(connection.sql(), source, prefix, identifier);
            return connection.sql().one(ONE, row -> intact(connection, row), key.source, key.prefix, identifier, number - 1)
                    .flatMap(Function.identity());
        });
    }

    private static Optional<StoredRecord> intact(ReadConnection connection, ResultSet row) throws SQLException {
        try {
            StoredRecord stored = RecordReader.of(connection).stored(row);
            checkHash(stored.record(), stored.source(), row.getBytes(HASH));
            return Optional.of(stored);
        } catch (DamagedRecordException damage) {
            connection.damaged().report(row.getLong(SEQ), damage);
            return Optional.empty();
        }
    }

    /**
     * Compares a former version with its hash.
     *
     * @param hash of the version when it was stored
     * @throws DamagedRecordException when they differ
     */
    public static void checkHash(OaiRecord record, String source, byte[] hash) {
        if (!Arrays.equals(hash, hash(record))) {
            throw DamagedRecordException.ofVersion(source, record.identifier());
        }
    }

    private static byte[] hash(OaiRecord record) {
        try {
            return RecordHash.of(record);
        } catch (IllegalArgumentException _) {
            // Damaged markup has no hash, and no hash is empty.
            return new byte[0];
        }
    }

    /** Stores the versions that a plan is about to replace, if a history is wanted. Called in its transaction. */
    static void keep(SqlConnection sql, BatchPlan plan) throws SQLException {
        JsonArray.OfNumbers seqs = new JsonArray.OfNumbers();
        for (ItemRow row : plan.moved()) {
            if (!row.isNew() && row.content != null && row.source == plan.source()) {
                seqs.add(row.seq);
            }
        }
        if (!seqs.isEmpty() && sql.one(KEPT, _ -> true, plan.source()).isPresent()) {
            sql.update(KEEP, seqs.toString());
        }
    }

    /** Marks the versions of a run that was rolled back: those after the sequence number before it. */
    static void undone(SqlConnection sql, int source, long seq) throws SQLException {
        sql.update("update version set undone = 1 where source = ? and seq > ? and undone = 0", source, seq);
    }

    /** Deletes a source's former versions, in short transactions. */
    public static void forget(Writer writer, int source) {
        boolean more = true;
        while (more) {
            more = writer.run("delete former versions", sql -> {
                boolean any = sql.one("select 1 from version where source = ? limit 1", _ -> true, source).orElse(false);
                if (any) {
                    writer.changeNow(transaction -> transaction.sql().update(
                            "delete from version where seq in (select seq from version where source = ? limit ?)", source,
                            PORTION));
                }
                return any;
            });
        }
    }
}
