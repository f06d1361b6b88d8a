package dev.sheaf.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sqlite.SqliteDialect;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code doctor --salvage} brings what can be read of a damaged store into a new one, and counts the rest. */
class SalvageTest {

    private static final int RECORDS = 3_000;
    private static final int PAGE = 4_096;

    @TempDir
    private Path folder;

    @BeforeEach
    void fill() throws Exception {
        StringBuilder rows = new StringBuilder("id,title,description\n");
        Random random = new Random(3);
        for (int i = 0; i < RECORDS; i++) {
            rows.append(i).append(",Title ").append(i).append(',').append(Long.toString(random.nextLong(), 36)).append(' ')
                    .append(Long.toString(random.nextLong(), 36)).append('\n');
        }
        Files.writeString(folder.resolve("books.csv"), rows);
        Files.writeString(folder.resolve("few.csv"), "id,title\n1,Secret\n");
        Files.writeString(folder.resolve("hub.yaml"), "repositories:\n  vault:\n    limits: {deny: all}\n");
        done("import", "books", "books.csv");
        done("--config", "hub.yaml", "import", "vault", "few.csv");
        done("aggregate", "add", "shelf", "--source", "books");
    }

    private Typed typed(String... arguments) {
        return Typed.atHub(folder, arguments);
    }

    private Typed done(String... arguments) {
        return typed(arguments).done();
    }

    private Path database() {
        return folder.resolve("sheaf-data/sheaf.db");
    }

    private static long number(String out, String source, String what) {
        Matcher line = Pattern.compile(source + ": (\\d+) records saved, (\\d+) lost").matcher(out);
        assertThat(line.find()).as(out).isTrue();
        return Long.parseLong(line.group(what.equals("saved") ? 1 : 2));
    }

    /** Returns the records of a source, without their times, which a salvage renews. */
    private Set<String> exported(String data, String source) {
        return done("--data", data, "export", "--source", source, "--format", "jsonl").out().lines()
                .map(line -> line.replaceAll("\"(datestamp|originDatestamp)\":(\"[^\"]*\"|null),", ""))
                .collect(Collectors.toSet());
    }

    private <T> List<T> sql(String query, SqlConnection.RowReader<T> reader) throws SQLException {
        try (SqlConnection connection = new SqlConnection(DriverManager.getConnection("jdbc:sqlite:" + database()),
                SqliteDialect.INSTANCE, SqlConnection.WriteFault.NONE)) {
            return connection.all(query, reader);
        }
    }

    private int root(String name) throws SQLException {
        return sql("select rootpage from sqlite_master where name = '" + name + "'", row -> row.getInt(1)).getFirst();
    }

