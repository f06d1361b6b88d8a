package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The mesh of the article: data providers a, b and x; aggregators of a and x, and of b and x; a service on both. Beside it a circle of three
 * aggregators, one of which has x, another a, the third b. Real hubs over HTTP, real stores.
 *
 * <p>Ten rounds of changes, each followed by one harvest of everything; then harvests without changes until nothing moves.
 */
class MeshTest {

    private static final Path TABLE = Path.of("target", "mesh.md");
    private static final int CHANGES = 10;
    private static final int MOST_ROUNDS = 18;
    private static final List<String> PROVIDERS = List.of("a", "b", "x");

    @TempDir
    private Path data = Path.of("");

    private final Map<String, TestHub> hubs = new LinkedHashMap<>();
    private final Map<String, Map<String, OaiRecord>> originals = new TreeMap<>();
    private final AtomicInteger requests = new AtomicInteger();

    @BeforeAll
    static void beginTable() throws IOException {
        Files.deleteIfExists(TABLE);
    }

    /** Harvest of one hub by another. */
    private record Link(String hub, String source, String of) {}

    private static final List<Link> LINKS = List.of(new Link("ax", "a", "a"), new Link("ax", "x", "x"), new Link("bx", "b", "b"),
            new Link("bx", "x", "x"), new Link("service", "ax", "ax"), new Link("service", "bx", "bx"),
            new Link("p", "x", "x"), new Link("p", "r", "r"), new Link("q", "a", "a"), new Link("q", "p", "p"),
            new Link("r", "b", "b"), new Link("r", "q", "q"));

    @ParameterizedTest
    @EnumSource
    void meshOfHubs_settlesAndHoldsEachRecordOnce(Collisions policy) throws Exception {
        List<String> rows = new ArrayList<>();
        try {
            for (String name : Stream.concat(PROVIDERS.stream(), LINKS.stream().map(Link::hub)).distinct().toList()) {
                TestHub hub = new TestHub(data.resolve(name), name);
                hubs.put(name, hub);
                hub.store().put(Aggregate.of(Aggregate.EVERYTHING).withCollisions(policy, "x", "bx", "r"));
            }
            Random random = new Random(7);
            PROVIDERS.forEach(provider -> hub(provider).store().put(Source.imported(provider, provider)));
            int rounds = 0;
            Map<String, Long> before = Map.of();
            while (rounds < CHANGES || !before.equals(changes())) {
                before = changes();
                if (rounds < CHANGES) {
                    PROVIDERS.forEach(provider -> change(provider, random));
                }
                requests.set(0);
                LINKS.forEach(this::harvest);
                rows.add(row(policy, ++rounds));
                assertThat(rounds).as("rounds until nothing moves").isLessThanOrEqualTo(MOST_ROUNDS);
            }
            Map<String, OaiRecord> union = new TreeMap<>();
            originals.values().forEach(union::putAll);
            union.values().removeIf(OaiRecord::deleted);
            assertThat(union).hasSizeGreaterThan(20);
            for (String name : LINKS.stream().map(Link::hub).distinct().toList()) {
                Map<String, OaiRecord> expected = new TreeMap<>(union);
                expected.keySet().removeIf(identifier -> name.equals("ax") && identifier.startsWith("oai:b.")
                        || name.equals("bx") && identifier.startsWith("oai:a."));
                check(name, expected, policy);
            }
            assertThat(hub("p").store().statistics().ownRecords("r")).as("records that p had before r").isPositive();
        } finally {
            hubs.values().forEach(TestHub::close);
            write(rows);
        }
    }

    private TestHub hub(String name) {
        return java.util.Objects.requireNonNull(hubs.get(name));
    }

    private void harvest(Link link) {
        String url = PROVIDERS.contains(link.of()) ? hub(link.of()).sourceUrl(link.of()) : hub(link.of()).aggregateUrl();
        HarvestOutcome outcome = hub(link.hub()).harvest(link.source(), url, event -> {
            if (event instanceof HarvestEvent.Requested) {
                requests.incrementAndGet();
            }
        });
        assertThat(outcome.isComplete()).as("%s from %s: %s", link.hub(), link.of(), outcome).isTrue();
    }

