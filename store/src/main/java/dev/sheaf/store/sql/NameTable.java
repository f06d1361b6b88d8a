package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A table that assigns numbers to names. A number never changes and is never assigned twice, so entries are cached once read. Unknown
 * entries are read from the table, because other processes add names too. Safe for use by many threads, with the stated exceptions.
 */
public final class NameTable {

    private final String findNumber;
    private final String findName;
    private final String add;
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<Integer, String> names = new ConcurrentHashMap<>();
    /** Names added by the transaction under way, which others do not see before it is committed. For the writing thread only. */
    private final Map<String, Integer> pending = new HashMap<>();

    /** @param table name of a table with columns num and name */
    NameTable(String table) {
        findNumber = "select num from " + table + " where name = ?";
        findName = "select name from " + table + " where num = ?";
        add = "insert into " + table + " (name) values (?)";
    }

    /** Returns the number of a name; empty if it has none. */
    public Optional<Integer> find(SqlConnection sql, String name) throws SQLException {
        Integer known = numbers.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Integer> number = sql.one(findNumber, row -> row.getInt(1), name);
        number.ifPresent(found -> remember(name, found));
        return number;
    }

    /** Returns the number of a name; assigns one if it has none. For the writing thread only. */
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

    /** Returns the name with a number. */
    public String name(SqlConnection sql, int number) throws SQLException {
        String known = names.get(number);
        if (known == null) {
            known = sql.one(findName, row -> row.getString(1), number)
                    .orElseThrow(() -> new SQLException("the name with number " + number + " is missing: the store is damaged"));
            remember(known, number);
        }
        return known;
    }

    private void remember(String name, int number) {
        numbers.put(name, number);
        names.put(number, name);
    }
}
