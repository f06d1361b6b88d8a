package dev.sheaf.platform.store;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import com.github.luben.zstd.ZstdDictDecompress;

/** The trained dictionaries, loaded as they are met. Safe for use by many threads. */
final class Dictionaries {

    /** In place of a format's number: the dictionary for about containers. */
    static final int ABOUT = 0;

    /** A dictionary as stored. */
    record Dictionary(int id, byte[] bytes) {}

    private final Map<Integer, ZstdDictDecompress> loaded = new ConcurrentHashMap<>();

    /** The one with this number, ready for use. It stays loaded: there are as many as formats. */
    ZstdDictDecompress forReading(SqlConnection sql, int id) throws SQLException {
        ZstdDictDecompress known = loaded.get(id);
        if (known == null) {
            byte[] bytes = sql.one("select bytes from dict where id = ?", row -> row.getBytes(1), id)
                    .orElseThrow(() -> new SQLException("dictionary " + id + " is missing"));
            known = loaded.computeIfAbsent(id, _ -> new ZstdDictDecompress(bytes));
        }
        return known;
    }

    /** The newest for a format. */
    static Optional<Dictionary> newest(SqlConnection sql, int prefix) throws SQLException {
        return sql.one("select id, bytes from dict where prefix = ? order by id desc limit 1",
                row -> new Dictionary(row.getInt(1), row.getBytes(2)), prefix);
    }
}
