package dev.sheaf.store.sql.saving;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Position;
import dev.sheaf.store.records.Derivation;
import dev.sheaf.store.records.Derivations;
import dev.sheaf.store.records.ItemCopy;
import dev.sheaf.store.records.ListedItem;
import dev.sheaf.store.records.Withheld;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.lists.ListEntries;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.Items;
import dev.sheaf.store.sql.sources.SourceTable;

/** {@link Derivations} in tables {@code derivation}, {@code derivation_walk} and {@code withheld}. */
public final class SqlDerivations implements Derivations {

    private static final String LISTED = """
            select r.ds, r.seq, r.identifier, r.flags from {numbers} l {then join} rec r on r.seq = l.value {in order}""";

    private final Writer writer;
    private final ReadPool reads;
    private final Names names;
    private final Scopes scopes;

    public SqlDerivations(Writer writer, ReadPool reads, Names names, Scopes scopes) {
        this.writer = writer;
        this.reads = reads;
        this.names = names;
        this.scopes = scopes;
    }

    @Override
    public List<Derivation> of(String source) {
        return reads.read("read the derived formats of source " + source,
                connection -> connection.sql().all("""
                        select d.prefix, d.version, d.stale, d.wanted from derivation d join source_name n on n.num = d.source
                        where n.name = ? order by d.prefix""",
                        row -> new Derivation(new MetadataPrefix(row.getString(1)), row.getInt(2), row.getLong(3),
                                row.getInt(4) != 0),
                        source));
    }

    @Override
    public void put(String source, Collection<Derivation> derivations) {
        writer.change("store the derived formats of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            sql.update("delete from derivation where source = ?", number);
            for (Derivation derivation : derivations) {
                sql.update("insert into derivation (source, prefix, version, stale, wanted) values (?, ?, ?, ?, ?)", number,
                        derivation.prefix().value(), derivation.version(), derivation.stale(), derivation.wanted() ? 1 : 0);
            }
            sql.update("delete from derivation_walk where source = ?", number);
        });
    }

    @Override
    public List<MetadataPrefix> prefixes(String source) {
        return reads.read("read the formats of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            return sql.all("""
                    select n.name from stat s join prefix_name n on n.num = s.prefix
                    where s.scope = ? and s.live + s.deleted > 0 order by n.name""",
                    row -> new MetadataPrefix(row.getString(1)), scope(sql, source));
        });
    }

    @Override
    public Position walked(String source, MetadataPrefix prefix) {
        return reads.read("read the derived formats of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            return sql.one("select ds, seq from derivation_walk where source = ? and prefix = ?",
                    row -> new Position(row.getLong(1), row.getLong(2)), names.sources().find(sql, source).orElse(-1),
                    names.prefixes().find(sql, prefix.value()).orElse(-1)).orElse(ListEntries.START);
        });
    }

    @Override
    public void setWalked(String source, MetadataPrefix prefix, Position position) {
        writer.change("store the derived formats of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            Optional<SourceTable.Numbered> found = SourceTable.find(sql, source);
            if (found.isPresent()) {
                sql.update("""
                        insert into derivation_walk (source, prefix, ds, seq) values (?, ?, ?, ?)
                        on conflict (source, prefix) do update set ds = excluded.ds, seq = excluded.seq""",
                        found.get().number(), names.prefixes().number(transaction, prefix.value()), position.datestamp(),
                        position.seq());
            }
        });
    }

    @Override
    public void setWalkedToEnd(String source, MetadataPrefix prefix) {
        Position end = reads.read("read the ends of the lists",
                connection -> new Position(Transaction.lastStamp(connection.sql()), Transaction.lastSeq(connection.sql())));
        if (!end.equals(walked(source, prefix))) {
            setWalked(source, prefix, end);
        }
    }

    @Override
    public List<ListedItem> list(String source, MetadataPrefix prefix, Position after, int limit) {
        return reads.snapshot("read a list of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            ListEntries entries = ListEntries.read(sql, scope(sql, source),
                    names.prefixes().find(sql, prefix.value()).orElse(-1), after, ListEntries.END, limit, false);
            return sql.all(LISTED, SqlDerivations::listed, entries.seqs());
        });
    }

    private static ListedItem listed(ResultSet row) throws SQLException {
        int flags = row.getInt(4);
        return new ListedItem(row.getString(3), (flags & ItemRow.DELETED) != 0, (flags & ItemRow.DERIVED) != 0,
                new Position(row.getLong(1), row.getLong(2)));
    }

    private int scope(SqlConnection sql, String source) throws SQLException {
        return scopes.find(sql, names.sources().find(sql, source).orElse(-1), "").orElse(-1);
    }

    @Override
    public Map<String, List<ItemCopy>> copies(String source, Collection<String> identifiers) {
        return reads.read("read items of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            int number = names.sources().find(sql, source).orElse(-1);
            Map<String, List<ItemCopy>> copies = HashMap.newHashMap(identifiers.size());
            for (List<ItemRow> rows : Items.load(sql, identifiers).values()) {
                for (ItemRow row : rows) {
                    if (row.source == number) {
                        copies.computeIfAbsent(row.identifier, _ -> new ArrayList<>(2)).add(new ItemCopy(
                                new MetadataPrefix(names.prefixes().name(sql, row.prefix)), row.seq, row.deleted, row.derived));
                    }
                }
            }
            return copies;
        });
    }

    @Override
    public void noteWithheld(String source, Collection<Withheld> failed, Map<MetadataPrefix, List<String>> made) {
        writer.change("store the records that could not be derived for source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            for (Map.Entry<MetadataPrefix, List<String>> entry : made.entrySet()) {
                sql.update(
                        """
                                delete from withheld where source = ? and prefix = ? and identifier in (select value from {texts})""",
                        number, entry.getKey().value(), JsonArray.ofTexts(entry.getValue()));
            }
            for (Withheld one : failed) {
                sql.update("""
                        insert into withheld (source, prefix, identifier, reason) values (?, ?, ?, ?)
                        on conflict (source, prefix, identifier) do update set reason = excluded.reason""", number,
                        one.prefix().value(), one.identifier(), one.reason());
            }
        });
    }

    @Override
    public List<Withheld> withheld(String source, int limit) {
        return reads.read("read the records that could not be derived for source " + source,
                connection -> connection.sql().all("""
                        select w.prefix, w.identifier, w.reason from withheld w join source_name n on n.num = w.source
                        where n.name = ? order by w.prefix, w.identifier limit ?""",
                        row -> new Withheld(new MetadataPrefix(row.getString(1)), row.getString(2), row.getString(3)), source,
                        limit));
    }

    @Override
    public long withheld(String source) {
        return reads.read("read the records that could not be derived for source " + source, connection -> connection.sql()
                .one("select count(*) from withheld w join source_name n on n.num = w.source where n.name = ?",
                        row -> row.getLong(1), source)
                .orElse(0L));
    }
}
