package dev.sheaf.store.postgres;

import java.sql.SQLException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.sql.Dialect;

/** The dialect of PostgreSQL. Each store has a schema of its own, which is the first in the search path of its connections. */
public final class PostgresDialect implements Dialect {

    public static final PostgresDialect INSTANCE = new PostgresDialect();

    private static final char NUMBER = 'n';
    private static final char TEXT = 't';

    private PostgresDialect() {}

    @Override
    public String texts() {
        return "(select value from json_array_elements_text(?::json) as list(value))";
    }

    @Override
    public String numbers() {
        return "(select value::bigint as value, id from json_array_elements_text(?::json) with ordinality as list(value, id))";
    }

    @Override
    public String thenJoin() {
        return "join";
    }

    @Override
    public String inOrder() {
        return "order by l.id";
    }

    @Override
    public String index(String name) {
        return "";
    }

    @Override
    public String withoutRowid() {
        return "";
    }

    /** Begins a transaction that takes one lock for all writers of a store; readers are not blocked. The lock ends with the transaction. */
    @Override
    public String beginWriting() {
        return "begin; select pg_advisory_xact_lock(hashtext(current_schema()))";
    }

    @Override
    public String beginReading() {
        return "begin isolation level repeatable read";
    }

    @Override
    public Object any(Object value) {
        return (value instanceof Number ? NUMBER : TEXT) + value.toString();
    }

    @Override
    public @Nullable Object ofAny(@Nullable Object stored) {
        if (stored == null) {
            return null;
        }
        String text = stored.toString();
        return text.charAt(0) == NUMBER ? Long.valueOf(text.substring(1)) : text.substring(1);
    }

    @Override
    public String schema() {
        return "/db/schema-postgres.sql";
    }

    /** Returns a query for a comment on a table, which works before the table exists. */
    @Override
    public String tables() {
        return "select table_name from information_schema.tables where table_schema = current_schema()";
    }

    @Override
    public String version() {
        return """
                select coalesce(substring(obj_description(to_regclass('meta'), 'pg_class') from 'version ([0-9]+)'), '0')::integer""";
    }

    @Override
    public String setVersion(int version) {
        return "comment on table meta is 'Store of Sheaf, version " + version + "'";
    }

    /** Returns the query for the set of transactions whose changes are visible. A position in the log would move before a change is visible. */
    @Override
    public String changeMark() {
        return "select pg_current_snapshot()::text";
    }

    /** Returns false, because a server has means of its own against damage. */
    @Override
    public boolean keepsCopies() {
        return false;
    }

    @Override
    public String place() {
        return "database";
    }

    /** Finds the cause by classes of SQLSTATE (appendix A of PostgreSQL's manual). */
    @Override
    public Optional<Cause> cause(SQLException failure) {
        String state = failure.getSQLState();
        return switch (state == null ? "" : state) {
            case "53100" -> Optional.of(Cause.DISK_FULL);
            case "25006", "42501" -> Optional.of(Cause.NOT_WRITABLE);
            case "55P03", "40P01", "40001" -> Optional.of(Cause.BUSY);
            case "XX001", "XX002" -> Optional.of(Cause.DAMAGED);
            case "58030" -> Optional.of(Cause.DISK_ERROR);
            default -> Optional.empty();
        };
    }
}
