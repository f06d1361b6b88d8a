package dev.sheaf.store.sqlite;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.store.postgres.PostgresDialect;
import dev.sheaf.store.sql.Dialect;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.saving.SqlIdentifierDomain;
import dev.sheaf.store.sql.saving.SqlIdentifierDomain.ItemColumns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Statements in the words of a database. */
class DialectTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void placeholders_areReplacedByTheSqlOfSqlite() {
        assertThat(SqliteDialect.INSTANCE
                .translated("select 1 from same_item {index same_item_of_item} where identifier in (select value from {texts})"))
                .isEqualTo(
                        "select 1 from same_item indexed by same_item_of_item where identifier in (select value from json_each(?))");
        assertThat(SqliteDialect.INSTANCE.translated("select r.seq from {numbers} l {then join} rec r on r.seq = l.value"))
                .isEqualTo("select r.seq from json_each(?) l cross join rec r on r.seq = l.value");
        assertThat(
                PostgresDialect.INSTANCE.translated("select 1 from {numbers} l {then join} rec r on r.seq = l.value {in order}"))
                .endsWith("with ordinality as list(value, id)) l join rec r on r.seq = l.value order by l.id");
        assertThat(SqliteDialect.INSTANCE.translated("create temporary table seen (a int primary key) {without rowid}"))
                .isEqualTo("create temporary table seen (a int primary key) without rowid");
    }

    @Test
    void numbersAndTextsInOneColumn_areReadBackEqual() {
        for (Dialect dialect : List.of(SqliteDialect.INSTANCE, PostgresDialect.INSTANCE)) {
            for (Object value : List.<Object>of(-5L, 2020L, "2020", "n5", "")) {
                assertThat(dialect.ofAny(dialect.any(value))).isEqualTo(value);
            }
            assertThat(dialect.ofAny(null)).isNull();
        }
    }

    @Test
    void statementWithoutPlaceholders_isUnchanged() {
        String statement = "select 1";
        assertThat(SqliteDialect.INSTANCE.translated(statement)).isSameAs(statement);
    }

    @Test
    void unknownPlaceholder_isRefused() {
        assertThatThrownBy(() -> SqliteDialect.INSTANCE.translated("select {something}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{something}");
    }

    @Test
    void causeOfAFailure_isRecognisedByItsCode() throws SQLException {
        SqliteStores.open(folder, InstantSource.system(), () -> {}).close();
        String address = "jdbc:sqlite:" + folder.resolve(SqliteDatabase.FILE);
        try (SqlConnection one = new SqlConnection(DriverManager.getConnection(address), SqliteDialect.INSTANCE,
                SqlConnection.WriteFault.NONE);
                SqlConnection other = new SqlConnection(DriverManager.getConnection(address), SqliteDialect.INSTANCE,
                        SqlConnection.WriteFault.NONE)) {
            one.execute("pragma busy_timeout = 0");
            other.beginWriting();
            assertThatThrownBy(one::beginWriting).isInstanceOfSatisfying(SQLException.class,
                    failure -> assertThat(SqliteDialect.INSTANCE.cause(failure)).contains(Dialect.Cause.BUSY));
            other.rollback();
            assertThatThrownBy(() -> one.execute("select nothing")).isInstanceOfSatisfying(SQLException.class,
                    failure -> assertThat(SqliteDialect.INSTANCE.cause(failure)).isEmpty());
        }
        assertThat(SqliteDialect.INSTANCE.cause(new SQLException("of another database", "53100"))).isEmpty();
    }

    /** A table that is added with identifiers of items has to be renamed, too. */
    @Test
    void renamedDomain_changesAllTablesWithIdentifiersOfItems() throws SQLException {
        SqliteStores.open(folder, InstantSource.system(), () -> {}).close();
        try (SqlConnection sql = new SqlConnection(
                DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(SqliteDatabase.FILE)),
                SqliteDialect.INSTANCE, SqlConnection.WriteFault.NONE)) {
            List<ItemColumns> columns = sql.all("""
                    select m.name, i.name, s.name from sqlite_schema m
                    join pragma_table_info(m.name) i on i.name like '%identifier'
                    join pragma_table_info(m.name) s on s.name = replace(i.name, 'identifier', 'source')
                    where m.type = 'table'""", row -> new ItemColumns(row.getString(1), row.getString(2), row.getString(3)));
            assertThat(SqlIdentifierDomain.ITEM_COLUMNS).containsExactlyInAnyOrderElementsOf(columns);
        }
    }
}
