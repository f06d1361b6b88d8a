package dev.sheaf.store.sql.enrichments;

import java.sql.SQLException;
import java.util.Optional;

import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.sql.NameTable;
import dev.sheaf.store.sql.SqlConnection;

/** Test for items that may have additions. */
final class LiveItems {

    static final String LIVE = "select 1 from item where identifier = ? and source = ? and flags & 1 = 0 limit 1";

    private LiveItems() {}

    /** Returns the number of an item's source; empty when the item has no live record. */
    static Optional<Integer> source(SqlConnection sql, NameTable sources, ItemKey item) throws SQLException {
        Optional<Integer> source = sources.find(sql, item.source());
        return source.isPresent() && sql.one(LIVE, _ -> true, item.identifier(), source.get()).isPresent()
                ? source
                : Optional.empty();
    }
}
