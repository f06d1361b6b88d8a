package dev.sheaf.platform.acceptance;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Repair;
import dev.sheaf.simulator.ScriptedProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** Records without a namespace in a format whose list names none either: they are taken, marked as altered, and served valid. */
class LocalNamespacesTest {

    private static final MetadataPrefix SHEET = new MetadataPrefix("sheet");

    @TempDir
    private Path folder;

    private static String sheet(int number) {
        return "<sheet xmlns:dcterms=\"http://purl.org/dc/terms/\"><dcterms:title>Sheet " + number + "</dcterms:title>"
                + "<dcterms:date>1890</dcterms:date><sheet>part</sheet></sheet>";
    }

    private static byte[] response(String body) {
        return ("<?xml version=\"1.0\"?><OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\">"
                + "<responseDate>2026-11-28T12:00:00Z</responseDate><request>http://nons.example.org/oai</request>" + body
                + "</OAI-PMH>").getBytes(StandardCharsets.UTF_8);
    }

    /** The elements are in the namespace of the response, as generated providers send them. */
    private static ScriptedProvider provider(String namespace) {
        StringBuilder list = new StringBuilder("<ListRecords>");
        for (int i = 1; i <= 5; i++) {
            list.append("<record><header><identifier>oai:nons.example:").append(i).append("</identifier><datestamp>2024-01-0")
                    .append(i).append("T00:00:00Z</datestamp></header><metadata>").append(sheet(i))
                    .append("</metadata></record>");
        }
        return ScriptedProvider.start(InstantSource.system())
                .answer("verb=ListMetadataFormats", response("<ListMetadataFormats><metadataFormat><metadataPrefix>sheet"
                        + "</metadataPrefix><schema>http://example.org/sheet.xsd</schema><metadataNamespace>" + namespace
                        + "</metadataNamespace></metadataFormat></ListMetadataFormats>"))
                .answer("verb=ListRecords&metadataPrefix=sheet", response(list.append("</ListRecords>").toString()));
    }

    private static void assertTakenAndServed(TestHub hub, String id, String baseUrl) throws Exception {
        HarvestOutcome outcome = hub.harvest(id, baseUrl);

        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(hub.store().repairs().quarantined(id, 10)).isEmpty();
        assertThat(hub.store().repairs().of(id, 10)).hasSize(5).allMatch(repair -> repair.kind() == Repair.Kind.NAMESPACE);
        MetadataFormat format = ((OaiResponse.ListMetadataFormats) hub.ask(id, "verb=ListMetadataFormats").answer()).formats()
                .stream().filter(one -> one.prefix().equals(SHEET)).findFirst().orElseThrow();
        assertThat(format.namespace()).isEqualTo("https://sheaf.dev/ns/1.0/local/sheet");
        HttpResponse<byte[]> schema = hub.fetch(format.schema());
        assertThat(schema.statusCode()).isEqualTo(200);
        Schema rules = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new ByteArrayInputStream(schema.body())));
        List<OaiRecord> records = ((OaiResponse.ListRecords) hub
                .read(hub.sourceUrl(id) + "?verb=ListRecords&metadataPrefix=sheet").answer())
                .records();
        assertThat(records).hasSize(5);
        for (OaiRecord record : records) {
            rules.newValidator().validate(new StreamSource(
                    new ByteArrayInputStream(java.util.Objects.requireNonNull(record.metadata()).utf8())));
            assertThat(record.about()).anyMatch(about -> about.toString().contains("altered=\"true\""));
        }
    }

    @Test
    void recordsOfWhichNothingTellsTheNamespace_areTakenAndServedValid() throws Exception {
        try (TestHub hub = new TestHub(folder.resolve("first"), "first");
                TestHub second = new TestHub(folder.resolve("second"), "second")) {
            try (ScriptedProvider envelope = provider("http://www.openarchives.org/OAI/2.0/");
                    ScriptedProvider none = provider("")) {
                assertTakenAndServed(hub, "envelope", envelope.baseUrl());
                assertTakenAndServed(hub, "none", none.baseUrl());
            }
            HarvestOutcome mirrored = second.harvest("mirror", hub.sourceUrl("none"));
            assertThat(mirrored.isComplete()).isTrue();
            MetadataFormat format = ((OaiResponse.ListMetadataFormats) second.ask("mirror", "verb=ListMetadataFormats").answer())
                    .formats().stream().filter(one -> one.prefix().equals(SHEET)).findFirst().orElseThrow();
            assertThat(format.schema()).as("the schema of the hub that serves the format").startsWith(second.aggregateUrl()
                    .replace("/oai", "/schemas/local/sheet/"));
        }
    }

    @Test
    void recordsInNoNamespaceWhoseFormatNamesOne_arePutIntoIt() throws Exception {
        try (TestHub hub = new TestHub(folder.resolve("hub"), "hub");
                ScriptedProvider provider = provider("http://example.org/ns/sheets/")) {
            assertThat(hub.harvest("a", provider.baseUrl()).isComplete()).isTrue();
            assertThat(hub.read(hub.sourceUrl("a") + "?verb=ListRecords&metadataPrefix=sheet").answer().toString())
                    .contains("xmlns=\"http://example.org/ns/sheets/\"");
        }
    }
}
