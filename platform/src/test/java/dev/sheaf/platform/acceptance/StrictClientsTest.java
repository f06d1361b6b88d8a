package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.simulator.ScriptedProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** Samples of our own of what strict clients reject, harvested and asked through the proxy: every response is valid in its envelope. */
class StrictClientsTest {

    private static final String MARC = "&metadataPrefix=marcxml";

    @TempDir
    private Path data;

    private static byte[] sample(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(StrictClientsTest.class.getResourceAsStream("/fidelity/" + name + ".xml"))) {
            return in.readAllBytes();
        }
    }

    private static ScriptedProvider play() throws IOException {
        return ScriptedProvider.start(InstantSource.system()).granularity(Granularity.DAY)
                .format(new MetadataFormat(new MetadataPrefix("marcxml"),
                        "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd", ""))
                .answer("verb=ListMetadataFormats", sample("formats"))
                .answer("verb=ListRecords&metadataPrefix=oai_dc", sample("dublin-core"))
                .answer("verb=ListRecords" + MARC, sample("marc"));
    }

    private static OaiResponse valid(TestHub hub, String address) throws Exception {
        byte[] body = hub.bytes(address);
        assertThat(EnvelopeCheck.faults(body)).as(address).isEmpty();
        return OaiReader.read(body);
    }

    @Test
    void responsesOfTheHub_areValid() throws Exception {
        try (TestHub hub = new TestHub(data, "hub"); ScriptedProvider provider = play()) {
            hub.harvest("odd", provider.baseUrl());
            for (String url : List.of(hub.aggregateUrl(), hub.sourceUrl("odd"), hub.proxyUrl("odd"))) {
                for (String query : List.of("Identify", "ListSets", "ListMetadataFormats",
                        "ListIdentifiers&metadataPrefix=oai_dc",
                        "ListRecords&metadataPrefix=oai_dc", "ListRecords" + MARC)) {
                    valid(hub, url + "?verb=" + query);
                }
                List<MetadataFormat> formats = ((OaiResponse.ListMetadataFormats) valid(hub, url + "?verb=ListMetadataFormats")
                        .answer())
                        .formats();
                assertThat(formats).as(url).contains(MetadataFormat.OAI_DC)
                        .filteredOn(format -> format.prefix().value().equals("marcxml"))
                        .extracting(MetadataFormat::namespace).containsExactly(Namespaces.MARC21);
                List<OaiRecord> marc = ServingHub.records(valid(hub, url + "?verb=ListRecords" + MARC));
                assertThat(marc).as(url).hasSize(4).filteredOn(record -> !record.identifier().endsWith(":unknown")).hasSize(3)
                        .allSatisfy(
                                record -> assertThat(XmlFragments.rootNamespace(metadata(record))).isEqualTo(Namespaces.MARC21));
                List<OaiRecord> dc = ServingHub.records(valid(hub, url + "?verb=ListRecords&metadataPrefix=oai_dc"));
                assertThat(dc).as(url).extracting(OaiRecord::identifier).anyMatch(identifier -> identifier.endsWith(":sound"))
                        .noneMatch(identifier -> identifier.endsWith(":unknown"));
                assertThat(dc).allSatisfy(record -> assertThat(metadata(record).toString()).contains("<dc:title", "oai_dc:dc"));
            }
        }
    }

    @Test
    void onlyRepairedRecords_areServedAsAltered() throws Exception {
        try (TestHub hub = new TestHub(data, "hub"); ScriptedProvider provider = play()) {
            hub.harvest("odd", provider.baseUrl());
            for (OaiRecord record : ServingHub
                    .records(valid(hub, hub.sourceUrl("odd") + "?verb=ListRecords&metadataPrefix=oai_dc"))) {
                Provenance provenance = record.about().stream().map(ProvenanceReader::read).flatMap(Optional::stream).findFirst()
                        .orElseThrow();
                assertThat(provenance.altered()).as(record.identifier()).isEqualTo(!record.identifier().endsWith(":sound"));
            }
            assertThat(hub.store().repairs().quarantined("odd", 10)).as("records without a namespace are taken").isEmpty();
            assertThat(hub.harvest("odd", provider.baseUrl()).counts().changed()).as("what comes again is the same").isZero();
        }
    }

    @Test
    void datestampsOfTheProxy_haveTheGranularityOfIdentify() throws Exception {
        try (TestHub hub = new TestHub(data, "hub"); ScriptedProvider provider = play()) {
            hub.harvest("odd", provider.baseUrl());
            List<String> datestamps = new ArrayList<>();
            for (OaiRecord record : ServingHub
                    .records(valid(hub, hub.proxyUrl("odd") + "?verb=ListRecords&metadataPrefix=oai_dc"))) {
                datestamps.add(record.header().datestamp().text());
            }
            assertThat(datestamps).isNotEmpty().allMatch(text -> text.length() == 10);
        }
    }

    private static XmlFragment metadata(OaiRecord record) {
        return Objects.requireNonNull(record.metadata());
    }
}
