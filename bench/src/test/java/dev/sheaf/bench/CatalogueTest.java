package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.platform.store.HubIdentity;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.testkit.Encryption;
import dev.sheaf.testkit.misbehaviour.Misbehaviour;
import dev.sheaf.testkit.misbehaviour.Misbehaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Everything that data providers in the field do wrong, over real HTTP into a real store: which records arrive, what is set aside, how the
 * harvest ends and what it says. No harvest claims to be complete when it is not.
 */
class CatalogueTest {

    private static final Path PAGE = Path.of("../docs/catalogue.md");
    private static final String BEGIN = "<!-- what follows is written by CatalogueTest -->\n";
    /** A pattern of names, to look into some of them alone. */
    private static final String ONLY = System.getProperty("sheaf.catalogue", "");
    private static final Path TABLE = Path.of("target/catalogue.md");
    private static final int PAIRS = 24;
    private static final int TRIPLES = 12;
    private static final long SEED = 20241121;

    /** Faults that a harvest does not stand up to yet, with what is missing: in catalogue-open.txt. One that it stands up to is not open. */
    private static final Map<String, String> OPEN = open();

    @TempDir
    private static Path data = Path.of("");
    private static final Map<String, CataloguePlay.Played> PLAYED = new LinkedHashMap<>();

    @BeforeAll
    static void harvestEverything() throws IOException, InterruptedException, ExecutionException {
        List<Misbehaviour> all = new ArrayList<>(Misbehaviours.all());
        all.addAll(combinations());
        Files.createDirectories(TABLE.toAbsolutePath().getParent());
        Path authority = data.resolve("ca.pem");
        try (InputStream in = Encryption.authority()) {
            Files.copy(in, authority);
        }
        try (SqliteRecordStore store = SqliteRecordStore.open(data, new HubIdentity("Hub", "a@example.org", "hub.example.org"),
                InstantSource.system()); ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Map<String, Future<CataloguePlay.Played>> coming = new LinkedHashMap<>();
            for (Misbehaviour one : all) {
                String id = "c" + coming.size();
                if (ONLY.isEmpty() || one.name().matches(ONLY)) {
                    coming.put(one.name(), threads.submit(() -> CataloguePlay.play(one, store, id, authority)));
                }
            }
            for (Map.Entry<String, Future<CataloguePlay.Played>> one : coming.entrySet()) {
                PLAYED.put(one.getKey(), one.getValue().get());
            }
        }
    }

    private static Map<String, String> open() {
        Map<String, String> open = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(CatalogueTest.class.getResourceAsStream("catalogue-open.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank()).forEach(line -> {
                int colon = line.indexOf(':');
                open.put(line.substring(0, colon), line.substring(colon + 1).strip());
            });
        } catch (IOException failure) {
            throw new UncheckedIOException("the list of what is open cannot be read", failure);
        }
        return open;
    }

    private static List<Misbehaviour> combinations() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Misbehaviour> combinations = new ArrayList<>(Misbehaviours.combinations(random, PAIRS, 2));
        combinations.addAll(Misbehaviours.combinations(random, TRIPLES, 3));
        return combinations;
    }

    @TestFactory
    Stream<DynamicTest> everyFaultIsSurvivedOrNamed() {
        return PLAYED.values().stream().map(played -> DynamicTest.dynamicTest(played.misbehaviour().name(), () -> {
            if (isOpenCombination(played.misbehaviour())) {
                return;
            }
            if (OPEN.containsKey(played.misbehaviour().name())) {
                assertThat(played.faults()).as("this is not open any more: take it off the list").isNotEmpty();
            } else {
                assertThat(played.faults()).as(played.misbehaviour().description() + "\n" + played.report()).isEmpty();
            }
        }));
    }

    /** What one fault leaves open, two of them may or may not. */
    private static boolean isOpenCombination(Misbehaviour one) {
        List<String> parts = List.of(one.name().split("\\+"));
        return parts.size() > 1 && parts.stream().anyMatch(OPEN::containsKey);
    }

    @Test
    void thePageOfTheDocumentationSaysWhatHappens() throws IOException {
        assumeTrue(ONLY.isEmpty(), "all faults were played");
        String page = Files.readString(PAGE);
        String introduction = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
        String right = introduction + CatalogueTable.forPeople(PLAYED.values());
        Files.writeString(TABLE.resolveSibling("catalogue-page.md"), right);
        assertThat(page).as("docs/catalogue.md; the right one is in target/catalogue-page.md").isEqualTo(right);
    }

    @AfterAll
    static void printTheTable() throws IOException {
        Files.writeString(TABLE, CatalogueTable.full(PLAYED.values()));
        List<String> open = PLAYED.values().stream().filter(played -> !played.faults().isEmpty())
                .map(played -> played.misbehaviour().name() + ": " + played.faults().getFirst()).toList();
        Files.write(TABLE.resolveSibling("catalogue-open.txt"), open);
        Files.write(TABLE.resolveSibling("catalogue-reports.txt"), PLAYED.values().stream()
                .filter(played -> !played.faults().isEmpty()).map(CatalogueTable::report).toList());
        System.out.println(
                PLAYED.size() + " faults and combinations harvested, " + open.size() + " open; the table is in " + TABLE);
    }
}
