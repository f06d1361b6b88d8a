package dev.sheaf.platform.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Provenance;
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
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.ScriptedProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** All recorded repositories mirrored and aggregated by a hub, whose aggregate another hub harvests, whose aggregate a third harvests. */
class ThreeHubsTest {

    /** Records in one response that is checked against the schemas. */
    private static final int CHECKED_AT_ONCE = 500;

    private int live;
    private int deleted;
    private int altered;
    private int deeper;

    @Test
    void provenanceIsThreeDeepAndNothingElseHasChanged(@TempDir Path data)
            throws IOException, InterruptedException, OaiFormatException, ServerStartException {
        try (TestHub first = new TestHub(data.resolve("first"), "first");
                TestHub second = new TestHub(data.resolve("second"), "second");
                TestHub third = new TestHub(data.resolve("third"), "third")) {
            Map<String, String> origins = new HashMap<>();
            mirrorAll(first, origins);
            assertThat(second.harvest("first", first.aggregateUrl()).isComplete()).isTrue();
            assertThat(third.harvest("second", second.aggregateUrl()).isComplete()).isTrue();

            Set<MetadataPrefix> formats = new HashSet<>(prefixes(first.aggregateUrl(), third));
            assertThat(prefixes(third.aggregateUrl(), third)).containsExactlyInAnyOrderElementsOf(formats);
            assertSets(first, third);
            List<XmlFragment> chains = new ArrayList<>();
            for (MetadataPrefix prefix : formats) {
                for (OaiRecord record : all(third, prefix)) {
                    look(record, first, second, origins, chains);
                }
            }
            assertValid(chains);
            System.out
                    .println(origins.size() + " recorded repositories through three hubs: " + formats.size() + " formats, " + live
                            + " records with valid provenance three deep (" + altered + " altered, " + deeper
                            + " had provenance before), " + deleted + " deleted ones without");
            assertThat(live).isGreaterThan(1_000);
        }
    }

    private static void mirrorAll(TestHub hub, Map<String, String> origins) throws IOException, OaiFormatException {
        int number = 0;
        for (RecordedResponses.Recorded recorded : RecordedResponses.wellFormed()) {
            OaiResponse response = OaiReader.read(recorded.bytes());
            if (!RecordedResponses.records(response).isEmpty()) {
                MetadataPrefix prefix = RecordedRepositoriesTest.prefix(recorded, response);
                try (ScriptedProvider provider = RecordedRepositoriesTest.replay(recorded, response, prefix)) {
                    mirror(hub, "r" + ++number, provider, origins);
                }
            }
        }
        for (Map<MetadataPrefix, List<OaiRecord>> session : RecordedSessions.records().values()) {
            try (ScriptedProvider provider = ScriptedProvider.start(InstantSource.system())) {
                session.forEach((prefix, records) -> {
                    if (!prefix.equals(MetadataPrefix.OAI_DC)) {
                        provider.format(new MetadataFormat(prefix, "https://example.org/schema.xsd",
                                XmlFragments.rootNamespace(Objects.requireNonNull(records.getFirst().metadata()))));
                    }
                    provider.put(prefix, records.stream().filter(RecordedRepositoriesTest::acceptable).toList());
                });
                mirror(hub, "s" + ++number, provider, origins);
            }
        }
    }

    private static void mirror(TestHub hub, String id, ScriptedProvider provider, Map<String, String> origins) {
        HarvestOutcome outcome = hub.harvest(id, provider.baseUrl());
        assertThat(outcome.verdict()).as(id + ": " + outcome).isNotEqualTo(HarvestOutcome.Verdict.FAILED);
        origins.put(id, provider.baseUrl());
    }

    private static List<MetadataPrefix> prefixes(String baseUrl, TestHub asking) throws IOException, InterruptedException {
        OaiResponse response = asking.read(baseUrl + "?verb=ListMetadataFormats");
        return ((OaiResponse.ListMetadataFormats) response.answer()).formats().stream().map(MetadataFormat::prefix).toList();
    }

    /** Every set of the first aggregate is there, below the sets of the hubs on the way, under its name. */
    private static void assertSets(TestHub first, TestHub third) throws IOException, InterruptedException {
        Map<String, String> there = sets(third, third.aggregateUrl());
        Map<String, String> here = sets(third, first.aggregateUrl());
        assertThat(here).hasSizeGreaterThan(200);
        here.forEach((spec, name) -> assertThat(there).containsEntry("second:first:" + spec, name));
    }