    /** Returns a copy of a database with random bytes instead of some pages. */
    private static byte[] damaged(byte[] whole, Random random, int... pages) {
        byte[] damaged = whole.clone();
        for (int page : pages) {
            byte[] noise = new byte[PAGE];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, damaged, (page - 1) * PAGE, PAGE);
        }
        return damaged;
    }

    /** Salvages a database; expects that saved and lost records are all there were, and that saved ones are as they were. */
    private long saved(byte[] damaged, String out, String what, Set<String> before) throws IOException {
        Files.write(database(), damaged);
        Typed salvaged = typed("doctor", "--salvage", out);
        assertThat(salvaged.err()).as(what).doesNotContain("sheaf:");
        long saved = number(salvaged.out(), "books", "saved");
        long lost = number(salvaged.out(), "books", "lost");
        assertThat(saved + lost).as("%s: %s", what, salvaged.out()).isEqualTo(RECORDS);
        if (lost > 0) {
            assertThat(salvaged.status()).as(what).isEqualTo(1);
        }
        assertThat(before).as(what).containsAll(exported(out, "books"));
        assertThat(exported(out, "books")).as(what).hasSize((int) saved);
        assertThat(Files.readAllBytes(database())).as("the damaged store stays as it is").isEqualTo(damaged);
        assertThat(folder.resolve(out).resolve("salvage")).as("copied rows").doesNotExist();
        done("--data", out, "doctor");
        return saved;
    }

    @Test
    void undamagedStore_isCopiedWhole() {
        Typed salvaged = done("doctor", "--salvage", "out");
        assertThat(salvaged.out())
                .startsWith("books: " + RECORDS + " records saved, 0 lost\nvault: 1 records saved, 0 lost\nThe new");
        assertThat(exported("out", "books")).isEqualTo(exported("sheaf-data", "books"));
        assertThat(done("--data", "out", "aggregate", "list").out()).contains("shelf");
        done("--data", "out", "doctor");
    }

    /** The order of pages in a restored store is another one. */
    @Test
    void damagedPages_costOnlyTheirRecords_alsoInARestoredStore() throws Exception {
        Set<String> before = exported("sheaf-data", "books");
        Random random = new Random(8);
        long lost = 0;
        for (int round = 0; round < 12; round++) {
            if (round == 6) {
                done("doctor", "--salvage", "whole");
                done("--data", "whole", "backup", "backup.zip");
                done("restore", "backup.zip", "--replace");
            }
            byte[] whole = Files.readAllBytes(database());
            int page = 1 + random.nextInt(whole.length / PAGE);
            long saved = saved(damaged(whole, random, page), "out-" + round, "page " + page, before);
            assertThat(saved).as("page %s", page).isGreaterThan(RECORDS * 98 / 100);
            lost += RECORDS - saved;
            Files.write(database(), whole);
        }
        assertThat(lost).as("some pages held records").isPositive();
    }

    /** Pages on which all records depend: the schema, the tops of the trees, the dictionary, names, counters. */
    @Test
    void damagedPageOnWhichManyRecordsDepend_costsNone() throws Exception {
        Set<String> before = exported("sheaf-data", "books");
        byte[] whole = Files.readAllBytes(database());
        Random random = new Random(9);
        Map<String, Integer> pages = new LinkedHashMap<>();
        pages.put("the header and the top of the schema", 1);
        for (String table : List.of("rec", "item", "dict", "meta", "source_name", "sqlite_autoindex_source_name_1", "prefix_name",
                "set_name", "scope", "stat", "format", "source", "access_list", "unlisted", "aggregate")) {
            pages.put("the top of " + table, root(table));
        }
        byte[] dictionary = sql("select bytes from dict", row -> row.getBytes(1)).getFirst();
        pages.put("a dictionary", 1 + indexOf(whole, Arrays.copyOfRange(dictionary, 30_000, 30_050)) / PAGE);
        // Page 1 is an inner page of the schema, with remains of the time when it was a leaf.
        pages.put("a page of the schema", 2 + indexOf(Arrays.copyOfRange(whole, PAGE, whole.length),
                "CREATE TABLE item (".getBytes(StandardCharsets.US_ASCII)) / PAGE);
        for (Map.Entry<String, Integer> page : pages.entrySet()) {
            String out = "out-" + page.getValue();
            assertThat(saved(damaged(whole, random, page.getValue()), out, page.getKey(), before)).as(page.getKey())
                    .isEqualTo(RECORDS);
            if (!page.getKey().endsWith("access_list")) {
                try (HubStore store = HubStores.open(folder.resolve(out),
                        new HubIdentity("Test", "admin@example.org", "hub.example.org"),
                        Clock.systemUTC())) {
                    assertThat(store.membership().leftOutOfEverything()).as(page.getKey()).contains("vault");
                }
            }
        }
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int i = 0; i + part.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        throw new AssertionError("the file does not contain the bytes");
    }

    @Test
    void lostSettings_areNamed_andNothingIsOpenedThatMayHaveBeenClosed() throws Exception {
        byte[] whole = Files.readAllBytes(database());
        Random random = new Random(10);
        Files.write(database(), damaged(whole, random, root("access_list")));
        assertThat(typed("doctor", "--salvage", "closed").out()).contains("The access lists are lost. Everything is closed");
        Files.write(database(), whole);
        Files.write(database(), damaged(whole, random, root("unlisted")));
        assertThat(typed("doctor", "--salvage", "unlisted").out()).contains("all of them are", "--option listed=on");
        assertThat(done("--data", "unlisted", "source", "show", "books").out()).contains("/oai/books");
        Files.write(database(), whole);
        Files.write(database(), damaged(whole, random, root("source")));
        assertThat(typed("doctor", "--salvage", "bare").out())
                .contains("books: 3000 records saved, 0 lost; its settings are lost");
        Files.write(database(), whole);
        Files.write(database(), damaged(whole, random, root("source_name"), root("sqlite_autoindex_source_name_1")));
        Typed nameless = typed("doctor", "--salvage", "nameless");
        assertThat(nameless.out()).contains("source-1: 3000 records saved, 0 lost", "Names of sources or formats are lost");
        assertThat(nameless.status()).isEqualTo(1);
    }

    @Test
    void shortenedFile_savesWhatItStillHas() throws Exception {
        Set<String> before = exported("sheaf-data", "books");
        byte[] whole = Files.readAllBytes(database());
        assertThat(saved(Arrays.copyOf(whole, whole.length / 10 * 8), "out-80", "80 %", before)).isBetween(RECORDS / 2L,
                RECORDS - 1L);
        assertThat(saved(Arrays.copyOf(whole, whole.length / 10 * 5 + 77), "out-50", "50 %", before)).isBetween(RECORDS / 10L,
                RECORDS - 1L);
    }

    /** Damage all over the file, down to single bits: what is saved is right, and every salvage ends. */
    @Test
    void muchDamage_neverSavesWrongContent() throws Exception {
        Set<String> before = exported("sheaf-data", "books");
        byte[] whole = Files.readAllBytes(database());
        Random random = new Random(11);
        for (int round = 0; round < 4; round++) {
            byte[] damaged = whole.clone();
            for (int flip = 0; flip < 2_000; flip++) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(database(), damaged);
            Typed salvaged = typed("doctor", "--salvage", "flipped-" + round);
            assertThat(salvaged.err()).doesNotContain("fault of Sheaf");
            assertThat(before).containsAll(exported("flipped-" + round, "books"));
            assertThat(number(salvaged.out(), "books", "saved")).isGreaterThan(RECORDS / 10);
        }
    }

    /** Inner pages that name themselves and each other, and pages of a dictionary that name themselves. */
    @Test
    void circlesOfPages_end_andCostNoRecord() throws Exception {
        Set<String> before = exported("sheaf-data", "books");
        byte[] damaged = Files.readAllBytes(database());
        int rec = root("rec");
        int item = root("item");
        ByteBuffer pages = ByteBuffer.wrap(damaged);
        for (int page : new int[]{rec, item}) {
            int top = (page - 1) * PAGE;
            int cells = pages.getShort(top + 3);
            for (int i = 0; i < cells; i++) {
                pages.putInt(top + pages.getShort(top + 12 + 2 * i), i % 2 == 0 ? rec : item);
            }
            pages.putInt(top + 8, page);
        }
        byte[] dictionary = sql("select bytes from dict", row -> row.getBytes(1)).getFirst();
        int overflow = indexOf(damaged, Arrays.copyOfRange(dictionary, 30_000, 30_050)) / PAGE;
        pages.putInt(overflow * PAGE, overflow + 1);
        assertThat(saved(damaged, "out", "circles", before)).isEqualTo(RECORDS);
    }

    @Test
    void recordsThatAreInTheLogOnly_areSaved() throws Exception {
        Files.writeString(folder.resolve("more.csv"), "id,title\n1,Logged\n");
        Path copy = Files.createDirectories(folder.resolve("copy"));
        try (Connection reader = DriverManager.getConnection("jdbc:sqlite:" + database());
                Statement statement = reader.createStatement()) {
            // While somebody reads, the log is not moved into the file.
            statement.execute("begin");
            statement.executeQuery("select count(*) from rec").close();
            done("import", "more", "more.csv");
            Files.copy(database(), copy.resolve("sheaf.db"));
            Files.copy(folder.resolve("sheaf-data/sheaf.db-wal"), copy.resolve("sheaf.db-wal"));
        }
        byte[] log = Files.readAllBytes(copy.resolve("sheaf.db-wal"));
        assertThat(log.length).isGreaterThan(PAGE);
        Files.write(copy.resolve("sheaf.db"), damaged(Files.readAllBytes(copy.resolve("sheaf.db")), new Random(12), root("rec")));
        Typed salvaged = typed("--data", "copy", "doctor", "--salvage", "out");
        assertThat(salvaged.out()).contains("books: 3000 records saved, 0 lost\nmore: 1 records saved, 0 lost");
        assertThat(Files.readAllBytes(copy.resolve("sheaf.db-wal"))).isEqualTo(log);

        log[100] ^= 1;
        Files.write(copy.resolve("sheaf.db-wal"), log);
        Typed older = typed("--data", "copy", "doctor", "--salvage", "older");
        assertThat(older.out()).contains("books: 3000 records saved", "the newest changes are lost");
        assertThat(older.status()).isEqualTo(1);
    }

    /** A store of a program that kept no second copies gets them when it is opened for writing. */
    @Test
    void dictionariesWithoutCopies_areCopiedWhenTheStoreIsOpened() throws Exception {
        String copies = "select k from meta where k like 'dict:%'";
        List<String> before = sql(copies, row -> row.getString(1));
        assertThat(before).isNotEmpty();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database());
                Statement statement = connection.createStatement()) {
            statement.execute("delete from meta where k like 'dict:%'");
        }
        done("aggregate", "add", "other", "--source", "vault");
        assertThat(sql(copies, row -> row.getString(1))).isEqualTo(before);
    }

    @Test
    void fileWithoutAnythingReadable_isRefused() throws Exception {
        byte[] noise = new byte[100 * PAGE];
        new Random(13).nextBytes(noise);
        Files.write(database(), noise);
        Typed refused = typed("doctor", "--salvage", "out");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("nothing of it can be read");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void directoryWithFiles_isNotWrittenTo() throws Exception {
        Files.createDirectories(folder.resolve("full"));
        Files.writeString(folder.resolve("full/x"), "x");
        assertThat(typed("doctor", "--salvage", "full").err()).contains("is not empty");
        assertThat(typed("doctor", "--salvage", "sheaf-data").err()).contains("is not empty");
        assertThat(typed("doctor", "--salvage", "out", "--fix").status()).isEqualTo(2);
    }
}
