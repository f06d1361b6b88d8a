package dev.sheaf.store.sql.saving;

import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Sha256;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.ReceivedIdentifier;
import dev.sheaf.core.store.Repair;
import dev.sheaf.store.records.QuarantineEntry;
import dev.sheaf.store.sql.Frames;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;

/** Table {@code quarantine}: records that could not be accepted. An entry stays until an acceptable version of its record arrives. */
final class Quarantine {

    /**
     * Condition for the entries that an accepted record replaces. Entries in another format stay. Entries of this run without a known
     * format stay too, because their format may be another one. So do records with another identifier that became the same by its repair.
     */
    private static final String ITS_OWN = " source = ? and identifier = ? and (prefix = ? or prefix is null and run < ?)"
            + " and (substr(reason, 1, ?) <> ? or substr(reason, 1, ?) = ?)";

    private Quarantine() {}

    /**
     * Returns the identifiers of accepted records in a batch that are in quarantine, in their format or in an unknown one. A source without
     * quarantine needs no query.
     *
     * @return their identifiers; empty at once for a source without quarantine
     */
    static Set<String> comeGood(SqlConnection sql, Names names, int source, Batch batch) throws SQLException {
        boolean isEmpty = sql.one("select 1 from quarantine where source = ? and identifier is not null limit 1",
                row -> row.getInt(1), source).isEmpty();
        Set<String> good = new LinkedHashSet<>();
        for (Batch.Part part : isEmpty ? List.<Batch.Part>of() : batch.parts()) {
            Integer prefix = part.derived() ? null : names.prefixes().find(sql, part.format().prefix().value()).orElse(null);
            for (OaiRecord record : prefix == null ? List.<OaiRecord>of() : part.records()) {
                if (sql.one("select 1 from quarantine where" + ITS_OWN + " limit 1", row -> row.getInt(1),
                        own(source, record, prefix, batch)).isPresent()) {
                    good.add(record.identifier());
                }
            }
        }
        return good;
    }

    /** Writes the quarantine of a batch in the transaction that saves it, and deletes the entries of records that were accepted. */
    static void save(Transaction transaction, Names names, int source, Batch batch, Set<String> good) throws SQLException {
        for (Batch.Part part : good.isEmpty() ? List.<Batch.Part>of() : batch.parts()) {
            if (!part.derived()) {
                int prefix = names.prefixes().number(transaction, part.format().prefix().value());
                for (OaiRecord record : part.records()) {
                    if (good.contains(record.identifier())) {
                        transaction.sql().update("delete from quarantine where" + ITS_OWN, own(source, record, prefix, batch));
                    }
                }
            }
        }
        MetadataPrefix format = format(batch);
        Integer prefix = format == null || batch.quarantined().isEmpty()
                ? null
                : Integer.valueOf(names.prefixes().number(transaction, format.value()));
        for (Quarantined quarantined : batch.quarantined()) {
            put(transaction, source, batch.run(), prefix, quarantined);
        }
    }

    /** Returns the values for {@link #ITS_OWN}. */
    private static @Nullable Object[] own(int source, OaiRecord record, @Nullable Integer prefix, Batch batch) {
        ReceivedIdentifier form = batch.repairs().stream()
                .filter(repair -> repair.kind() == Repair.Kind.IDENTIFIER && record.identifier().equals(repair.identifier()))
                .map(repair -> ReceivedIdentifier.ofRepair(repair.what())).filter(Objects::nonNull).findFirst()
                .orElse(ReceivedIdentifier.faultless(record.identifier()));
        String any = ReceivedIdentifier.anyRefusal();
        String itsOwn = form.refusalBegin();
        return new @Nullable Object[]{source, record.identifier(), prefix, batch.run(), any.length(), any, itsOwn.length(),
                itsOwn};
    }

