package dev.sheaf.platform.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares the aggregate of a hub with that of a third, which has it from a second. Used once. */
final class AggregateChain {

    /** Records in one response that is checked against the schemas. */
    private static final int CHECKED_AT_ONCE = 500;

    private final TestHub first;
    private final TestHub second;
    private final TestHub third;
    private final Map<String, String> origins;
    private final Map<String, Integer> aggregated = new HashMap<>();
    private final Map<String, Integer> arrived = new HashMap<>();
    private int formats;
    private int live;
    private int deleted;
    private int altered;
    private int deeper;

    /** @param origins base URLs of the first hub's sources, by id */
    AggregateChain(TestHub first, TestHub second, TestHub third, Map<String, String> origins) {
        this.first = first;
        this.second = second;
        this.third = third;
        this.origins = origins;
    }

    /** Live records in the first aggregate, by source. */
    Map<String, Integer> aggregated() {
        return aggregated;
    }

    /** Live records in the third aggregate, by the first hub's source. */
    Map<String, Integer> arrived() {
        return arrived;
    }

    /** Returns the findings in one line. */
    @Override
    public String toString() {
        return formats + " formats, " + live + " records with valid provenance three deep (" + altered + " altered, " + deeper
                + " had provenance before), " + deleted + " deleted ones without";
    }

    /**
     * Fails when a set, a format, a record or a hop of its provenance is not as it should be.
     *
     * @param leastSets number of sets that the aggregate has at least
     */
    void check(int leastSets) throws IOException, InterruptedException {
        List<MetadataPrefix> prefixes = formats(first, first.aggregateUrl()).stream().map(MetadataFormat::prefix).toList();
        assertThat(formats(third, third.aggregateUrl()).stream().map(MetadataFormat::prefix).toList())
                .containsExactlyInAnyOrderElementsOf(prefixes);
        formats = prefixes.size();
        assertSets(leastSets);
        List<XmlFragment> chains = new ArrayList<>();
        for (MetadataPrefix prefix : prefixes) {
            Map<String, OaiRecord> sent = all(first, prefix);
            Map<String, OaiRecord> received = all(third, prefix);
            assertThat(content(received, "")).as("records in %s", prefix).isEqualTo(content(sent, "second:first:"));
            sent.values().stream().filter(record -> !record.deleted())
                    .forEach(record -> aggregated.merge(source(record, 0), 1, Integer::sum));
            received.values().forEach(record -> look(record, chains));
        }
        assertValid(chains);
    }

    /** By identifier: sets and metadata, or that the record is deleted. */
    private static Map<String, String> content(Map<String, OaiRecord> records, String above) {
        Map<String, String> content = new TreeMap<>();
        records.forEach((identifier, record) -> content.put(identifier, record.deleted()
                ? "deleted"
                : record.header().sets().stream().map(set -> above + set.value())
                        .filter(set -> !set.equals("second") && !set.equals("second:first")).sorted().toList() + " "
                        + AnyHub.metadata(Objects.requireNonNull(record.metadata()))));
        return content;
    }

    static List<MetadataFormat> formats(TestHub asking, String baseUrl) throws IOException, InterruptedException {
        return ((OaiResponse.ListMetadataFormats) asking.read(baseUrl + "?verb=ListMetadataFormats").answer()).formats();
    }

    /** Every set of the first aggregate is there, below the sets of the hubs on the way, under its name. */
    private void assertSets(int least) throws IOException, InterruptedException {
        Map<String, String> there = sets(third, third.aggregateUrl());
        Map<String, String> here = sets(third, first.aggregateUrl());
        assertThat(here).hasSizeGreaterThanOrEqualTo(least);
        here.forEach((spec, name) -> assertThat(there).containsEntry("second:first:" + spec, name));
    }

    static Map<String, String> sets(TestHub asking, String baseUrl) throws IOException, InterruptedException {
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

    private static Map<String, OaiRecord> all(TestHub hub, MetadataPrefix prefix) throws IOException, InterruptedException {
        Map<String, OaiRecord> records = new TreeMap<>();
        String query = "?verb=ListRecords&metadataPrefix=" + prefix;
        while (true) {
            OaiResponse response = hub.read(hub.aggregateUrl() + query);
            if (!(response.answer() instanceof OaiResponse.ListRecords page)) {
                return records;
            }
            for (OaiRecord record : page.records()) {
                assertThat(records.put(record.identifier(), record)).as("%s is listed twice", record.identifier()).isNull();
            }
            ResumptionToken token = page.resumptionToken();
            if (token == null || token.isLast()) {
                return records;
            }
            query = "?verb=ListRecords&resumptionToken=" + token.value();
        }
    }

    private void look(OaiRecord record, List<XmlFragment> chains) {
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
        String source = source(record, 2);
        assertThat(oldest.baseUrl()).isEqualTo(origins.get(source));
        assertThat(newest.altered() || middle.altered()).as("hubs alter nothing").isFalse();
        deeper += oldest.origin() == null ? 0 : 1;
        altered += oldest.altered() ? 1 : 0;
        arrived.merge(source, 1, Integer::sum);
        byte[] metadata = AnyHub.metadata(Objects.requireNonNull(record.metadata())).utf8();
        assertThat(mirrored(source, oldest.identifier(), metadata))
                .as("metadata of " + oldest.identifier() + " byte for byte").isNotNull();
        record.about().stream().filter(about -> ProvenanceReader.read(about).isPresent()).forEach(chains::add);
    }

    /** The record in the first hub's mirror that has these very bytes. */
    private @Nullable StoredRecord mirrored(String source, String identifier, byte[] metadata) {
        for (MetadataPrefix prefix : first.store().prefixes(source, identifier)) {
            StoredRecord stored = first.store().get(source, prefix, identifier).orElseThrow();
            XmlFragment own = stored.record().metadata();
            if (own != null && Arrays.equals(own.utf8(), metadata)) {
                return stored;
            }
        }
        return null;
    }

    /** The first hub's source of a record, by its sets: it lies below those of the hubs on the way. */
    private String source(OaiRecord record, int depth) {
        return record.header().sets().stream().map(set -> set.value().split(":")).filter(nodes -> nodes.length > depth)
                .map(nodes -> nodes[depth]).filter(origins::containsKey).findFirst()
                .orElseThrow(() -> new AssertionError(record.identifier() + " is in the sets " + record.header().sets()));
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
