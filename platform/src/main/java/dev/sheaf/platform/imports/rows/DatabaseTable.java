package dev.sheaf.platform.imports.rows;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Table or query of a database to read. {@link #toString} leaves out everything that may be secret.
 *
 * @param url of JDBC; may hold user and password
 * @param query that gives the rows; null when a table is read
 * @param table whose rows are read, possibly with its schema; null when a query gives them
 * @param user null when the address says who, or nobody has to
 * @param password null when there is none, or the address has it
 */
public record DatabaseTable(String url, @Nullable String query, @Nullable String table, @Nullable String user,
        @Nullable String password) {

    private static final Pattern NAMED = Pattern.compile("//[^/@]*@");

    /** Checks that it is one of the two. */
    public DatabaseTable {
        if ((query == null) == (table == null)) {
            throw new IllegalArgumentException("either a query or a table");
        }
    }

    /** The address without what may be secret. */
    String place() {
        int end = url.indexOf('?');
        String bare = end < 0 ? url : url.substring(0, end);
        int semicolon = bare.indexOf(';');
        return NAMED.matcher(semicolon < 0 ? bare : bare.substring(0, semicolon)).replaceFirst("//");
    }

    /** Returns a message of a driver in one line, without the password. */
    String tell(Throwable failure) {
        String message = String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason given").strip();
        return password == null || password.isEmpty()
                ? message.replace(url, place())
                : message.replace(url, place()).replace(password, "…");
    }

    /** Returns the name that messages use. */
    @Override
    public String toString() {
        return table != null ? "table " + table : "the query";
    }
}