    /** Returns the format of a batch; null if it has none or several. */
    private static @Nullable MetadataPrefix format(Batch batch) {
        Set<MetadataPrefix> prefixes = new LinkedHashSet<>();
        batch.parts().stream().filter(part -> !part.derived()).forEach(part -> prefixes.add(part.format().prefix()));
        Checkpoint checkpoint = batch.checkpoint();
        if (checkpoint != null) {
            prefixes.add(checkpoint.asked().prefix());
        }
        return prefixes.size() == 1 ? prefixes.iterator().next() : null;
    }

    /** Adds an entry. A harvest finds the same faults every time, so an existing entry only gets the number of the later run. */
    private static void put(Transaction transaction, int source, long run, @Nullable Integer prefix, Quarantined quarantined)
            throws SQLException {
        byte[] raw = quarantined.raw().length <= Quarantined.MAX_RAW
                ? quarantined.raw()
                : Arrays.copyOf(quarantined.raw(), Quarantined.MAX_RAW);
        transaction.sql().update("""
                insert into quarantine (source, digest, run, first_run, identifier, reason, raw, prefix)
                values (?, ?, ?, ?, ?, ?, ?, ?)
                on conflict (source, digest) do update set run = excluded.run, reason = excluded.reason,
                prefix = excluded.prefix""", source,
                digest(quarantined, raw), run, run,
                quarantined.identifier(), quarantined.reason(), Frames.pack(raw), prefix);
    }

    /** Returns the latest entries with their bytes. */
    static List<Quarantined> latest(SqlConnection sql, int source, int limit) throws SQLException {
        return sql.all("""
                select identifier, reason, raw from quarantine where source = ? order by run desc, identifier limit ?""", row -> {
            return new Quarantined(row.getString(1), row.getString(2), Frames.unpack(row.getBytes(3)));
        }, source, limit);
    }

    private static final String ENTRY = """
            select q.digest, q.run, q.identifier, p.name, q.reason, substr(q.raw, 1, 18), length(q.raw), %s
            from quarantine q left join prefix_name p on p.num = q.prefix where q.source = ?""";
    private static final String ENTRIES = ENTRY.formatted("null")
            + " order by q.run desc, q.identifier, q.digest limit ? offset ?";
    private static final String KEPT = ENTRY.formatted("q.raw") + " and q.digest = ?";

    /** Returns the entries without their bytes, latest first. */
    static List<QuarantineEntry> entries(SqlConnection sql, int source, int limit, long offset) throws SQLException {
        return sql.all(ENTRIES, Quarantine::entry, source, limit, offset);
    }

    /** Returns one entry with its bytes. */
    static Optional<Kept> kept(SqlConnection sql, int source, String key) throws SQLException {
        return sql.one(KEPT, row -> new Kept(entry(row), Frames.unpack(row.getBytes(8))), source, HexFormat.of().parseHex(key));
    }

    /** An entry with its bytes as received, possibly shortened. */
    record Kept(QuarantineEntry entry, byte[] raw) {}

    private static QuarantineEntry entry(ResultSet row) throws SQLException {
        String prefix = row.getString(4);
        return new QuarantineEntry(HexFormat.of().formatHex(row.getBytes(1)), row.getLong(2), row.getString(3),
                prefix == null ? null : new MetadataPrefix(prefix), row.getString(5),
                row.getLong(7) == 0 ? 0 : Frames.size(row.getBytes(6)));
    }

    static void release(SqlConnection sql, int source, String key) throws SQLException {
        sql.update("delete from quarantine where source = ? and digest = ?", source, HexFormat.of().parseHex(key));
    }

    /** Returns the digest that identifies an entry. The reason does not count, because it names the place, which differs each time. */
    private static byte[] digest(Quarantined quarantined, byte[] raw) {
        MessageDigest sha256 = Sha256.begin();
        sha256.update(new Packed.Writer().text(quarantined.identifier())
                .text(raw.length == 0 ? quarantined.reason() : null).bytes(raw).toBytes());
        return Arrays.copyOf(sha256.digest(), 16);
    }
}
