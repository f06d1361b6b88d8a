package dev.sheaf.store.sql.serving;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.store.records.OwnCrosswalk;
import dev.sheaf.store.records.OwnCrosswalks;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.Writer;

/** {@link OwnCrosswalks} in table {@code own_crosswalk}. */
public final class SqlOwnCrosswalks implements OwnCrosswalks {

    private static final String ALL = "select name, from_prefix, from_namespace, prefix, schema, namespace, stylesheet from own_crosswalk";

    private final Writer writer;
    private final ReadPool reads;

    public SqlOwnCrosswalks(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public List<OwnCrosswalk> all() {
        return reads.read("read the crosswalks",
                connection -> connection.sql().all(ALL + " order by name", SqlOwnCrosswalks::read));
    }

    @Override
    public Optional<OwnCrosswalk> find(String name) {
        return reads.read("read a crosswalk",
                connection -> connection.sql().one(ALL + " where name = ?", SqlOwnCrosswalks::read, name));
    }

    @Override
    public void put(OwnCrosswalk crosswalk) {
        MetadataPrefix from = crosswalk.fromPrefix();
        writer.change("add crosswalk " + crosswalk.name(), transaction -> transaction.sql().update("""
                insert into own_crosswalk (name, from_prefix, from_namespace, prefix, schema, namespace, stylesheet)
                values (?, ?, ?, ?, ?, ?, ?)
                on conflict (name) do update set from_prefix = excluded.from_prefix, from_namespace = excluded.from_namespace,
                prefix = excluded.prefix, schema = excluded.schema, namespace = excluded.namespace,
                stylesheet = excluded.stylesheet""", crosswalk.name(), from == null ? null : from.value(),
                crosswalk.fromNamespace(),
                crosswalk.to().prefix().value(), crosswalk.to().schema(), crosswalk.to().namespace(), crosswalk.stylesheet()));
    }

    @Override
    public void remove(String name) {
        writer.change("remove crosswalk " + name,
                transaction -> transaction.sql().update("delete from own_crosswalk where name = ?", name));
    }

    private static OwnCrosswalk read(ResultSet row) throws SQLException {
        String prefix = row.getString(2);
        return new OwnCrosswalk(row.getString(1), prefix == null ? null : new MetadataPrefix(prefix), row.getString(3),
                new MetadataFormat(new MetadataPrefix(row.getString(4)), row.getString(5), row.getString(6)), row.getBytes(7));
    }
}
