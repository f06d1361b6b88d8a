package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.sheaf.core.Sha256;

/**
 * Second copies of the compression dictionaries. Without its dictionary no record of a format can be read, so a single damaged page would
 * lose them all. Each copy is a row of table {@code meta}, which is on other pages: the hash of the dictionary, then its bytes. Only a
 * salvage reads the copies. Stateless.
 */
public final class DictionaryCopies {

    private static final String KEY = "dict:";
    private static final Pattern ID = Pattern.compile(KEY + "([0-9]{1,9})");
    private static final int HASH = 32;

    private DictionaryCopies() {}

    /** Makes the missing copies, in a database that keeps such. Called inside a transaction. */
    public static void complete(SqlConnection sql) throws SQLException {
        for (int id : missing(sql)) {
            byte[] bytes = sql.one("select bytes from dict where id = ?", row -> row.getBytes(1), id).orElseThrow();
            byte[] copy = Arrays.copyOf(Sha256.of(bytes), HASH + bytes.length);
            System.arraycopy(bytes, 0, copy, HASH, bytes.length);
            sql.update("insert into meta (k, v) values (?, ?)", KEY + id, copy);
        }
    }

    /** Returns the numbers of the dictionaries without a copy, in order; none for a database that keeps no copies. */
    public static List<Integer> missing(SqlConnection sql) throws SQLException {
        return sql.dialect().keepsCopies()
                ? sql.all(
                        "select id from dict d where not exists (select 1 from meta where k = '" + KEY + "' || d.id) order by id",
                        row -> row.getInt(1))
                : List.of();
    }

    /** Writes intact copies back into table {@code dict}. */
    public static void restore(SqlConnection sql) throws SQLException {
        for (String key : sql.all("select k from meta where k >= ? and k < ?", row -> row.getString(1), KEY, "dict;")) {
            byte[] copy = sql.one("select v from meta where k = ?", row -> row.getBytes(1), key).orElse(new byte[0]);
            Matcher id = ID.matcher(key);
            if (!id.matches() || copy.length <= HASH) {
                continue;
            }
            byte[] bytes = Arrays.copyOfRange(copy, HASH, copy.length);
            if (Arrays.equals(Sha256.of(bytes), Arrays.copyOf(copy, HASH))) {
                // The format that it compresses is needed for training only.
                sql.update(
                        "insert into dict (id, prefix, bytes) values (?, 0, ?) on conflict (id) do update set bytes = excluded.bytes",
                        Integer.parseInt(id.group(1)), bytes);
            }
        }
    }
}
