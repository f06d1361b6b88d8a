package dev.sheaf.platform.acceptance;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** The first hub escapes names with characters that the protocol forbids, and no hub after it escapes them again. */
class NamesThroughHubsTest {

    private static final String SETS = "Open!20Access:gr!C3!B6!C3!9Fe";
    private static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc 21"), "https://example.org/marc.xsd",
            "https://example.org/marc");

    @Test
    void setsPrefixesAndIdentifiers_keepTheirLengthFromHubToHub(@TempDir Path data) throws Exception {
        List<TestHub> hubs = new ArrayList<>();
        try (ScriptedProvider origin = ScriptedProvider.start(InstantSource.system())) {
            OaiRecord record = new OaiRecord(new Header("rec 0815%", Datestamp.parse("2024-01-01"),
                    List.of(new SetSpec("Open Access:größe")), false), SampleRecords.dublinCore(1, "One"));
            XmlFragment marc = XmlFragment.of("<record xmlns=\"https://example.org/marc\">One</record>");
            origin.put(List.of(record)).format(MARC).put(MARC.prefix(), List.of(new OaiRecord(record.header(), marc)))
                    .set(new OaiSet(new SetSpec("Open Access:größe"), "Open, and large", List.of()));
            for (String name : List.of("first", "second", "third")) {
                hubs.add(new TestHub(data.resolve(name), name));
            }
            // By the mirrors of mirrors, and by the aggregates of aggregates.
            String mirrored = origin.baseUrl();
            for (TestHub hub : hubs) {
                HarvestOutcome harvested = hub.harvest("m", mirrored);
                assertThat(harvested.isComplete()).as(harvested.toString()).isTrue();
                mirrored = hub.sourceUrl("m");
                OaiResponse sets = hub.ask("m", "verb=ListSets");
                assertThat(((OaiResponse.ListSets) sets.answer()).sets()).filteredOn(set -> set.name().equals("Open, and large"))
                        .extracting(set -> set.spec().value()).containsExactly(SETS);
                OaiResponse formats = hub.ask("m", "verb=ListMetadataFormats");
                assertThat(((OaiResponse.ListMetadataFormats) formats.answer()).formats())
                        .contains(new MetadataFormat(new MetadataPrefix("marc!2021"), MARC.schema(), MARC.namespace()));
                assertThat(ServingHub.records(hub.read(mirrored + "?verb=ListRecords&metadataPrefix=marc!2021&set=" + SETS)))
                        .hasSize(1);
            }
            String aggregated = hubs.getFirst().aggregateUrl();
            List<String> identifiers = identifiers(hubs.getFirst(), aggregated);
            assertThat(identifiers).containsExactly("oai:first.example.org:m/rec%200815%25");
            for (TestHub hub : hubs.subList(1, 3)) {
                hub.store().remove("m", false);
                assertThat(hub.harvest("up", aggregated).isComplete()).isTrue();
                assertThat(identifiers(hub, hub.sourceUrl("up"))).isEqualTo(identifiers);
                assertThat(identifiers(hub, hub.aggregateUrl())).isEqualTo(identifiers);
                // Straight from the origin the prefix comes unescaped: it is the same format anyway.
                assertThat(hub.harvest("o", origin.baseUrl()).isComplete()).isTrue();
                aggregated = hub.aggregateUrl();
                OaiResponse formats = hub.read(aggregated + "?verb=ListMetadataFormats");
                assertThat(((OaiResponse.ListMetadataFormats) formats.answer()).formats()).extracting(MetadataFormat::prefix)
                        .containsExactlyInAnyOrder(MetadataPrefix.OAI_DC, new MetadataPrefix("marc!2021"));
                identifiers = identifiers(hub, aggregated);
                assertThat(identifiers).hasSize(1);
            }
        } finally {
            hubs.forEach(TestHub::close);
        }
    }

    private static List<String> identifiers(TestHub hub, String baseUrl) throws Exception {
        return ServingHub.records(hub.read(baseUrl + "?verb=ListRecords&metadataPrefix=marc!2021")).stream()
                .filter(record -> !record.deleted()).map(OaiRecord::identifier).toList();
    }
}
