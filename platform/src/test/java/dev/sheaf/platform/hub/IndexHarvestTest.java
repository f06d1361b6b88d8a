package dev.sheaf.platform.hub;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.index.CombinedFormat.Index;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.testkit.SampleIndices;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** Hubs that harvest the index of another hub, by plain OAI-PMH and by its extension. */
class IndexHarvestTest {

    private static final MetadataPrefix DC = MetadataPrefix.OAI_DC;
    private static final MetadataPrefix COMBINED = SampleIndices.FORMAT.prefix();

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private IndexHub provider;
    private IndexHub service;

    @BeforeEach
    void start() throws Exception {
        provider = new IndexHub(folder.resolve("provider"), "provider", HubOptions.of(3), clock);
        service = new IndexHub(folder.resolve("service"), "service", HubOptions.of(100), clock);
    }

    @AfterEach
    void stop() {
        service.close();
        provider.close();
    }

    private void pass(long seconds) {
        clock.set(clock.instant().plusSeconds(seconds));
    }

    private void harvestBothWays() {
        pass(100);
        assertThat(service.harvest("plain", provider.url("/oai/a")).verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(service.harvest("extended", provider.url("/index/oai/a")).verdict()).isEqualTo(Verdict.COMPLETE);
    }

    private void assertEqualToTheProvider() {
        for (MetadataPrefix prefix : List.of(DC, COMBINED)) {
            Map<String, String> records = provider.records("a", prefix);
            assertThat(service.records("plain", prefix)).isEqualTo(records);
            assertThat(service.records("extended", prefix)).isEqualTo(records);
        }
    }

    @Test
    void bothWays_bringEqualRecords_throughManyChanges() {
        Random random = new Random(15);
        for (int round = 0; round < 6; round++) {
            for (int change = 0; change < 12; change++) {
                String identifier = "oai:a:" + random.nextInt(30);
                pass(1);
                switch (random.nextInt(6)) {
                    case 0 -> provider.withdraw("a", identifier, true);
                    case 1 -> provider.withdraw("a", identifier, false);
                    case 2 -> provider.save("a", identifier, "Title " + round + change, "");
                    default -> provider.save("a", identifier, "Title " + round + change,
                            "words " + random.nextInt(4) + " and " + change);
                }
            }
            harvestBothWays();
            assertEqualToTheProvider();
        }
        assertThat(service.records("extended", COMBINED)).containsValue("deleted");
        assertThat(service.store.description("extended").orElseThrow().formats()).contains(MetadataFormat.OAI_DC,
                SampleIndices.FORMAT);
    }

    @Test
    void recordThatIsUnchanged_isNotWrittenAgain() {
        provider.save("a", "oai:a:1", "Title", "some words");
        harvestBothWays();
        long before = service.store.lastSeq();
        service.harvest(Source.harvested("extended", ""), HarvestOptions.DEFAULT.withFull(true));

        assertThat(service.store.lastSeq()).isEqualTo(before);
    }

    @Test
    void changeOfTheIndexAlone_comesWithTheNextIncrement() {
        provider.save("a", "oai:a:1", "Title", "old words");
        provider.save("a", "oai:a:2", "Other", "its words");
        harvestBothWays();
        pass(10);
        provider.save("a", "oai:a:1", "Title", "new words");
        service.events.clear();
        harvestBothWays();

        assertEqualToTheProvider();
        assertThat(service.records("extended", COMBINED).get("oai:a:1")).contains("new");
    }

    @Test
    void provenance_namesTheRecordAsItWasHarvested() {
        provider.save("a", "oai:a:1", "Title", "some words");
        harvestBothWays();

        for (String source : List.of("plain", "extended")) {
            OaiRecord served = service.store.repository(source, "https://x.example.org/").orElseThrow()
                    .record("oai:a:1", COMBINED)
                    .orElseThrow();
            assertThat(ProvenanceReader.read(served.about().getFirst()).orElseThrow()).satisfies(provenance -> {
                assertThat(provenance.baseUrl()).isEqualTo(provider.url(source.equals("plain") ? "/oai/a" : "/index/oai/a"));
                assertThat(provenance.identifier()).isEqualTo("oai:a:1");
                assertThat(provenance.altered()).isFalse();
                assertThat(provenance.metadataNamespace()).isEqualTo("https://sheaf.dev/ns/1.0/indexed/");
            });
        }
    }

    @Test
    void richestIndexUpToFrequencies_isTaken_andPositionsWhenNamed() {
        for (Index index : Index.values()) {
            provider.save("a", SampleIndices.format(index), provider.record("oai:a:1",
                    SampleIndices.combined(ListedRepository.dublinCore("Title"), index, "to be or not to be"), false));
        }
        provider.save("a", "oai:a:1", "Title", "to be or not to be");
        pass(10);
        service.harvest("usual", provider.url("/index/oai/a"));
        assertThat(service.records("usual", COMBINED)).hasSize(1);
        assertThat(service.records("usual", SampleIndices.format(Index.TERMS).prefix())).isEmpty();
        assertThat(service.records("usual", SampleIndices.format(Index.TF_POSITIONAL).prefix())).isEmpty();
        assertThat(service.notes()).anyMatch(note -> note.contains("--prefix oai_dc__tf_positional"));

        MetadataPrefix positions = SampleIndices.format(Index.TF_POSITIONAL).prefix();
        service.harvest(
                new Source("named", Source.Kind.HARVESTED, provider.url("/index/oai/a"), null, List.of(DC, positions), List.of(),
                        Source.Settings.DEFAULT),
                HarvestOptions.DEFAULT);
        assertThat(service.records("named", positions).get("oai:a:1")).contains("pos=\"0 4\"");
        assertThat(service.records("named", COMBINED)).isEmpty();
    }

    @Test
    void sourceLimitedToTheCombinedFormat_getsItsMetadataAlone() {
        provider.save("a", "oai:a:1", "Title", "some words");
        pass(10);
        for (String path : List.of("/oai/a", "/index/oai/a")) {
            String id = path.startsWith("/index") ? "extended" : "plain";
            service.harvest(new Source(id, Source.Kind.HARVESTED, provider.url(path), null, List.of(COMBINED), List.of(),
                    Source.Settings.DEFAULT), HarvestOptions.DEFAULT);

            assertThat(service.records(id, DC)).isEqualTo(Map.of("oai:a:1", ListedRepository.dublinCore("Title").toString()));
            assertThat(service.store.get(id, DC, "oai:a:1").map(StoredRecord::record)).isPresent();
        }
    }

    @Test
    void repositoryWithoutAnIndex_isHarvestedFromItsExtensionToo() {
        provider.save("a", "oai:a:1", "Title", "");
        harvestBothWays();

        assertThat(service.records("extended", DC)).isEqualTo(provider.records("a", DC));
        assertThat(service.records("extended", COMBINED)).isEmpty();
    }

    @Test
    void recordsThatComeBack_areTheHubsOwn() {
        provider.save("a", "oai:a:1", "Title", "some words");
        harvestBothWays();
        pass(10);
        provider.harvest("back", service.url("/index/oai/extended"));

        assertThat(provider.records("back", DC)).isEmpty();
        assertThat(provider.records("back", COMBINED)).isEmpty();
    }

    @Test
    void requests_areFewAndNameBothPrefixes() {
        provider.save("a", "oai:a:1", "Title", "some words");
        pass(10);
        service.harvest("extended", provider.url("/index/oai/a"));

        assertThat(service.events.stream().filter(HarvestEvent.Asking.class::isInstance)
                .map(event -> ((HarvestEvent.Asking) event).verb().text()).toList())
                .containsExactly("Identify", "ListMetadataFormats", "ListIndexFormats", "ListSets");
    }
}
