package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Differences between SQL databases. Statements of the store are written in SQL that both SQLite and PostgreSQL understand. If there is no
 * common form, or if one planner needs a hint, a statement has a placeholder, which the dialect replaces when the statement is prepared:
 *
 * <ul>
 * <li>{@code {texts}}, {@code {numbers}}: a parameter with many values, bound as a JSON array ({@link JsonArray}) and read as a table. Column
 * {@code value} has the values; column {@code id} of numbers grows in their order.</li>
 * <li><code>{then join}</code>: an inner join whose left side is to be read first.</li>
 * <li><code>{in order}</code>: at the end, rows in the order of the numbers, which are table {@code l} of the statement.</li>
 * <li><code>{index NAME}</code>: after a table, the index by which its rows are to be found.</li>
 * <li><code>{without rowid}</code>: at the end of a table whose rows are found by the primary key alone.</li>
 * </ul>
 *
 * <p>Stateless and safe for use by many threads.
 */
public interface Dialect {

    /** A placeholder; the statements of the store have no other braces. */
    Pattern MARK = Pattern.compile("\\{([a-z ]+?)(?: ([a-z_]+_[a-z_]+))?}");

    /** Cause of a failure that an operator can do something about. */
    enum Cause {
        /** The disk is full. */
        DISK_FULL,
        /** The database cannot be written. */
        NOT_WRITABLE,
        /** Another process holds a lock for too long. */
        BUSY,
        /** The database is damaged, or is no database. */
        DAMAGED,
        /** The disk reports an error. */
        DISK_ERROR
    }

    /** Returns the table of a parameter with texts. */
    String texts();

    /** Returns the table of a parameter with numbers. */
    String numbers();

    /** Returns the join whose left side is read first. */
    String thenJoin();

    /** Returns the clause that keeps the order of numbers; empty if {@link #thenJoin} keeps it. */
    String inOrder();

    /** Returns the hint to use an index; empty if the planner needs none. */
    String index(String name);

    /** Returns the clause for tables whose rows are found by their primary key alone; may be empty. */
    String withoutRowid();

    /** Returns the statement that begins a transaction and waits for the lock of writers. */
    String beginWriting();

    /** Returns the statement that begins a transaction in which all statements see the same state. */
    String beginReading();

    /** Returns a number or text in the form in which it is bound for a column of both types ({@code any} in SQLite). */
    Object any(Object value);

    /** Returns the number or text of such a column; null for null. */
    @Nullable
    Object ofAny(@Nullable Object stored);

    /** Returns the name of the resource with the tables. */
    String schema();

    /** Returns the query for the names of all tables that are not the database's own. */
    String tables();

    /** Returns the query for the version of the tables; 0 for none. */
    String version();

    /** Returns the statement that notes the version of the tables. */
    String setVersion(int version);

    /**
     * Returns the query for a text that is another one after a change was committed by another connection, of this process or of another one. Texts of
     * two connections are not comparable.
     */
    String changeMark();

    /** Returns the name of the place where the data is, as messages call it after "its". */
    String place();

    /** Returns whether the database keeps second copies against damage of its file, see {@link DictionaryCopies}. */
    boolean keepsCopies();

    /** Returns the cause of a failure; empty for other causes, and for failures of another database. */
    Optional<Cause> cause(SQLException failure);

    /** Returns a statement in the words of the database. */
    default String translated(String sql) {
        if (sql.indexOf('{') < 0) {
            return sql;
        }
        return MARK.matcher(sql).replaceAll(mark -> switch (mark.group(1)) {
            case "texts" -> texts();
            case "numbers" -> numbers();
            case "then join" -> thenJoin();
            case "in order" -> inOrder();
            case "without rowid" -> withoutRowid();
            case "index" -> index(mark.group(2));
            default -> throw new IllegalArgumentException("unknown placeholder " + mark.group() + " in: " + sql);
        });
    }
}
