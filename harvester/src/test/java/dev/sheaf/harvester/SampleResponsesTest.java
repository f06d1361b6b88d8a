package dev.sheaf.harvester;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.HarvestOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Responses such as real repositories send, made for this test: files named for the oddity. They come over HTTP, and need no recorded
 * responses beside the checkout.
 */
class SampleResponsesTest extends HarvesterSetup {

    private HarvestOutcome harvestSample(String name) throws IOException {
        // Each sample is a list from its beginning.
        sink.checkpoints.clear();
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/responses/" + name), name)) {
            provider.answer("verb=ListRecords&metadataPrefix=oai_dc", in.readAllBytes());
        }
        return harvest(HarvestOptions.DEFAULT.withLists(List.of(MetadataPrefix.OAI_DC), List.of()));
    }

    private OaiRecord record(int number) {
        return Objects.requireNonNull(
                Objects.requireNonNull(sink.records.get(MetadataPrefix.OAI_DC)).get("oai:repository.example.org:" + number));
    }

    @ParameterizedTest
    @CsvSource({"about-sets-and-a-deletion.xml, 3, 0", "records-within-records.xml, 2, 0", "declared-iso-8859-1.xml, 1, 0",
            "utf-16-with-mark.xml, 2, 0", "comments-and-cdata.xml, 1, 0", "white-space-before-the-declaration.xml, 1, 1",
            "end-tag-missing.xml, 2, 1", "ampersand-and-unknown-entity.xml, 2, 1", "control-character.xml, 2, 1"})
    void everyRecordOfASampleIsReceived(String name, int records, int leastRepairs) throws Exception {
        HarvestOutcome outcome = harvestSample(name);
        assertThat(outcome.counts().received()).as(outcome.toString()).isEqualTo(records);
        assertThat(sink.quarantined).isEmpty();
        assertThat(sink.repairs.size()).as("repairs").isBetween(leastRepairs, leastRepairs == 0 ? 0 : 5);
    }

    @Test
    void textOfARecord_isReadInEveryEncoding() throws Exception {
        harvestSample("declared-iso-8859-1.xml");
        assertThat(record(1).metadata()).asString().contains("Käthe à Genève");
        harvestSample("utf-16-with-mark.xml");
        assertThat(record(1).metadata()).asString().contains("Ελληνικά");
        assertThat(record(2).metadata()).asString().contains("中文");
        harvestSample("ampersand-and-unknown-entity.xml");
        assertThat(record(1).metadata()).asString().contains("Sturm &amp; Drang");
    }

    @Test
    void setsAboutContainersAndDeletions_areReceived() throws Exception {
        harvestSample("about-sets-and-a-deletion.xml");
        assertThat(record(1).header().sets()).extracting(set -> set.value()).containsExactly("a", "a:b", "c");
        assertThat(record(1).about()).singleElement().asString().contains("http://origin.example.org/oai");
        assertThat(record(9).deleted()).isTrue();
    }
}
