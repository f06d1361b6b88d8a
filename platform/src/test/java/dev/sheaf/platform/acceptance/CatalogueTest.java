package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.platform.store.HubIdentity;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.testkit.misbehaviour.Misbehaviour;
import dev.sheaf.testkit.misbehaviour.Misbehaviours;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Everything that data providers in the field do wrong, over real HTTP into a real store: which records arrive, what is set aside, how the
 * harvest ends and what it says. No harvest claims to be complete when it is not.
 */
class CatalogueTest {

    private static final Path TABLE = Path.of("target/catalogue.md");
    private static final int PAIRS = 24;
    private static final int TRIPLES = 12;
    private static final long SEED = 20241121;

    /** Faults that a harvest does not stand up to yet, with what is missing. One that it does stand up to must not be here. */
    private static final Map<String, String> OPEN = Map.of();

    @TempDir
    private static Path data = Path.of("");
    private static final Map<String, CataloguePlay.Played> PLAYED = new LinkedHashMap<>();

    @BeforeAll
    static void harvestEverything() throws IOException, InterruptedException, ExecutionException {
        List<Misbehaviour> all = new ArrayList<>(Misbehaviours.all());
        all.addAll(combinations());
        String only = System.getProperty("sheaf.catalogue", "");
        try (SqliteRecordStore store = SqliteRecordStore.open(data, new HubIdentity("Hub", "a@example.org", "hub.example.org"),
                InstantSource.system()); ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Map<String, Future<CataloguePlay.Played>> coming = new LinkedHashMap<>();
            for (Misbehaviour one : all) {
                String id = "c" + coming.size();
                if (only.isEmpty() || one.name().matches(only)) {
                    coming.put(one.name(), threads.submit(() -> CataloguePlay.play(one, store, id)));
                }
            }
            for (Map.Entry<String, Future<CataloguePlay.Played>> one : coming.entrySet()) {
                PLAYED.put(one.getKey(), one.getValue().get());
            }
        }
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

    @AfterAll
    static void printTheTable() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("| behaviour | rows | outcome | records expected | received whole | set aside | requests |");
        lines.add("|---|---|---|---|---|---|---|");
        PLAYED.values().forEach(played -> lines.add(CataloguePlay.line(played)));
        Files.createDirectories(TABLE.toAbsolutePath().getParent());
        Files.write(TABLE, lines);
        List<String> open = PLAYED.values().stream().filter(played -> !played.faults().isEmpty())
                .map(played -> played.misbehaviour().name() + ": " + played.faults().getFirst()).toList();
        Files.write(TABLE.resolveSibling("catalogue-open.txt"), open);
        Files.write(TABLE.resolveSibling("catalogue-reports.txt"), PLAYED.values().stream().filter(played -> !played.faults().isEmpty())
                .map(played -> "##### " + played.misbehaviour().name() + "\n" + String.join("\n", played.faults()) + "\n" + played.report()).toList());
        System.out.println(PLAYED.size() + " faults and combinations harvested, " + open.size() + " open; the table is in " + TABLE);
    }
}
