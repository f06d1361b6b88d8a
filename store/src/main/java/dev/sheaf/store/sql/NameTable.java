package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A table that gives names numbers. A number never changes and is never given twice, so what was read once is remembered; what is not
 * remembered is read, for other processes add names too. Safe for use by many threads, except as said.
 */
public final class NameTable {

    private final String findNumber;
    private final String findName;
    private final String add;
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<Integer, String> names = new ConcurrentHashMap<>();
    /** Added by the transaction under way: unknown to others until it is committed. Touched by the thread that writes only. */
    private final Map<String, Integer> pending = new HashMap<>();

    /** @param table name of a table with columns num and name */
    NameTable(String table) {
        findNumber = "select num from " + table + " where name = ?";
        findName = "select name from " + table + " where num = ?";
        add = "insert into " + table + " (name) values (?)";
    }

    /** The number of a name; empty when it has none. */
    public Optional<Integer> find(SqlConnection sql, String name) throws SQLException {
        Integer known = numbers.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Integer> number = sql.one(findNumber, row -> row.getInt(1), name);
        number.ifPresent(found -> remember(name, found));
        return number;
    }

    /** The number of a name, given now if it had none. For the thread that writes only. */
    public int number(Transaction transaction, String name) throws SQLException {
        Integer known = numbers.get(name);
        if (known == null) {
            known = pending.get(name);
        }
        if (known != null) {
            return known;
        }
        SqlConnection sql = transaction.sql();
        int number = sql.one(findNumber, row -> row.getInt(1), name).orElse(0);
        if (number == 0) {
            sql.update(add, name);
            number = sql.one(findNumber, row -> row.getInt(1), name).orElseThrow();
        }
        int found = number;
        pending.put(name, found);
        transaction.onCommit(() -> {
            remember(name, found);
            pending.clear();
        });
        transaction.onRollback(pending::clear);
        return found;
    }

    /** The name with a number. */
    public String name(SqlConnection sql, int number) throws SQLException {
        String known = names.get(number);
        if (known == null) {
            known = sql.one(findName, row -> row.getString(1), number)
                    .orElseThrow(() -> new SQLException("name " + number + " is missing"));
            remember(known, number);
        }
        return known;
    }

    private void remember(String name, int number) {
        numbers.put(name, number);
        names.put(number, name);
    }
}