    private static Map<String, String> sets(TestHub asking, String baseUrl) throws IOException, InterruptedException {
        Map<String, String> sets = new LinkedHashMap<>();
        String query = "?verb=ListSets";
        while (true) {
            OaiResponse.ListSets page = (OaiResponse.ListSets) asking.read(baseUrl + query).answer();
            for (OaiSet set : page.sets()) {
                sets.put(set.spec().value(), set.name());
            }
            ResumptionToken token = page.resumptionToken();
            if (token == null || token.isLast()) {
                return sets;
            }
            query = "?verb=ListSets&resumptionToken=" + token.value();
        }
    }

    private static List<OaiRecord> all(TestHub hub, MetadataPrefix prefix) throws IOException, InterruptedException {
        List<OaiRecord> records = new ArrayList<>();
        String query = "?verb=ListRecords&metadataPrefix=" + prefix;
        while (true) {
            OaiResponse response = hub.read(hub.aggregateUrl() + query);
            if (!(response.answer() instanceof OaiResponse.ListRecords page)) {
                return records;
            }
            records.addAll(page.records());
            ResumptionToken token = page.resumptionToken();
            if (token == null || token.isLast()) {
                return records;
            }
            query = "?verb=ListRecords&resumptionToken=" + token.value();
        }
    }

    private void look(OaiRecord record, TestHub first, TestHub second, Map<String, String> origins, List<XmlFragment> chains) {
        if (record.deleted()) {
            assertThat(record.about()).isEmpty();
            deleted++;
            return;
        }
        live++;
        Provenance newest = record.about().stream().map(ProvenanceReader::read).flatMap(Optional::stream).findFirst()
                .orElseThrow(() -> new AssertionError(record.identifier() + " has no provenance"));
        assertThat(newest.hops()).as(record.identifier()).isGreaterThanOrEqualTo(3);
        assertThat(newest.baseUrl()).isEqualTo(second.aggregateUrl());
        Provenance middle = Objects.requireNonNull(newest.origin());
        assertThat(middle.baseUrl()).isEqualTo(first.aggregateUrl());
        Provenance oldest = Objects.requireNonNull(middle.origin());
        String source = source(record);
        assertThat(oldest.baseUrl()).isEqualTo(origins.get(source));
        assertThat(newest.altered() || middle.altered()).as("hubs alter nothing").isFalse();
        deeper += oldest.origin() == null ? 0 : 1;
        altered += oldest.altered() ? 1 : 0;
        byte[] metadata = Objects.requireNonNull(record.metadata()).utf8();
        StoredRecord mirrored = mirrored(first, source, oldest.identifier(), metadata);
        assertThat(mirrored).as("metadata of " + oldest.identifier() + " byte for byte").isNotNull();
        record.about().stream().filter(about -> ProvenanceReader.read(about).isPresent()).forEach(chains::add);
    }

    /** The record in the first hub's mirror that has these very bytes. */
    private static @Nullable StoredRecord mirrored(TestHub hub, String source, String identifier, byte[] metadata) {
        for (MetadataPrefix prefix : hub.store().prefixes(source, identifier)) {
            StoredRecord stored = hub.store().get(source, prefix, identifier).orElseThrow();
            XmlFragment own = stored.record().metadata();
            if (own != null && Arrays.equals(own.utf8(), metadata)) {
                return stored;
            }
        }
        return null;
    }

    /** By its sets: those of the first hub's source lie below those of the hubs. */
    private static String source(OaiRecord record) {
        for (SetSpec set : record.header().sets()) {
            String[] nodes = set.value().split(":");
            if (nodes.length > 2 && nodes[0].equals("second") && nodes[1].equals("first")) {
                return nodes[2];
            }
        }
        throw new AssertionError(record.identifier() + " is in the sets " + record.header().sets());
    }

    /** Metadata of real servers is often not valid: each chain stands beside metadata that is. */
    private static void assertValid(List<XmlFragment> chains) throws IOException {
        for (int from = 0; from < chains.size(); from += CHECKED_AT_ONCE) {
            List<OaiRecord> records = new ArrayList<>();
            for (XmlFragment chain : chains.subList(from, Math.min(chains.size(), from + CHECKED_AT_ONCE))) {
                records.add(new OaiRecord(
                        new Header("oai:example.org:1", Datestamp.ofSecond(Instant.EPOCH), List.of(), false),
                        SampleRecords.dublinCore(1, "Valid"), List.of(chain)));
            }
            ByteArrayOutputStream response = new ByteArrayOutputStream();
            OaiWriter.write(new OaiResponse(Datestamp.ofSecond(Instant.EPOCH),
                    new OaiResponse.RequestEcho("https://example.org/oai",
                            Map.of("verb", "ListRecords", "metadataPrefix", "oai_dc")),
                    new OaiResponse.ListRecords(records, null)), response);
            ResponseCheck.check(response.toByteArray());
        }
    }
}
