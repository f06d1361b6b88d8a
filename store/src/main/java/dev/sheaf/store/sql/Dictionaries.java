package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.luben.zstd.ZstdDictDecompress;

/** The trained dictionaries, loaded as they are met. Safe for use by many threads. */
public final class Dictionaries {

    /** In place of a format's number: the dictionary for about containers. */
    static final int ABOUT = 0;
    private static final int MOST = 256;

    /** A dictionary as stored. */
    record Dictionary(int id, byte[] bytes) {}

    /** One that is dropped stays usable for those who have it, and is freed after them. */
    private final Cache<Integer, ZstdDictDecompress> loaded = Caffeine.newBuilder().maximumSize(MOST).build();

    /** The one with this number, ready for use. */
    ZstdDictDecompress forReading(SqlConnection sql, int id) throws SQLException {
        ZstdDictDecompress known = loaded.getIfPresent(id);
        if (known == null) {
            byte[] bytes = sql.one("select bytes from dict where id = ?", row -> row.getBytes(1), id)
                    .orElseThrow(() -> new SQLException("dictionary " + id + " is missing"));
            known = loaded.get(id, _ -> new ZstdDictDecompress(bytes));
        }
        return known;
    }

    /** The newest for a format. */
    static Optional<Dictionary> newest(SqlConnection sql, int prefix) throws SQLException {
        return sql.one("select id, bytes from dict where prefix = ? order by id desc limit 1",
                row -> new Dictionary(row.getInt(1), row.getBytes(2)), prefix);
    }
}
