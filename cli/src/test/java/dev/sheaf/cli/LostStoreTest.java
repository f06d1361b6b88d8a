package dev.sheaf.cli;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

import dev.sheaf.cli.program.Surroundings;

import static org.assertj.core.api.Assertions.assertThat;

/** A database that is empty, shorter than it was, missing, or another program's: every command refuses it, and none begins a new hub. */
class LostStoreTest {

    /** One call of every command that uses the store. */
    private static final List<String> CALLS = List.of("serve --port 0", "source add new http://127.0.0.1:1/oai", "source list",
            "source show books", "source set books --name Books", "source derive --all", "source pause books",
            "source resume books",
            "source hold books", "source release books", "source cancel books", "source pin books 1d", "source report books",
            "source approve books", "source rollback books", "source undo books", "source remove books",
            "aggregate add both --source books",
            "aggregate list", "aggregate set both --name Both", "aggregate remove both", "crosswalk list",
            "crosswalk remove some",
            "schema list", "schema remove other", "harvest books", "export --format jsonl", "import books books.csv",
            "import books books.csv --dry-run", "publish texts texts", "search emma", "watch list", "watch show books",
            "watch run books", "watch letter books", "watch links books", "registry list", "registry add books",
            "registry remove books", "admin password", "identifiers", "identifiers rename other.example.org",
            "push --source books --secret-file secret http://127.0.0.1:1", "stats changes", "stats freshness",
            "crosswalk add some same.xsl --from oai_dc --to other --namespace http://example.org/other",
            "crosswalk try same.xsl record.xml",
            "schema add other other.xsd", "register --plain --source books http://127.0.0.1:1",
            "registry compare http://127.0.0.1:1/list.xml",
            "source discover http://127.0.0.1:1/oai", "backup copy.zip", "doctor", "doctor --fix");
    /** Commands that use no store, or replace it. */
    private static final Set<String> WITHOUT_STORE = Set.of("demo", "fetch", "validate", "simulate-server", "simulate", "restore",
            "schema check", "schema compare", "schema new-format", "notify", "admin key new", "admin key remove",
            "admin key show", "warm-up");
    private static final String REMEDY = "restore";

    @TempDir
    Path folder = Path.of("");

    /** Damage of the file sheaf.db. */
    enum Damage {
        EMPTY,
        MISSING,
        EMPTY_BESIDE_A_LOG,
        FIRST_BYTES,
        HALF,
        HALF_BESIDE_A_LOG,
        ANOTHER_FILE,
        ANOTHER_DATABASE,
        ANOTHER_DATABASE_WITH_OUR_VERSION,
        NO_TABLES;

        void happen(Path file) throws IOException, SQLException {
            Path log = file.resolveSibling("sheaf.db-wal");
            switch (this) {
                case EMPTY -> Files.write(file, new byte[0]);
                case MISSING -> Files.delete(file);
                case EMPTY_BESIDE_A_LOG -> {
                    Files.write(log, Files.readAllBytes(file));
                    Files.write(file, new byte[0]);
                }
                case FIRST_BYTES -> shorten(file, 50);
                case HALF -> shorten(file, Files.size(file) / 2);
                case HALF_BESIDE_A_LOG -> {
                    // The log of a hub that was killed: one transaction, smaller than what is lost.
                    Path copy = file.resolveSibling("copy.db");
                    Files.copy(file, copy);
                    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                            Statement statement = connection.createStatement()) {
                        statement.execute("pragma journal_mode = wal");
                        statement.execute("update meta set v = v where k = 'last_seq'");
                        Files.copy(log, file.resolveSibling("kept-wal"));
                        Files.copy(file, copy, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                    }
                    Files.move(copy, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                    Files.move(file.resolveSibling("kept-wal"), log, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                    Files.deleteIfExists(file.resolveSibling("sheaf.db-shm"));
                    shorten(file, Files.size(file) / 2);
                }
                case ANOTHER_FILE -> Files.writeString(file, "Dear colleagues,\n".repeat(1_000));
                case ANOTHER_DATABASE -> create(file, "create table letters (body text)", "insert into letters values ('Dear')");
                case ANOTHER_DATABASE_WITH_OUR_VERSION -> create(file, "create table letters (body text)",
                        "pragma user_version = " + dev.sheaf.store.sql.Schema.VERSION);
                case NO_TABLES -> create(file, "create table letters (body text)", "drop table letters");
            }
        }

        private static void shorten(Path file, long size) throws IOException {
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                open.setLength(size);
            }
        }

        private static void create(Path file, String... statements) throws IOException, SQLException {
            Files.delete(file);
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
        }
    }

