package dev.sheaf.platform.acceptance;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Aggregates describe themselves in Identify, over HTTP and with valid responses. */
class AggregateDescriptionTest {

    private static ScriptedProvider origin(String namespace, int number) {
        MetadataPrefix prefix = new MetadataPrefix("marc");
        OaiRecord record = SampleRecords.live(number, "One", Datestamp.parse("2024-01-01"));
        return ScriptedProvider.start(InstantSource.system()).put(List.of(record))
                .format(new MetadataFormat(prefix, namespace + ".xsd", namespace))
                .put(prefix, List.of(new OaiRecord(record.header(), XmlFragment.of("<r xmlns=\"" + namespace + "\">One</r>"))));
    }

    /** The last description of an aggregate, which is its own. */
    private static String description(TestHub hub, String id) throws Exception {
        OaiResponse response = hub.ask(id, "verb=Identify");
        return ((OaiResponse.Identify) response.answer()).description().descriptions().getLast().toString();
    }

    @Test
    void prefixWithTwoFormats_isExplainedInTheDescription(@TempDir Path data) throws Exception {
        try (ScriptedProvider one = origin("https://example.org/marc-a", 1);
                ScriptedProvider other = origin("https://example.org/marc-b", 2);
                TestHub hub = new TestHub(data, "hub")) {
            assertThat(hub.harvest("a", one.baseUrl()).isComplete()).isTrue();
            assertThat(description(hub, Aggregate.EVERYTHING))
                    .contains("all sources of the hub, 1 at present", "collision policy most-recent")
                    .doesNotContain("The metadataPrefix");
            assertThat(hub.harvest("b", other.baseUrl()).isComplete()).isTrue();
            assertThat(description(hub, "oai")).contains("all sources of the hub, 2 at present",
                    "The metadataPrefix marc stands for the format marc of: a. Namespace: https://example.org/marc-a; schema: "
                            + "https://example.org/marc-a.xsd.",
                    "The metadataPrefix marc.2 stands for the format marc of: b. Namespace: https://example.org/marc-b; schema: "
                            + "https://example.org/marc-b.xsd.");
        }
    }

    @Test
    void filtersAndCollisionPolicy_areDescribed(@TempDir Path data) throws Exception {
        try (ScriptedProvider one = origin("https://example.org/marc-a", 1);
                ScriptedProvider other = origin("https://example.org/marc-b", 2);
                TestHub hub = new TestHub(data, "hub")) {
            hub.harvest("a", one.baseUrl());
            hub.harvest("b", other.baseUrl());
            hub.store()
                    .put(new Aggregate("maps", "Maps & more", List.of("b", "c"), List.of(), List.of(new MetadataPrefix("marc.2")),
                            "title:<map>", Collisions.TRUSTED_ORDER, List.of("c", "b")));
            assertThat(description(hub, "maps")).contains("Aggregate: Maps &amp; more",
                    "records of these sources of the hub: b, c. Only records in these formats: marc.2. Only records that "
                            + "match the search query \u201ctitle:&lt;map&gt;\u201d. Of several copies of a record the one of the most trusted source is "
                            + "shown, most trusted source first: c, b (collision policy trusted-order).")
                    .doesNotContain("marc-a");
        }
    }
}
