package dev.sheaf.store.sql.saving;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.xml.LegalFragment;
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
     * @param format as the source states it
     * @param named the same with the namespace and schema of its records where the source states none
     */
    void note(Transaction transaction, int source, int prefix, MetadataFormat format, MetadataFormat named) throws SQLException {
        if (!named.equals(known.put(new Key(source, prefix), named))) {
            transaction.onRollback(known::clear);
            transaction.sql().update(ADD, source, prefix, named.schema(), named.namespace(),
                    LegalFragment.statesNamespace(format) ? format.namespace() : "");
        }
    }
}
