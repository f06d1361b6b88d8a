package dev.sheaf.store.sql.enrichments;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.enrichments.Relation;
import dev.sheaf.store.enrichments.Relations;
import dev.sheaf.store.sql.NameTable;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;

/** {@link Relations} in table {@code relation}. */
public final class SqlRelations implements Relations {

    public static final String CHANGES = """
            select r.seq, f.name, r.from_identifier, t.name, r.to_identifier, r.kind, r.evidence
            from relation r {then join} source_name f on f.num = r.from_source {then join} source_name t on t.num = r.to_source
            where r.seq > ? order by r.seq limit ?""";
    public static final String FROM = """
            select t.name, r.to_identifier, r.evidence from relation r {then join} source_name t on t.num = r.to_source
            where r.from_source = ? and r.from_identifier = ? and r.kind = ? and (r.to_source, r.to_identifier) > (?, ?)
            and r.evidence is not null order by r.to_source, r.to_identifier limit ?""";
    public static final String TO = """
            select f.name, r.from_identifier, r.evidence from relation r {then join} source_name f on f.num = r.from_source
            where r.to_source = ? and r.to_identifier = ? and r.kind = ? and (r.from_source, r.from_identifier) > (?, ?)
            and r.evidence is not null order by r.from_source, r.from_identifier limit ?""";
    private static final String STORED = """
            select to_source, to_identifier, seq, evidence from relation where from_source = ? and from_identifier = ? and kind = ?""";
    private static final String INSERT = """
            insert into relation (seq, from_source, from_identifier, kind, to_source, to_identifier, evidence) values (?, ?, ?, ?, ?, ?, ?)""";
    private static final String CHANGE = "update relation set seq = ?, evidence = ? where seq = ?";
    private static final String FROM_SOURCE = """
            select from_identifier, kind, to_source, to_identifier, seq from relation
            where from_source = ? and (from_identifier, kind, to_source, to_identifier) > (?, ?, ?, ?) and evidence is not null
            order by from_identifier, kind, to_source, to_identifier limit ?""";
    private static final String TO_SOURCE = """
            select to_identifier, kind, from_source, from_identifier, seq from relation
            where to_source = ? and (to_identifier, kind, from_source, from_identifier) > (?, ?, ?, ?) and evidence is not null
            order by to_identifier, kind, from_source, from_identifier limit ?""";
    /** Number of rows in one transaction of a removal. */
    private static final int PORTION = 500;

    private final Writer writer;
    private final ReadPool reads;
    private final NameTable sources;

    public SqlRelations(Writer writer, ReadPool reads, NameTable sources) {
        this.writer = writer;
        this.reads = reads;
        this.sources = sources;
    }

    /** An end of a relation, as stored. */
    private record End(int source, String identifier) {}

    /** @param evidence null after a removal */
    private record Stored(End to, long seq, byte @Nullable [] evidence) {}

    @Override
    public int replace(String kind, Collection<ItemKey> from, Collection<Relation> relations) {
        Batches.check(from.size(), MAX_BATCH, "items");
        Batches.check(relations.size(), MAX_BATCH, "relations");
        Map<ItemKey, Map<ItemKey, byte[]>> wanted = new LinkedHashMap<>();
        from.forEach(item -> wanted.put(item, new LinkedHashMap<>()));
        for (Relation relation : relations) {
            Map<ItemKey, byte[]> ends = wanted.get(relation.from());
            if (ends == null || !relation.kind().equals(kind)) {
                throw new IllegalArgumentException("the relation " + relation + " is not of kind '" + kind
                        + "', or does not begin at one of the items of this call");
            }
            ends.put(relation.to(), relation.evidence());
        }
        return writer.write("store relations", transaction -> {
            int changed = 0;
            for (Map.Entry<ItemKey, Map<ItemKey, byte[]>> entry : wanted.entrySet()) {
                changed += replace(transaction, kind, entry.getKey(), entry.getValue());
            }
            return changed;
        });
    }

