package dev.sheaf.store.sql.records;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.SqlConnection;

/** Reader of the copies of records in table {@code item}. */
public final class Items {

    /** Query for all copies of many items in one statement, because a statement costs more than a look-up. */
    public static final String OF_IDENTIFIERS = """
            select identifier, prefix, source, seq, born, origin, flags, hash from item
            where identifier in (select value from {texts})""";

    private Items() {}

    /** Returns the copies of these items in all formats and sources, by identifier; unknown items are absent. */
    public static Map<String, List<ItemRow>> load(SqlConnection sql, Collection<String> identifiers) throws SQLException {
        Map<String, List<ItemRow>> items = HashMap.newHashMap(identifiers.size());
        PreparedStatement statement = sql.prepare(OF_IDENTIFIERS);
        statement.setString(1, JsonArray.ofTexts(identifiers));
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                ItemRow item = new ItemRow(row.getString(1), row.getInt(2), row.getInt(3), row.getLong(4), row.getLong(5),
                        row.getLong(6), row.getInt(7), row.getBytes(8));
                items.computeIfAbsent(item.identifier, _ -> new ArrayList<>(2)).add(item);
            }
        }
        return items;
    }
}
