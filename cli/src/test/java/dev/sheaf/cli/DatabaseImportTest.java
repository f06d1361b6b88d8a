package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Tables of real databases. PostgreSQL is started for this class; where it cannot be, its tests say so and are skipped. */
class DatabaseImportTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String MAPPING = """
            identifier: id
            datestamp: updated
            sets:
              - {column: shelf}
            dc:
              title: title
              creator: authors
              date: published
            """;

    private static @Nullable EmbeddedPostgres postgres;
    private static @Nullable String whyNot;

    @TempDir
    private Path folder;

    private static EmbeddedPostgres postgres() {
        EmbeddedPostgres running = postgres;
        if (running == null && whyNot == null) {
            try {
                running = EmbeddedPostgres.start();
                postgres = running;
            } catch (IOException | RuntimeException failure) {
                whyNot = String.valueOf(failure.getMessage());
            }
        }
        Assumptions.assumeTrue(running != null, () -> "PostgreSQL cannot be started here: " + whyNot);
        return java.util.Objects.requireNonNull(running);
    }

    @AfterAll
    static void stop() throws IOException {
        if (postgres != null) {
            postgres.close();
        }
    }

    private static void execute(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private List<JsonNode> exported() {
        return Typed.in(folder, "export", "--source", "books", "--format", "jsonl").out().lines().map(JSON::readTree).toList();
    }

    @Test
    void tableOfPostgresql_becomesARepository_andIsUpdated() throws IOException, SQLException {
        String url = postgres().getJdbcUrl("postgres", "postgres");
        execute(url, "drop table if exists books",
                "create table books (id int primary key, title text, authors text[], shelf text, published date, updated timestamptz)",
                "insert into books select n, 'Title ' || n, array['A' || n, 'B, C'], 'shelf' || n % 3, date '1999-05-12',"
                        + " timestamptz '2020-02-02 12:00:00+02' from generate_series(1, 5000) n");
        Files.writeString(folder.resolve("books.yaml"), MAPPING);
        String[] command = {"import", "books", "--jdbc", url, "--table", "books", "--mapping", "books.yaml"};
        Typed typed = Typed.in(folder, command);
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err()).isEqualToIgnoringNewLines("books: 5,000 new");
        JsonNode first = exported().getFirst();
        assertThat(first.path("metadata").asString()).contains("<dc:title>Title 1</dc:title>",
                "<dc:creator>A1</dc:creator><dc:creator>B, C</dc:creator>", "<dc:date>1999-05-12</dc:date>");
        assertThat(first.path("originDatestamp").asString()).isEqualTo("2020-02-02T10:00:00Z");
        execute(url, "update books set title = 'Another' where id = 7", "delete from books where id = 8",
                "insert into books (id, title) values (6000, 'New'), (6001, null)");
        assertThat(Typed.in(folder, command).err())
                .isEqualToIgnoringNewLines("warning: table books, row 5001: the record has no title"
                        + "books: 2 new, 1 changed, 4,998 the same, 1 deleted");
    }

    @Test
    void queryWhoseColumnsAreElements_needsNoMapping() throws IOException, SQLException {
        String url = postgres().getJdbcUrl("postgres", "postgres");
        Typed typed = Typed.in(folder, "import", "books", "--jdbc", url, "--query",
                "select 'x' || n as id, 'T' || n as title, timestamp '2020-02-02 10:00' as date from generate_series(1, 3) n");
        assertThat(typed.err()).isEqualToIgnoringNewLines("books: 3 new");
        assertThat(exported().getFirst().path("metadata").asString()).contains("<dc:date>2020-02-02T10:00:00</dc:date>");
    }

    @Test
    void queryCannotWriteToTheDatabase() throws IOException, SQLException {
        String url = postgres().getJdbcUrl("postgres", "postgres");
        execute(url, "create table if not exists kept (id text, title text)", "insert into kept values ('1', 'A')");
        Typed typed = Typed.in(folder, "import", "books", "--jdbc", url, "--query", "delete from kept returning id, title");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("read-only transaction").hasLineCount(1);
        execute(url, "select 1 / (select count(*) from kept)");
    }

    @Test
    void wrongPasswordTableOrColumn_isOneMessageWithoutThePassword() throws IOException {
        int port = postgres().getPort();
        String url = "jdbc:postgresql://localhost:" + port + "/postgres";
        Typed absent = Typed.in(folder, "import", "books", "--jdbc", url + "?user=postgres&password=geheim", "--table",
                "nowhere");
        assertThat(absent.status()).isEqualTo(1);
        assertThat(absent.err()).contains("cannot read table nowhere").contains("does not exist").doesNotContain("geheim")
                .hasLineCount(1);
        Typed stranger = Typed.in(folder, Map.of("SHEAF_JDBC_PASSWORD", "geheim"), "import", "books", "--jdbc",
                "jdbc:postgresql://localhost:1/postgres", "--access", "user=me", "--table", "books");
        assertThat(stranger.err()).contains("cannot connect to jdbc:postgresql://localhost:1/postgres").doesNotContain("geheim")
                .hasLineCount(1);
        Files.writeString(folder.resolve("books.yaml"), MAPPING);
        Typed column = Typed.in(folder, "import", "books", "--jdbc", url, "--access", "user=postgres", "--query",
                "select 1 as id, 'A' as titel", "--mapping", "books.yaml");
        assertThat(column.err()).contains("there is no column").contains("in the query").hasLineCount(1);
        assertThat(Typed.in(folder, "source", "list", "--json").out().strip()).isEqualTo("[]");
    }

    @Test
    void sqliteFile_isReadAndNeverCreated() throws IOException, SQLException {
        Path file = folder.resolve("library.db");
        Typed absent = Typed.in(folder, "import", "books", "--jdbc", "jdbc:sqlite:" + file, "--table", "books");
        assertThat(absent.status()).isEqualTo(1);
        assertThat(absent.err()).contains("cannot connect to jdbc:sqlite:").hasLineCount(1);
        assertThat(file).doesNotExist();
        execute("jdbc:sqlite:" + file, "create table \"my books\" (id, title, updated, shelf, authors, published)",
                "insert into \"my books\" values (1, 'One', '2020-02-02', 'a', 'X', 1999), (null, 'Two', null, null, null, null),"
                        + " (1, 'Three', null, null, null, null)");
        Files.writeString(folder.resolve("books.yaml"), MAPPING);
        Typed typed = Typed.in(folder, "import", "books", "--jdbc", "jdbc:sqlite:" + file, "--table", "my books", "--mapping",
                "books.yaml");
        assertThat(typed.err()).contains("table my books, row 2: it has no value at 'id'")
                .contains("table my books, row 3: it has the same identifier as table my books, row 1")
                .contains("1 new, 2 refused");
    }

    @Test
    void reportsUnreadableInputBeforeItChangesAnything() throws IOException {
        assertThat(Typed.in(folder, "import", "books", "--jdbc", "jdbc:oracle:thin:me/geheim@host", "--table", "t").err())
                .contains("there is no database driver for addresses like 'jdbc:oracle:…'").doesNotContain("geheim")
                .hasLineCount(1);
        assertThat(Typed.in(folder, "import", "books", "--jdbc", "jdbc:sqlite:x").status()).isEqualTo(2);
        assertThat(Typed.in(folder, "import", "books", "--query", "select 1").status()).isEqualTo(2);
        assertThat(Typed.in(folder, "import", "books", "file.csv", "--jdbc", "jdbc:sqlite:x", "--table", "t").status())
                .isEqualTo(2);
        Typed absent = Typed.in(folder, "import", "books", "--jdbc", "jdbc:sqlite:x", "--table", "t", "--access",
                "password-file=none");
        assertThat(absent.status()).isEqualTo(1);
        assertThat(absent.err()).contains("--access password-file: none cannot be read: check that it exists").hasLineCount(1);
        assertThat(Typed.in(folder, "import", "books", "--jdbc", "jdbc:sqlite:x", "--table", "t", "--access", "proxy=p").err())
                .contains("--access: 'proxy' is none of user, password-file");
        assertThat(Typed.in(folder, "import", "books", "file.csv", "--access", "user=me").err())
                .contains("--query, --table and --access are only for --jdbc URL");
    }

    @Test
    void passwordOfADatabase_isReadFromFileOrEnvironmentAndNeverShown() throws IOException {
        Files.writeString(folder.resolve("password"), "geheim\n");
        for (String place : List.of("password", "env:LIBRARY_PASSWORD")) {
            Typed typed = Typed.in(folder, Map.of("LIBRARY_PASSWORD", "geheim"), "import", "books", "--jdbc",
                    "jdbc:postgresql://localhost:1/postgres", "--access", "user=me", "--access", "password-file=" + place,
                    "--table", "books");
            assertThat(typed.status()).as(place).isEqualTo(1);
            assertThat(typed.err()).as(place).contains("cannot connect to jdbc:postgresql://localhost:1/postgres")
                    .doesNotContain("geheim").hasLineCount(1);
        }
    }
}