    private int replace(Transaction transaction, String kind, ItemKey from, Map<ItemKey, byte[]> wanted) throws SQLException {
        SqlConnection sql = transaction.sql();
        int source = sources.find(sql, from.source()).orElse(-1);
        Map<End, Stored> stored = new HashMap<>();
        sql.all(STORED, SqlRelations::stored, source, from.identifier(), kind).forEach(one -> stored.put(one.to(), one));
        Set<End> kept = new HashSet<>();
        int changed = 0;
        boolean isLive = LiveItems.source(sql, sources, from).isPresent();
        for (Map.Entry<ItemKey, byte[]> entry : wanted.entrySet()) {
            Optional<Integer> to = isLive ? LiveItems.source(sql, sources, entry.getKey()) : Optional.empty();
            if (to.isPresent()) {
                End end = new End(to.get(), entry.getKey().identifier());
                kept.add(end);
                Stored former = stored.get(end);
                if (former == null) {
                    sql.update(INSERT, transaction.nextSeq(), source, from.identifier(), kind, end.source(), end.identifier(),
                            entry.getValue());
                    changed++;
                } else if (!Arrays.equals(former.evidence(), entry.getValue())) {
                    changed += sql.update(CHANGE, transaction.nextSeq(), entry.getValue(), former.seq());
                }
            }
        }
        for (Stored former : stored.values()) {
            if (former.evidence() != null && !kept.contains(former.to())) {
                changed += sql.update(CHANGE, transaction.nextSeq(), null, former.seq());
            }
        }
        return changed;
    }

    private static Stored stored(ResultSet row) throws SQLException {
        return new Stored(new End(row.getInt(1), row.getString(2)), row.getLong(3), row.getBytes(4));
    }

    @Override
    public List<Relation> from(ItemKey item, String kind, @Nullable ItemKey after, int limit) {
        return ends(FROM, item, kind, after, limit, (other, evidence) -> new Relation(item, other, kind, evidence));
    }

    @Override
    public List<Relation> to(ItemKey item, String kind, @Nullable ItemKey after, int limit) {
        return ends(TO, item, kind, after, limit, (other, evidence) -> new Relation(other, item, kind, evidence));
    }

    private interface Made {
        Relation of(ItemKey other, byte[] evidence);
    }

    private List<Relation> ends(String query, ItemKey item, String kind, @Nullable ItemKey after, int limit, Made made) {
        return reads.read("read the relations of " + item, connection -> {
            SqlConnection sql = connection.sql();
            int afterSource = after == null ? -1 : sources.find(sql, after.source()).orElse(-1);
            return sql.all(query, row -> made.of(new ItemKey(row.getString(1), row.getString(2)), row.getBytes(3)),
                    sources.find(sql, item.source()).orElse(-1), item.identifier(), kind, afterSource,
                    after == null ? "" : after.identifier(), limit);
        });
    }

    @Override
    public List<Change> changes(long after, int limit) {
        return reads.read("read the changes of relations", connection -> connection.sql().all(CHANGES, row -> {
            byte[] evidence = row.getBytes(7);
            return new Change(row.getLong(1), new Relation(new ItemKey(row.getString(2), row.getString(3)),
                    new ItemKey(row.getString(4), row.getString(5)), row.getString(6), evidence == null ? new byte[0] : evidence),
                    evidence == null);
        }, after, Math.min(limit, MAX_BATCH)));
    }

    /** Removes the relations from and to a source's items, in short transactions. */
    public static void forget(Writer writer, int source) {
        record Row(String identifier, String kind, int otherSource, String otherIdentifier, long seq) {}
        for (String query : List.of(FROM_SOURCE, TO_SOURCE)) {
            Row[] last = {new Row("", "", 0, "", 0)};
            boolean more = true;
            while (more) {
                more = writer.write("remove the relations of a source", transaction -> {
                    List<Row> rows = transaction.sql().all(query,
                            row -> new Row(row.getString(1), row.getString(2), row.getInt(3), row.getString(4), row.getLong(5)),
                            source,
                            last[0].identifier(), last[0].kind(), last[0].otherSource(), last[0].otherIdentifier(), PORTION);
                    for (Row row : rows) {
                        transaction.sql().update(CHANGE, transaction.nextSeq(), null, row.seq());
                        last[0] = row;
                    }
                    return rows.size() == PORTION;
                });
            }
        }
    }
}