    /** New, changed, the same again, moved to another set, withdrawn or back. */
    private void change(String provider, Random random) {
        Map<String, OaiRecord> known = originals.computeIfAbsent(provider, _ -> new TreeMap<>());
        List<OaiRecord> batch = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = random.nextInt(14);
            List<SetSpec> sets = random.nextBoolean() ? List.of() : List.of(new SetSpec(random.nextBoolean() ? "s" : "s:t"));
            Header header = new Header("oai:" + provider + ".example.org:" + number,
                    Datestamp.ofSecond(Instant.now().truncatedTo(java.time.temporal.ChronoUnit.SECONDS)), sets,
                    random.nextInt(4) == 0 && known.size() > 6);
            batch.add(header.deleted()
                    ? new OaiRecord(header, null)
                    : new OaiRecord(header, SampleRecords.dublinCore(number, "Version " + random.nextInt(1_000))));
        }
        batch.forEach(record -> known.put(record.identifier(), record));
        hub(provider).store().save(new Batch(provider, 1, MetadataFormat.OAI_DC, batch));
    }

    private Map<String, Long> changes() {
        Map<String, Long> changes = new TreeMap<>();
        hubs.forEach((name, hub) -> changes.put(name, hub.store().lastSeq()));
        return changes;
    }

    private static List<OaiRecord> live(TestHub hub) {
        Repository repository = hub.store().aggregate(hub.aggregateUrl());
        List<OaiRecord> live = new ArrayList<>();
        Position after = null;
        do {
            RecordPage page = repository.records(new RecordQuery(MetadataFormat.OAI_DC.prefix(), null,
                    Instant.ofEpochSecond(9_999_999_999L), null, after, 100, false, true));
            live.addAll(page.read());
            after = page.next();
        } while (after != null);
        return live;
    }

    private void check(String name, Map<String, OaiRecord> expected, Collisions policy) {
        List<OaiRecord> live = live(hub(name));
        Map<String, List<OaiRecord>> byOriginal = new TreeMap<>();
        for (OaiRecord record : live) {
            String original = record.identifier().replaceFirst("^oai:[^:]+:[a-z]+/(?=oai:)", "");
            byOriginal.computeIfAbsent(original, _ -> new ArrayList<>()).add(record);
        }
        assertThat(byOriginal.keySet()).as("records of " + name).isEqualTo(expected.keySet());
        byOriginal.forEach((identifier, copies) -> {
            for (OaiRecord copy : copies) {
                assertThat(String.valueOf(copy.metadata())).as("%s in %s", identifier, name)
                        .isEqualTo(String.valueOf(java.util.Objects.requireNonNull(expected.get(identifier)).metadata()));
            }
            boolean twice = policy == Collisions.KEEP_ALL && name.equals("service") && identifier.startsWith("oai:x.");
            assertThat(copies).as("copies of %s in %s", identifier, name).hasSize(twice ? 2 : 1);
            assertThat(copies).extracting(OaiRecord::identifier).as("the first keeps its identifier").contains(identifier);
        });
    }

    private String row(Collisions policy, int round) {
        StringBuilder row = new StringBuilder("| " + policy.text() + " | " + round + " | " + requests.get() + " |");
        hubs.forEach((name, hub) -> row.append(' ').append(live(hub).size()).append(" |"));
        return row.toString();
    }

    private void write(List<String> rows) throws IOException {
        Files.createDirectories(java.util.Objects.requireNonNull(TABLE.getParent()));
        if (!Files.exists(TABLE)) {
            Files.writeString(TABLE, "| policy | round | requests | " + String.join(" | ", hubs.keySet()) + " |\n"
                    + "|---".repeat(3 + hubs.size()) + "|\n");
        }
        Files.write(TABLE, rows, StandardOpenOption.APPEND);
    }
}
