package dev.sheaf.store.sql.sources;

import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;

/** Table {@code profile}: learnt and pinned traits of the servers of sources. */
public final class Profiles {

    private Profiles() {}

    /** A row of the table; only a newer program may know its trait. */
    private record Row(String trait, boolean pinned, String value) {}

    public static ServerProfile find(SqlConnection sql, int source) throws SQLException {
        Map<ServerTrait, String> learnt = new EnumMap<>(ServerTrait.class);
        Map<ServerTrait, String> pinned = new EnumMap<>(ServerTrait.class);
        for (Row row : sql.all("select trait, pinned, value from profile where source = ?",
                result -> new Row(result.getString(1), result.getInt(2) == 1, result.getString(3)), source)) {
            ServerTrait.of(row.trait()).ifPresent(trait -> (row.pinned() ? pinned : learnt).put(trait, row.value()));
        }
        return new ServerProfile(learnt, pinned);
    }

    /** Stores learnt values; pinned ones stay. */
    public static void learn(Transaction transaction, int source, ServerProfile profile) throws SQLException {
        keep(transaction, source, profile.learnt(), false);
    }

    /** Stores pinned values; learnt ones stay. */
    public static void pin(Transaction transaction, int source, ServerProfile profile) throws SQLException {
        keep(transaction, source, profile.pinned(), true);
    }

    private static void keep(Transaction transaction, int source, Map<ServerTrait, String> values, boolean pinned)
            throws SQLException {
        transaction.sql().update("delete from profile where source = ? and pinned = ?", source, pinned ? 1 : 0);
        for (Map.Entry<ServerTrait, String> value : values.entrySet()) {
            transaction.sql().update("insert into profile (source, trait, pinned, value) values (?, ?, ?, ?)", source,
                    value.getKey().text(), pinned ? 1 : 0, value.getValue());
        }
    }
}