    private Typed typed(String... arguments) {
        return Typed.in(folder, new LinkedHashMap<>(Map.of("SHEAF_BASE_URL", "https://hub.example.org")), arguments);
    }

    private Path data() {
        return folder.resolve("sheaf-data");
    }

    private void fill() throws IOException {
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,Emma\n2,Middlemarch\n");
        Files.writeString(folder.resolve("secret"), "a long enough secret");
        Files.writeString(Files.createDirectory(folder.resolve("texts")).resolve("a.txt"), "A text");
        Files.writeString(folder.resolve("same.xsl"),
                """
                        <xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:mode on-no-match="shallow-copy"/></xsl:stylesheet>""");
        Files.writeString(folder.resolve("other.xsd"),
                """
                        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://example.org/other"><xs:element name="other"/></xs:schema>""");
        assertThat(typed("import", "books", "books.csv").status()).isZero();
        assertThat(typed("source", "set", "books", "--secret-file", "secret").status()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void everyCommandRefusesTheStore_andChangesNothing(Damage damage) throws Exception {
        fill();
        assertThat(typed("backup", "good.zip").status()).isZero();
        Files.writeString(folder.resolve("copy.zip"), "the backup of yesterday");
        damage.happen(data().resolve("sheaf.db"));
        List<Object> before = state();
        List<String> silent = new ArrayList<>();
        for (String call : CALLS) {
            Typed refused = typed(call.split(" "));
            if (refused.status() != 1 || !(refused.err() + refused.out()).contains(REMEDY)) {
                silent.add(call + " → " + refused.status() + " " + refused.err() + refused.out());
            }
        }
        assertThat(silent).isEmpty();
        assertThat(state()).isEqualTo(before);
        assertThat(folder.resolve("copy.zip")).content().isEqualTo("the backup of yesterday");

        Typed restored = typed("restore", "good.zip", "--replace");
        assertThat(restored.status()).as(restored.err()).isZero();
        assertThat(typed("export", "--format", "jsonl").out().lines()).hasSize(2);
    }

    private List<Object> state() throws IOException {
        Path file = data().resolve("sheaf.db");
        Path log = data().resolve("sheaf.db-wal");
        return List.of(Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1) : "missing",
                Files.exists(log) ? Files.size(log) : 0L);
    }

    @Test
    void everyCommandIsNamedHere() {
        Set<String> commands = new TreeSet<>();
        below("", Sheaf.line(new Sheaf(Surroundings.ofProcess(), Features.ALL)), commands);
        commands.removeIf(command -> WITHOUT_STORE.contains(command)
                || CALLS.stream().anyMatch(call -> call.equals(command) || call.startsWith(command + " ")));
        assertThat(commands).as("commands without a row in this test").isEmpty();
    }

    private static void below(String path, CommandLine line, Set<String> commands) {
        if (line.getSubcommands().isEmpty()) {
            commands.add(path);
        }
        line.getSubcommands().forEach((name, below) -> below(path.isEmpty() ? name : path + " " + name, below, commands));
    }

    @Test
    void newDirectory_isNoLoss_evenWithTheConfigurationOrAKilledFirstStart() throws Exception {
        Files.createDirectory(data());
        Files.writeString(data().resolve("sheaf.yaml"), "repository-name: Test\n");
        Files.write(data().resolve("open-stamp"), new byte[0]);
        Files.write(data().resolve("sheaf.db"), new byte[0]);
        assertThat(typed("source", "list").status()).isZero();
    }

    @Test
    void emptyStore_doesNotReplaceTheBackupOfAFilledOne() throws Exception {
        fill();
        assertThat(typed("backup", "copy.zip").status()).isZero();
        byte[] full = Files.readAllBytes(folder.resolve("copy.zip"));
        assertThat(typed("--data", "other", "source", "list").status()).isZero();

        Typed refused = typed("--data", "other", "backup", "copy.zip");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("copy.zip", "1 source", "2 records", "another name");
        assertThat(folder.resolve("copy.zip")).hasBinaryContent(full);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.endsWith(".partial"));
        }
    }

    @Test
    void smallerStore_replacesTheBackupAndSaysSo() throws Exception {
        fill();
        assertThat(typed("backup", "copy.zip").status()).isZero();
        Files.writeString(folder.resolve("one.csv"), "id,title\n1,Emma\n");
        assertThat(typed("--data", "other", "import", "one", "one.csv").status()).isZero();

        Typed written = typed("--data", "other", "backup", "copy.zip");

        assertThat(written.status()).isZero();
        assertThat(written.err()).contains("2 records before");
    }
}
