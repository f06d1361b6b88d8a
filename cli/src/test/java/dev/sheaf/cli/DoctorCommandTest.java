package dev.sheaf.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.cli.program.Surroundings;
import dev.sheaf.store.sql.Schema;

import static org.assertj.core.api.Assertions.assertThat;

class DoctorCommandTest {

    private static final Instant WRONG = Instant.parse("2040-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    @BeforeEach
    void fill() throws Exception {
        Files.writeString(folder.resolve("books.csv"), "id,title,subject\n1,Emma,novel\n2,Middlemarch,novel\n3,Walden,essay\n");
        Files.writeString(folder.resolve("secret"), "a long enough secret");
        done("import", "books", "books.csv");
        Files.writeString(folder.resolve("books.csv"), "id,title,subject\n1,Emma,novel\n2,Middlemarch,tale\n");
        done("import", "books", "books.csv");
        done("source", "add", "library", "http://127.0.0.1:1/oai");
        done("source", "set", "library", "--secret-file", "secret");
        done("search", "emma");
    }

    private Typed typed(String... arguments) {
        return Typed.atHub(folder, arguments);
    }

    private Typed done(String... arguments) {
        return typed(arguments).done();
    }

    private Typed faulty(String check, String... arguments) {
        Typed typed = typed(arguments);
        assertThat(typed.status()).as(typed.err() + typed.out()).isEqualTo(1);
        assertThat(typed.out()).containsPattern("fault +" + check);
        return typed;
    }

    /** Types a command while the clock is wrong. */
    private Typed at(Instant time, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Sheaf
                .run(new Surroundings(new LinkedHashMap<>(Map.of("SHEAF_BASE_URL", "https://hub.example.org")), folder, out,
                        new PrintStream(err, true, StandardCharsets.UTF_8), false, () -> time, (_, _) -> {}), arguments);
        return new Typed(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private Path data(String file) {
        return folder.resolve("sheaf-data").resolve(file);
    }

    private void sql(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data("sheaf.db"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private long number(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data("sheaf.db"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : -1;
        }
    }

    @Test
    void soundDataDirectory_hasNoFaults_whileTheHubRuns() throws Exception {
        Typed sound = done("doctor");
        for (String check : List.of("database", "records", "counters", "key", "clock", "open-stamp", "leases", "index")) {
            assertThat(sound.out()).containsPattern("ok +" + check);
        }
        try (Typed.Serving hub = Typed.serving(folder)) {
            hub.address();
            done("doctor");
            Typed refused = typed("doctor", "--fix");
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err()).contains("in use", "Stop the hub");
        }
        assertThat(done("doctor", "--fix").out()).doesNotContain("repaired");
    }

    @Test
    void directoryOfAnUnreleasedProgram_isReportedWithAdvice_andNotChanged() throws Exception {
        sql("pragma user_version = 20", "update stat set live = live + 1");
        for (String[] doctor : new String[][]{{"doctor"}, {"doctor", "--fix"}}) {
            Typed refused = faulty("database", doctor);
            assertThat(refused.out()).contains("before the first release", "sheaf export --source ID", "sheaf import ID")
                    .doesNotContain("damaged", "To repair it", "repaired");
        }
        sql("pragma user_version = " + Schema.VERSION);
        faulty("counters", "doctor");
    }

    @Test
    void report_isAvailableAsJson() throws Exception {
        Files.delete(data("secrets.key"));
        JsonNode report = JsonMapper.shared().readTree(typed("doctor", "--json").out());
        assertThat(report.path("ok").asBoolean()).isFalse();
        assertThat(report.path("findings")).anySatisfy(finding -> {
            assertThat(finding.path("check").asString()).isEqualTo("key");
            assertThat(finding.path("state").asString()).isEqualTo("fault");
            assertThat(finding.path("remedy").asString()).contains("secrets.key");
        });
    }

    @Test
    void changedByteOfAStoredIdentifier_isFoundAndRepaired() throws Exception {
        String exported = done("export", "--format", "jsonl").out();
        sql("update rec set identifier = replace(identifier, '1', '7') where source > 0");
        faulty("records", "doctor");
        Typed repaired = done("doctor", "--fix");
        assertThat(repaired.out()).containsPattern("repaired +records");
        assertThat(done("export", "--format", "jsonl").out()).isEqualTo(exported);
    }

    @Test
    void everyChangedByteOfABody_isFound() throws Exception {
        int length = (int) number("select length(payload) from rec where payload is not null limit 1");
        assertThat(length).isGreaterThan(20);
        byte[] good = Files.readAllBytes(data("sheaf.db"));
        for (int place = 1; place <= length; place++) {
            sql("pragma journal_mode = delete", "update rec set payload = cast(substr(payload, 1, " + (place - 1) + ") || "
                    + "(case when substr(payload, " + place + ", 1) = x'41' then x'42' else x'41' end) || substr(payload, "
                    + (place + 1)
                    + ") as blob) where seq = (select min(seq) from rec where payload is not null)");
            if (place % 7 == 0) {
                faulty("records", "doctor");
            }
            Files.write(data("sheaf.db"), good);
        }
    }

    @Test
    void damagedRecord_isBroughtAgainAfterItWasMarked() throws Exception {
        String exported = done("export", "--format", "jsonl").out();
        sql("update rec set payload = x'00' where seq = (select min(seq) from rec where payload is not null)");
        faulty("records", "doctor");
        Typed marked = faulty("records", "doctor", "--fix");
        assertThat(marked.out()).containsPattern("repaired +records +1 damaged records were marked");
        done("import", "books", "books.csv");
        done("doctor");
        assertThat(done("export", "--format", "jsonl").out().lines().map(line -> line.replaceAll("\"datestamp\":\"[^\"]*\"", ""))
                .sorted())
                .containsExactlyElementsOf(
                        exported.lines().map(line -> line.replaceAll("\"datestamp\":\"[^\"]*\"", "")).sorted().toList());
    }

    @Test
    void wrongCounters_areCountedAgain() throws Exception {
        long live = number("select sum(live) + 7 * sum(deleted) from stat") + 1000 * number("select sum(live) from source_count");
        sql("update stat set live = live + 3", "update source_count set live = 99, deleted = 5");
        faulty("counters", "doctor");
        assertThat(done("doctor", "--fix").out()).containsPattern("repaired +counters");
        assertThat(number("select sum(live) + 7 * sum(deleted) from stat") + 1000 * number("select sum(live) from source_count"))
                .isEqualTo(live);
    }

    @Test
    void missingDamagedAndForeignKeys_areFound() throws Exception {
        byte[] key = Files.readAllBytes(data("secrets.key"));
        for (byte[] other : List.of(new byte[0], new byte[32], "short".getBytes(StandardCharsets.UTF_8))) {
            Files.write(data("secrets.key"), other);
            assertThat(faulty("key", "doctor").out()).contains("1 of 1 secrets cannot be read");
        }
        Files.delete(data("secrets.key"));
        faulty("key", "doctor");
        Files.write(data("secrets.key"), key);
        done("doctor");
    }

    @Test
    void damagedOpenTransaction_isRefusedByCommands_andRepairedByDoctor() throws Exception {
        byte[] damaged = Files.readAllBytes(data("open-stamp"));
        byte[] noise = new byte[16];
        new Random(11).nextBytes(noise);
        System.arraycopy(noise, 0, damaged, 8, 16);
        Files.write(data("open-stamp"), damaged);
        Typed refused = typed("export", "--format", "jsonl");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("open-stamp", "sheaf doctor --fix");
        faulty("open-stamp", "doctor");
        assertThat(done("doctor", "--fix").out()).containsPattern("repaired +open-stamp");
        done("export", "--format", "jsonl");
    }

    @Test
    void clockThatIsYearsAhead_isRefusedUntilAnOperatorAcceptsIt() throws Exception {
        Files.writeString(folder.resolve("books.csv"), "id,title,subject\n1,Emma!,novel\n");
        Typed refused = at(WRONG, "import", "books", "books.csv");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("2040-01-01T00:00:00Z", "Set the clock right", "--accept-clock");
        assertThat(at(WRONG, "doctor", "--fix").status()).isEqualTo(1);
        done("doctor");
        assertThat(at(WRONG, "doctor", "--accept-clock").status()).isZero();
        assertThat(at(WRONG, "import", "books", "books.csv").status()).isZero();
    }

    @Test
    void recordsThatAWrongClockHasDated_areDatedAgainInTheirOrder() throws Exception {
        Files.writeString(folder.resolve("books.csv"), "id,title,subject\n1,Emma!,novel\n2,Middlemarch,tale\n4,Ulysses,novel\n");
        assertThat(at(WRONG, "doctor", "--accept-clock").status()).isZero();
        assertThat(at(WRONG, "import", "books", "books.csv").status()).isZero();
        List<String> before = identifiers();
        Instant now = Clock.systemUTC().instant();
        assertThat(done("export", "--format", "jsonl").out()).contains("2040-01-01");
        faulty("clock", "doctor");

        assertThat(done("doctor", "--fix").out()).containsPattern("repaired +clock");

        assertThat(done("export", "--format", "jsonl").out()).doesNotContain("2040-01-01");
        assertThat(identifiers()).isEqualTo(before);
        done("doctor");
        Files.writeString(folder.resolve("books.csv"), "id,title,subject\n1,Emma?,novel\n2,Middlemarch,tale\n4,Ulysses,novel\n");
        done("import", "books", "books.csv");
        assertThat(number("select max(ds) from rec")).isBetween(now.getEpochSecond(),
                now.plus(Duration.ofHours(1)).getEpochSecond());
        done("doctor");
    }

    private List<String> identifiers() {
        return done("export", "--format", "jsonl").out().lines()
                .map(line -> JsonMapper.shared().readTree(line).path("identifier").asString())
                .toList();
    }

    @Test
    void damagedIndex_isBuiltAgain() throws Exception {
        try (var files = Files.list(data("index"))) {
            for (Path file : files.filter(file -> file.getFileName().toString().endsWith(".cfs")).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length / 2] ^= 1;
                Files.write(file, bytes);
            }
        }
        faulty("index", "doctor");
        assertThat(done("doctor", "--fix").out()).containsPattern("repaired +index");
        assertThat(done("search", "emma", "--json").out()).contains("\"total\":1");
        done("doctor");
    }

    @Test
    void damagedDatabase_isReportedAndNotChanged() throws Exception {
        byte[] bytes = Files.readAllBytes(data("sheaf.db"));
        for (int place = 8192; place < Math.min(bytes.length, 40_000); place++) {
            bytes[place] = 7;
        }
        Files.write(data("sheaf.db"), bytes);
        assertThat(faulty("database", "doctor").out()).contains("sheaf restore FILE --replace", "sheaf doctor --salvage OUT");
        assertThat(typed("export", "--format", "jsonl").err()).contains("sheaf doctor --salvage OUT");
        assertThat(Files.readAllBytes(data("sheaf.db"))).isEqualTo(bytes);
    }

    @Test
    void folderWithoutStore_isReported() {
        Typed refused = typed("doctor", "--data", "nowhere");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("holds no store");
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }
}
