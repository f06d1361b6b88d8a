package dev.sheaf.store.sql.serving;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.records.OwnSchema;
import dev.sheaf.store.records.OwnSchemas;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link OwnSchemas} in table {@code own_schema}. */
public final class SqlOwnSchemas implements OwnSchemas {

    private final Writer writer;
    private final ReadPool reads;

    public SqlOwnSchemas(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public Optional<OwnSchema> find(String file) {
        return reads.read("read a schema", connection -> connection.sql()
                .one("select file, namespace, xsd from own_schema where file = ?", SqlOwnSchemas::read, file));
    }

    @Override
    public List<OwnSchema> of(MetadataPrefix prefix) {
        return reads.read("read the schemas of " + prefix.value(), connection -> connection.sql().all(
                "select file, namespace, xsd from own_schema where prefix = ? order by number", SqlOwnSchemas::read,
                prefix.value()));
    }

    @Override
    public Map<String, List<String>> files() {
        Map<String, List<String>> files = new TreeMap<>();
        reads.read("read the schemas",
                connection -> connection.sql().all("select prefix, file from own_schema order by prefix, number",
                        row -> files.computeIfAbsent(row.getString(1), _ -> new ArrayList<>()).add(row.getString(2))));
        return files;
    }

    @Override
    public void put(MetadataPrefix prefix, List<OwnSchema> schemas) {
        writer.change("set the schemas of " + prefix.value(), transaction -> {
            SqlConnection sql = transaction.sql();
            sql.update("delete from own_schema where prefix = ?", prefix.value());
            for (int number = 0; number < schemas.size(); number++) {
                OwnSchema schema = schemas.get(number);
                Optional<String> owner = sql.one("select prefix from own_schema where file = ?", row -> row.getString(1),
                        schema.file());
                if (owner.isPresent()) {
                    throw new StoreException("the file name " + schema.file() + " belongs to the format " + owner.get()
                            + " already; nothing was changed. Give the file another name");
                }
                sql.update("insert into own_schema (file, prefix, number, namespace, xsd) values (?, ?, ?, ?, ?)", schema.file(),
                        prefix.value(), number, schema.namespace(), schema.xsd());
            }
        });
    }

    /**
     * Returns formats with the addresses of schemas that the hub serves itself. Only formats with the same namespace are changed, because a
     * harvested format may have the same prefix by chance.
     *
     * @param hub base URL of the hub
     */
    List<MetadataFormat> announced(SqlConnection sql, List<MetadataFormat> formats, String hub) throws SQLException {
        Map<String, OwnSchema> known = new TreeMap<>();
        sql.all("select prefix, file, namespace from own_schema where number = 0",
                row -> known.put(row.getString(1), new OwnSchema(row.getString(2), row.getString(3), new byte[0])) == null);
        return formats.stream().map(format -> {
            OwnSchema schema = known.get(format.prefix().value());
            return schema == null || !schema.namespace().equals(format.namespace())
                    ? format
                    : new MetadataFormat(format.prefix(), hub + PATH + schema.file(), format.namespace());
        }).collect(Collectors.toCollection(ArrayList::new));
    }

    private static OwnSchema read(ResultSet row) throws SQLException {
        return new OwnSchema(row.getString(1), row.getString(2), row.getBytes(3));
    }
}
