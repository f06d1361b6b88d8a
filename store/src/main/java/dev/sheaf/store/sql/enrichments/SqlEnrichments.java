package dev.sheaf.store.sql.enrichments;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.enrichments.Enrichment;
import dev.sheaf.store.enrichments.Enrichments;
import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.sql.Frames;
import dev.sheaf.store.sql.NameTable;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;

/** {@link Enrichments} in table {@code enrichment}. */
public final class SqlEnrichments implements Enrichments {

    public static final String CHANGES = """
            select e.seq, n.name, e.identifier, e.kind, e.bytes from enrichment e {then join} source_name n on n.num = e.source
            where e.seq > ? order by e.seq limit ?""";
    private static final String STORED = "select seq, bytes from enrichment where source = ? and identifier = ? and kind = ?";
    private static final String INSERT = "insert into enrichment (seq, source, identifier, kind, bytes) values (?, ?, ?, ?, ?)";
    private static final String CHANGE = "update enrichment set seq = ?, bytes = ? where seq = ?";
    private static final String OF_SOURCE = """
            select identifier, kind, seq from enrichment where source = ? and (identifier, kind) > (?, ?) and bytes is not null
            order by identifier, kind limit ?""";
    /** Number of rows in one transaction of a removal. */
    private static final int PORTION = 500;

    private final Writer writer;
    private final ReadPool reads;
    private final NameTable sources;

    public SqlEnrichments(Writer writer, ReadPool reads, NameTable sources) {
        this.writer = writer;
        this.reads = reads;
        this.sources = sources;
    }

    /** @param bytes unpacked; empty after a removal */
    private record Stored(long seq, byte[] bytes, boolean removed) {}

    private record Packed(Enrichment enrichment, byte[] bytes) {}

    @Override
    public int put(Collection<Enrichment> enrichments) {
        Batches.check(enrichments.size(), MAX_BATCH, "enrichments");
        long bytes = enrichments.stream().mapToLong(enrichment -> enrichment.bytes().length).sum();
        if (bytes > MAX_BATCH_BYTES) {
            throw new IllegalArgumentException(
                    "the enrichments have " + bytes + " bytes together; one call takes at most " + MAX_BATCH_BYTES);
        }
        // Compression happens before the write lock is taken, because the lock delays the stable time.
        List<Packed> packed = enrichments.stream().map(enrichment -> new Packed(enrichment, Frames.pack(enrichment.bytes())))
                .toList();
        return writer.write("store enrichments", transaction -> {
            int changed = 0;
            for (Packed one : packed) {
                changed += put(transaction, one) ? 1 : 0;
            }
            return changed;
        });
    }

    private boolean put(Transaction transaction, Packed packed) throws SQLException {
        SqlConnection sql = transaction.sql();
        Enrichment enrichment = packed.enrichment();
        Optional<Integer> source = LiveItems.source(sql, sources, enrichment.item());
        if (source.isEmpty()) {
            return false;
        }
        String identifier = enrichment.item().identifier();
        Optional<Stored> stored = stored(sql, source.get(), identifier, enrichment.kind());
        if (stored.isEmpty()) {
            sql.update(INSERT, transaction.nextSeq(), source.get(), identifier, enrichment.kind(), packed.bytes());
            return true;
        }
        Stored former = stored.get();
        if (!former.removed() && Arrays.equals(former.bytes(), enrichment.bytes())) {
            return false;
        }
        sql.update(CHANGE, transaction.nextSeq(), packed.bytes(), former.seq());
        return true;
    }

    private static Optional<Stored> stored(SqlConnection sql, int source, String identifier, String kind) throws SQLException {
        return sql.one(STORED, row -> {
            byte[] bytes = row.getBytes(2);
            return new Stored(row.getLong(1), unpack(bytes), bytes == null);
        }, source, identifier, kind);
    }

    private static byte[] unpack(byte @Nullable [] packed) {
        return packed == null ? new byte[0] : Frames.unpack(packed);
    }

    @Override
    public int remove(String kind, Collection<ItemKey> items) {
        Batches.check(items.size(), MAX_BATCH, "items");
        return writer.write("remove enrichments", transaction -> {
            SqlConnection sql = transaction.sql();
            int removed = 0;
            for (ItemKey item : items) {
                Optional<Integer> source = sources.find(sql, item.source());
                Optional<Stored> stored = source.isEmpty()
                        ? Optional.empty()
                        : stored(sql, source.get(), item.identifier(), kind);
                if (stored.isPresent() && !stored.get().removed()) {
                    removed += sql.update(CHANGE, transaction.nextSeq(), null, stored.get().seq());
                }
            }
            return removed;
        });
    }

    @Override
    public List<Enrichment> of(ItemKey item) {
        return reads.read("read the enrichments of " + item, connection -> connection.sql().all("""
                select kind, bytes from enrichment where source = ? and identifier = ? and bytes is not null order by kind""",
                row -> new Enrichment(item, row.getString(1), unpack(row.getBytes(2))),
                sources.find(connection.sql(), item.source()).orElse(-1), item.identifier()));
    }

    @Override
    public Map<ItemKey, Enrichment> of(String kind, Collection<ItemKey> items) {
        Batches.check(items.size(), MAX_BATCH, "items");
        return reads.snapshot("read enrichments", connection -> {
            SqlConnection sql = connection.sql();
            Map<ItemKey, Enrichment> found = HashMap.newHashMap(items.size());
            for (ItemKey item : items) {
                stored(sql, sources.find(sql, item.source()).orElse(-1), item.identifier(), kind)
                        .filter(stored -> !stored.removed())
                        .ifPresent(stored -> found.put(item, new Enrichment(item, kind, stored.bytes())));
            }
            return found;
        });
    }

    @Override
    public List<Change> changes(long after, int limit) {
        return reads.read("read the changes of enrichments", connection -> {
            List<Change> changes = new ArrayList<>();
            long bytes = 0;
            PreparedStatement statement = connection.sql().prepare(CHANGES);
            statement.setLong(1, after);
            statement.setInt(2, limit);
            try (ResultSet row = statement.executeQuery()) {
                while (bytes < MAX_BATCH_BYTES && row.next()) {
                    byte[] packed = row.getBytes(5);
                    Enrichment enrichment = new Enrichment(new ItemKey(row.getString(2), row.getString(3)), row.getString(4),
                            unpack(packed));
                    bytes += enrichment.bytes().length;
                    changes.add(new Change(row.getLong(1), enrichment, packed == null));
                }
            }
            return changes;
        });
    }

    /** Removes the enrichments of a source's items, in short transactions. */
    public static void forget(Writer writer, int source) {
        record Row(String identifier, String kind, long seq) {}
        Row[] last = {new Row("", "", 0)};
        boolean more = true;
        while (more) {
            more = writer.write("remove the enrichments of a source", transaction -> {
                List<Row> rows = transaction.sql().all(OF_SOURCE,
                        row -> new Row(row.getString(1), row.getString(2), row.getLong(3)), source,
                        last[0].identifier(), last[0].kind(), PORTION);
                for (Row row : rows) {
                    transaction.sql().update(CHANGE, transaction.nextSeq(), null, row.seq());
                    last[0] = row;
                }
                return rows.size() == PORTION;
            });
        }
    }
}
