package dev.sheaf.store.sql.records;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.SqlConnection;

/** Reader of the stored records of a source. */
public final class KnownRecords {

    /** Query without derived records, because the source has not delivered these. */
    private static final String OF_IDENTIFIERS = """
            select i.identifier, r.origin, r.ds from item i join rec r on r.seq = i.seq
            where i.identifier in (select value from {texts}) and i.source = ? and i.prefix = ? and r.flags & 2 = 0""";

    private KnownRecords() {}

    /** Returns the datestamps that the source gave its records, by identifier; the store's own datestamp if the source's is unknown. */
    public static Map<String, Datestamp> of(SqlConnection sql, Names names, String source, MetadataPrefix prefix,
            Collection<String> identifiers) throws SQLException {
        PreparedStatement statement = sql.prepare(OF_IDENTIFIERS);
        statement.setString(1, JsonArray.ofTexts(identifiers));
        statement.setInt(2, names.sources().find(sql, source).orElse(-1));
        statement.setInt(3, names.prefixes().find(sql, prefix.value()).orElse(-1));
        Map<String, Datestamp> known = new HashMap<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                Datestamp origin = RecordReader.origin(sql.dialect().ofAny(row.getObject(2)));
                known.put(row.getString(1),
                        origin == null ? Datestamp.ofSecond(Instant.ofEpochSecond(row.getLong(3))) : origin);
            }
        }
        return known;
    }
}
