package dev.sheaf.store.sql.saving;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.store.sql.Transaction;

/** Table {@code format}: schema and namespace of each source's formats, as delivered with the records. Belongs to the writing thread. */
final class StoredFormats {

    private static final String ADD = """
            insert into format (source, prefix, schema, namespace) values (?, ?, ?, ?)
            on conflict (prefix, source) do update set
            schema = case excluded.schema when '' then format.schema else excluded.schema end,
            namespace = case when ? = '' and format.namespace <> '' then format.namespace else excluded.namespace end""";

    private final Map<Key, MetadataFormat> known = new HashMap<>();

    private record Key(int source, int prefix) {}

    /**
     * Stores a format; empty values leave the stored ones unchanged.
     *
     * @param namespace that of the format, or that of its records' roots if no other is known
     */
    void note(Transaction transaction, int source, int prefix, MetadataFormat format, String namespace) throws SQLException {
        MetadataFormat named = new MetadataFormat(format.prefix(), format.schema(), namespace);
        if (!named.equals(known.put(new Key(source, prefix), named))) {
            transaction.onRollback(known::clear);
            transaction.sql().update(ADD, source, prefix, format.schema(), namespace, format.namespace());
        }
    }
}
