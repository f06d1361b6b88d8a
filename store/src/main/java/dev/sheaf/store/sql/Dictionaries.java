package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.luben.zstd.ZstdDictDecompress;

/** The trained dictionaries, loaded at their first use. Safe for use by many threads. */
public final class Dictionaries {

    /** Number that stands for the dictionary of about containers, in place of a format's number. */
    static final int ABOUT = 0;
    private static final int MOST = 256;

    /** A dictionary as stored. */
    record Dictionary(int id, byte[] bytes) {}

    /** Loaded dictionaries. A dictionary that is removed from the cache stays usable for its present users and is freed after them. */
    private final Cache<Integer, ZstdDictDecompress> loaded = Caffeine.newBuilder().maximumSize(MOST).build();

    /** Returns the dictionary with a number, ready for use. */
    ZstdDictDecompress forReading(SqlConnection sql, int id) throws SQLException {
        ZstdDictDecompress known = loaded.getIfPresent(id);
        if (known == null) {
            byte[] bytes = sql.one("select bytes from dict where id = ?", row -> row.getBytes(1), id)
                    .orElseThrow(() -> new SQLException("the compression dictionary " + id + " is missing: "
                            + "the store is damaged"));
            known = loaded.get(id, _ -> new ZstdDictDecompress(bytes));
        }
        return known;
    }

    /** Returns the newest dictionary of a format; empty if there is none. */
    static Optional<Dictionary> newest(SqlConnection sql, int prefix) throws SQLException {
        return sql.one("select id, bytes from dict where prefix = ? order by id desc limit 1",
                row -> new Dictionary(row.getInt(1), row.getBytes(2)), prefix);
    }
}
