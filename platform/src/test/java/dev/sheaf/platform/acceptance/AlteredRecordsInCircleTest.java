package dev.sheaf.platform.acceptance;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A repository some of whose records have to be repaired, and three hubs that harvest each other in a circle, two of them the repository too:
 * repaired records go by identifiers of hubs, are there once anyway, and all comes to rest; records that the origin corrected go by their
 * own again.
 */
class AlteredRecordsInCircleTest {

    private static final int RECORDS = 12;
    private static final int MOST_ROUNDS = 10;

    private final Map<String, TestHub> hubs = new LinkedHashMap<>();

    @ParameterizedTest
    @EnumSource
    void repairedRecord_hasAnIdentifierOfTheHub_untilTheSourceRepairsIt(Collisions policy, @TempDir Path data) throws Exception {
        try (ScriptedProvider origin = ScriptedProvider.start(InstantSource.system())) {
            for (int i = 0; i < RECORDS; i++) {
                origin.put(List.of(SampleRecords.live(i, i % 4 == 0 ? "Salt &amp; pepper " + i : "Title " + i,
                        Datestamp.parse("2024-01-01T00:00:00Z"))));
            }
            origin.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.text(page -> page.replace("Salt &amp; ", "Salt & ")));
            for (String name : List.of("p", "q", "r")) {
                TestHub hub = new TestHub(data.resolve(name), name);
                hubs.put(name, hub);
                hub.store().put(Aggregate.of(Aggregate.EVERYTHING).withCollisions(policy, "o"));
            }
            rest(origin);
            for (String name : hubs.keySet()) {
                for (Map.Entry<String, List<String>> item : shown(name).entrySet()) {
                    int number = Integer.parseInt(item.getKey().substring(item.getKey().lastIndexOf(':') + 1));
                    boolean altered = number % 4 == 0;
                    assertThat(item.getValue()).as("%s in %s", item.getKey(), name)
                            .hasSizeLessThanOrEqualTo(policy == Collisions.KEEP_ALL ? 2 : 1)
                            .anyMatch(identifier -> altered
                                    ? identifier.matches("oai:[pr]\\.example\\.org:o/oai:example\\.org:\\d+")
                                    : identifier.equals(item.getKey()));
                }
            }

            origin.behave();
            Datestamp now = Datestamp.ofSecond(Instant.now().truncatedTo(ChronoUnit.SECONDS));
            for (int i = 0; i < RECORDS; i += 4) {
                origin.put(List.of(SampleRecords.live(i, "Pepper, corrected " + i, now)));
            }
            rest(origin);
            for (String name : hubs.keySet()) {
                shown(name).forEach((identifier, copies) -> assertThat(copies).as("%s in %s", identifier, name)
                        .contains(identifier).hasSizeLessThanOrEqualTo(policy == Collisions.KEEP_ALL ? 2 : 1));
            }
        } finally {
            hubs.values().forEach(TestHub::close);
        }
    }

    /** Harvests until nothing moves. */
    private void rest(ScriptedProvider origin) {
        Map<String, Long> before = Map.of();
        int rounds = 0;
        while (!before.equals(changes())) {
            before = changes();
            harvest("p", "o", origin.baseUrl());
            harvest("p", "r", hub("r").aggregateUrl());
            harvest("q", "p", hub("p").aggregateUrl());
            harvest("r", "o", origin.baseUrl());
            harvest("r", "q", hub("q").aggregateUrl());
            assertThat(++rounds).as("rounds until nothing moves").isLessThanOrEqualTo(MOST_ROUNDS);
        }
    }

    private void harvest(String hub, String source, String baseUrl) {
        assertThat(hub(hub).harvest(source, baseUrl).isComplete()).as("%s from %s", hub, source).isTrue();
    }

    private TestHub hub(String name) {
        return java.util.Objects.requireNonNull(hubs.get(name));
    }

    private Map<String, Long> changes() {
        Map<String, Long> changes = new TreeMap<>();
        hubs.forEach((name, hub) -> changes.put(name, hub.store().lastSeq()));
        return changes;
    }

    /** The identifiers under which a hub shows each item, by its identifier at the origin. */
    private Map<String, List<String>> shown(String name) throws Exception {
        Map<String, List<String>> shown = new TreeMap<>();
        List<OaiRecord> records = ServingHub
                .records(hub(name).read(hub(name).aggregateUrl() + "?verb=ListRecords&metadataPrefix=oai_dc"));
        for (OaiRecord record : records) {
            if (!record.deleted()) {
                Provenance hop = record.about().stream().flatMap(about -> ProvenanceReader.read(about).stream()).findFirst()
                        .orElseThrow();
                for (Provenance inner = hop.origin(); inner != null; inner = inner.origin()) {
                    hop = inner;
                }
                shown.computeIfAbsent(hop.identifier(), _ -> new ArrayList<>()).add(record.identifier());
            }
        }
        assertThat(shown).as("items in " + name).hasSize(RECORDS);
        return shown;
    }
}
