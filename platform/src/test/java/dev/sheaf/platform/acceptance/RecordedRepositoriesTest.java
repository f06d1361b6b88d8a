package dev.sheaf.platform.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.testkit.CanonicalXml;
import dev.sheaf.testkit.ScriptedProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** Records of real servers go through two hubs and come out saying the same. */
class RecordedRepositoriesTest {

    @Test
    void everyRecordedRecordIsHarvestedServedAndHarvestedAgainEqual(@TempDir Path data)
            throws IOException, OaiFormatException, ServerStartException {
        List<RecordedResponses.Recorded> all = RecordedResponses.wellFormed();
        int repositories = 0;
        int in = 0;
        int out = 0;
        int quarantined = 0;
        int fragments = 0;
        try (TestHub first = new TestHub(data.resolve("first"), "first");
                TestHub second = new TestHub(data.resolve("second"), "second")) {
            for (RecordedResponses.Recorded recorded : all) {
                OaiResponse response = OaiReader.read(recorded.bytes());
                List<OaiRecord> records = RecordedResponses.records(response);
                if (records.isEmpty()) {
                    continue;
                }
                String id = "r" + ++repositories;
                MetadataPrefix prefix = prefix(recorded, response);
                try (ScriptedProvider provider = replay(recorded, response, prefix)) {
                    HarvestOutcome outcome = first.harvest(id, provider.baseUrl());
                    assertThat(outcome.verdict()).as(recorded.file() + ": " + outcome)
                            .isNotEqualTo(HarvestOutcome.Verdict.FAILED);
                }
                second.harvest(id, first.sourceUrl(id));
                Map<String, OaiRecord> expected = new LinkedHashMap<>();
                for (OaiRecord received : records) {
                    if (acceptable(received)) {
                        expected.put(received.identifier(), received);
                    }
                }
                int refused = first.store().quarantined(id, 1_000).size();
                in += expected.size() + refused;
                quarantined += refused;
                for (OaiRecord sent : expected.values()) {
                    for (TestHub hub : List.of(first, second)) {
                        Optional<StoredRecord> found = hub.store().get(id, prefix, sent.identifier());
                        assertThat(found).as(recorded.file() + " " + sent.identifier()).isPresent();
                        fragments += assertSame(recorded.file() + " " + sent.identifier(), sent, found.get().record());
                    }
                    out++;
                }
            }
        }
        System.out.println(
                repositories + " recorded repositories: " + in + " records in, " + out + " out of the second hub, " + quarantined
                        + " in quarantine; " + fragments + " fragments compared");
        assertThat(out + quarantined).isEqualTo(in);
    }

    /** A live record without metadata is not one: it stays in quarantine. */
    static boolean acceptable(OaiRecord received) {
        return !received.identifier().isEmpty() && (received.deleted() || received.metadata() != null);
    }

    private static int assertSame(String what, OaiRecord sent, OaiRecord kept) {
        assertThat(kept.deleted()).as(what).isEqualTo(sent.deleted());
        if (sent.deleted()) {
            return 0;
        }
        assertThat(canonical(kept.metadata())).as(what).isEqualTo(canonical(sent.metadata()));
        assertThat(carriedOn(kept)).as(what).isEqualTo(carriedOn(sent));
        // The second hub sees illegal names in their escaped form.
        assertThat(kept.header().sets()).as(what).hasSameSizeAs(Set.copyOf(sent.header().sets()))
                .containsAll(sent.header().sets().stream().filter(SetSpec::isLegal).toList());
        return 1 + sent.about().size();
    }

    /** All about containers but provenance, of which each hub tells more. */
    private static List<String> carriedOn(OaiRecord record) {
        return record.about().stream().filter(about -> ProvenanceReader.read(about).isEmpty())
                .map(RecordedRepositoriesTest::canonical).toList();
    }

    private static String canonical(@org.jspecify.annotations.Nullable XmlFragment fragment) {
        return CanonicalXml.of(Objects.requireNonNull(fragment).utf8());
    }

    static MetadataPrefix prefix(RecordedResponses.Recorded recorded, OaiResponse response) {
        String asked = response.request().arguments().get("metadataPrefix");
        return new MetadataPrefix(
                asked != null && !asked.isEmpty() ? asked : recorded.format().isEmpty() ? "oai_dc" : recorded.format());
    }

    /** A provider that answers ListRecords with the recorded bytes; what was not recorded is scripted. */
    static ScriptedProvider replay(RecordedResponses.Recorded recorded, OaiResponse response, MetadataPrefix prefix)
            throws IOException {
        List<OaiRecord> records = RecordedResponses.records(response);
        String namespace = records.stream().map(OaiRecord::metadata).filter(Objects::nonNull).map(XmlFragments::rootNamespace)
                .findFirst()
                .orElse("");
        ScriptedProvider provider = ScriptedProvider.start(InstantSource.system());
        if (!prefix.equals(MetadataPrefix.OAI_DC)) {
            provider.format(new MetadataFormat(prefix, namespace + "/schema.xsd", namespace));
        }
        if (response.answer() instanceof OaiResponse.ListRecords list) {
            provider.answer("verb=ListRecords&metadataPrefix=" + prefix, recorded.bytes());
            ResumptionToken token = list.resumptionToken();
            if (token != null && !token.isLast()) {
                // The next page was not recorded: the same records once more, and the end.
                ByteArrayOutputStream last = new ByteArrayOutputStream();
                OaiWriter.write(new OaiResponse(response.responseDate(), response.request(),
                        new OaiResponse.ListRecords(records, new ResumptionToken("", null, null, null))), last);
                provider.answer(new OaiRequest.ListRecords(null, token.value()).query(), last.toByteArray());
            }
        } else {
            provider.put(prefix, records);
        }
        return provider;
    }
}
