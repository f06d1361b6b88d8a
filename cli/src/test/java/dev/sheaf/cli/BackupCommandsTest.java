package dev.sheaf.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class BackupCommandsTest {

    @TempDir
    private Path folder;

    private Typed typed(String... arguments) {
        return Typed.in(folder, Map.of("SHEAF_BASE_URL", "https://hub.example.org"), arguments);
    }

    private Typed done(String... arguments) {
        Typed typed = typed(arguments);
        assertThat(typed.status()).as(typed.err()).isZero();
        return typed;
    }

    private void fill() throws Exception {
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,Emma\n2,Middlemarch\n");
        Files.writeString(folder.resolve("secret"), "a long enough secret");
        done("import", "books", "books.csv");
        done("source", "add", "library", "http://127.0.0.1:1/oai");
        done("source", "set", "library", "--secret-file", "secret");
    }

    @Test
    void backupThatIsRestoredElsewhere_hasEqualRecordsAndUsableSecrets() throws Exception {
        fill();
        String exported = done("export", "--format", "jsonl").out();

        Typed backup = done("backup", "backup.zip");
        assertThat(backup.err()).contains("2 sources and 2 records", "with the key of the secrets");
        Typed restored = done("restore", "backup.zip", "--data", "elsewhere");

        assertThat(restored.err()).contains("2 sources and 2 records");
        assertThat(done("export", "--format", "jsonl", "--data", "elsewhere").out()).isEqualTo(exported);
        assertThat(Files.readAllBytes(folder.resolve("elsewhere/secrets.key")))
                .isEqualTo(Files.readAllBytes(folder.resolve("sheaf-data/secrets.key")));
        assertThat(names(folder)).noneMatch(name -> name.contains("partial") || name.contains("restoring"));
        try (Typed.Serving hub = Typed.serving(folder, "--data", "elsewhere")) {
            assertThat(typed("notify", hub.address(), "--base-url", "http://127.0.0.1:1/oai", "--secret-file", "secret"))
                    .satisfies(notified -> assertThat(notified.status()).as(notified.err()).isZero());
        }
    }

    @Test
    void backupToAPlaceWhereNoFileCanBe_namesThePlaceThatWasTyped() throws Exception {
        fill();
        Files.createDirectory(folder.resolve("backups"));
        assertThat(typed("backup", "backups")).satisfies(refused -> {
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err()).contains("backups was not written: that is a folder; name a file in it");
        });
        assertThat(typed("backup", "nowhere/backup.zip")).satisfies(refused -> {
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err()).contains("there is no folder " + folder.resolve("nowhere")).doesNotContain("partial");
        });
    }

    @Test
    void backupOfAHubAtWork_isWhole() throws Exception {
        fill();
        try (Typed.Serving hub = Typed.serving(folder)) {
            hub.address();
            done("backup", "backup.zip");
            assertThat(typed("restore", "backup.zip", "--replace")).satisfies(refused -> {
                assertThat(refused.status()).isEqualTo(1);
                assertThat(refused.err()).contains("in use", "Stop the hub");
            });
        }
        done("restore", "backup.zip", "--replace");
        assertThat(done("export", "--format", "jsonl").out().lines()).hasSize(2);
        assertThat(names(folder)).anyMatch(name -> name.startsWith("sheaf-data.before-restore-"));
    }

    @Test
    void configurationFile_isInTheBackup() throws Exception {
        fill();
        Files.writeString(folder.resolve("hub.yaml"), "page-size: 17\n");

        done("backup", "backup.zip", "--config", "hub.yaml");
        Typed restored = done("restore", "backup.zip", "--data", "elsewhere");

        assertThat(restored.err()).contains("configuration.yaml")
                .containsPattern("as of [0-9-]+T[0-9]{2}:[0-9]{2}:[0-9]{2}Z into");
        assertThat(folder.resolve("elsewhere/configuration.yaml")).hasContent("page-size: 17");
    }

    @Test
    void archiveAndRestoredFiles_areReadableByTheirOwnerOnly() throws Exception {
        fill();
        done("backup", "backup.zip");
        done("restore", "backup.zip", "--data", "elsewhere");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("backup.zip"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("elsewhere"))))
                .isEqualTo("rwx------");
    }

    @Test
    void directoryOfAnUnreleasedProgram_isRefusedByEveryCommandAndStaysAsItIs() throws Exception {
        fill();
        Path database = folder.resolve("sheaf-data/sheaf.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            statement.execute("pragma user_version = 20");
        }
        Path before = Files.copy(database, folder.resolve("before.db"));
        for (String command : List.of("backup backup.zip", "source list", "export --format jsonl", "import books books.csv",
                "search emma", "serve --port 0")) {
            Typed refused = typed(command.split(" "));
            assertThat(refused.status()).as(command).isEqualTo(1);
            assertThat(refused.err()).as(command).contains("before the first release",
                    "sheaf export --source ID --format jsonl -o ID.jsonl", "sheaf import ID ID.jsonl");
        }
        assertThat(folder.resolve("backup.zip")).doesNotExist();
        assertThat(Files.mismatch(database, before)).isEqualTo(-1);
    }

    @Test
    void directoryThatHoldsSomething_isNotReplacedUnasked() throws Exception {
        fill();
        done("backup", "backup.zip");

        Typed refused = typed("restore", "backup.zip");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("is not empty", "--replace");
    }

    @Test
    void everyDamageOfAnArchive_isNoticedBeforeAnythingIsReplaced() throws Exception {
        fill();
        done("backup", "backup.zip");
        byte[] good = Files.readAllBytes(folder.resolve("backup.zip"));
        List<byte[]> damaged = new ArrayList<>(
                List.of(new byte[0], "no archive".getBytes(StandardCharsets.UTF_8), Arrays.copyOf(good, good.length / 2)));
        for (int place = 40; place < good.length; place += good.length / 40) {
            byte[] flipped = good.clone();
            flipped[place] ^= 0x10;
            damaged.add(flipped);
        }
        String exported = done("export", "--format", "jsonl").out();
        for (byte[] bytes : damaged) {
            Files.write(folder.resolve("damaged.zip"), bytes);
            Typed refused = typed("restore", "damaged.zip", "--replace");
            if (refused.status() == 0) {
                // A bit of the archive that carries nothing, such as a time.
                assertThat(done("export", "--format", "jsonl").out()).isEqualTo(exported);
                continue;
            }
            assertThat(refused.status()).as(refused.err()).isEqualTo(1);
            assertThat(refused.err()).doesNotContain("Exception").contains("backup");
        }
        assertThat(done("export", "--format", "jsonl").out()).isEqualTo(exported);
        assertThat(names(folder)).noneMatch(name -> name.contains("restoring"));
    }

    @Test
    void nothingToBackUp_isReported() {
        Typed refused = typed("backup", "backup.zip", "--data", "nowhere");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("nowhere holds no store");
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    @Test
    void placeThatCannotBeWritten_isNamed() throws Exception {
        fill();

        Typed refused = typed("backup", "no-such-folder/backup.zip");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("no-such-folder", "was not written");
        assertThat(typed("restore", "no-such-file.zip", "--data", "x").err()).contains("no-such-file.zip");
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
