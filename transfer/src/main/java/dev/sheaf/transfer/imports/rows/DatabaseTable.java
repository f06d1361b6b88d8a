package dev.sheaf.transfer.imports.rows;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Table or query of a database. {@link #toString} leaves out everything that may be secret.
 *
 * @param url JDBC address; may contain user and password
 * @param query query of the rows; null for a table
 * @param table table, possibly with its schema; null for a query
 * @param user user; null if the address has it, or none is needed
 * @param password password; null if the address has it, or none is needed
 */
public record DatabaseTable(String url, @Nullable String query, @Nullable String table, @Nullable String user,
        @Nullable String password) {

    private static final Pattern NAMED = Pattern.compile("//[^/@]*@");

    /** Checks that exactly one of query and table is given. */
    public DatabaseTable {
        if ((query == null) == (table == null)) {
            throw new IllegalArgumentException("either a query or a table");
        }
    }

    /** Returns the address without parts that may be secret. */
    String place() {
        int end = url.indexOf('?');
        String bare = end < 0 ? url : url.substring(0, end);
        int semicolon = bare.indexOf(';');
        return NAMED.matcher(semicolon < 0 ? bare : bare.substring(0, semicolon)).replaceFirst("//");
    }

    /** Returns a driver's message in one line, without the password. */
    String tell(Throwable failure) {
        String message = String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason given").strip();
        return password == null || password.isEmpty()
                ? message.replace(url, place())
                : message.replace(url, place()).replace(password, "…");
    }

    /** Returns the name for messages. */
    @Override
    public String toString() {
        return table != null ? "table " + table : "the query";
    }
}
