package dev.sheaf.validator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.xml.NamespaceSchemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Indices of full texts in responses of the protocol and of the extension for index harvesting. */
class IndexPagesTest {

    private static final Path PROPOSALS = Path.of("..", "..", "shared", "schemas", "proposals");
    private static final String OAI = "http://www.openarchives.org/OAI/2.0/";
    private static final String INDEX = "https://sheaf.dev/ns/1.0/oai-pmh-index/";
    private static final String DC = "<oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" "
            + "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>A</dc:title></oai_dc:dc>";
    private static final String TERMS = "<terms xmlns=\"https://sheaf.dev/ns/1.0/tf_basic/\" length=\"3\" distinct=\"2\">"
            + "<term name=\"a\" freq=\"2\"/><term name=\"b\" freq=\"1\" pos=\"1\"/></terms>";
    private static final String PLAIN_TERMS = "<terms xmlns=\"https://sheaf.dev/ns/1.0/terms/\"><term name=\"a\"/></terms>";

    private static byte[] page(String namespace, String record) {
        return ("<OAI-PMH xmlns=\"" + namespace + "\"><responseDate>2024-01-01T00:00:00Z</responseDate>"
                + "<request verb=\"ListRecords\" metadataPrefix=\"oai_dc\">http://example.org/oai</request><ListRecords><record>"
                + "<header><identifier>oai:example.org:1</identifier><datestamp>2024-01-01</datestamp></header>"
                + record.replace("DC", DC).replace("PLAIN", PLAIN_TERMS).replace("TERMS", TERMS)
                + "</record></ListRecords></OAI-PMH>").getBytes(StandardCharsets.UTF_8);
    }

    private static String combined(String metadata, String terms) {
        return "<metadata><indexed xmlns=\"https://sheaf.dev/ns/1.0/indexed/\"><metadata>" + metadata
                + "</metadata><index format=\"tf_basic\">" + terms + "</index></indexed></metadata>";
    }

    @ParameterizedTest
    @CsvSource({"<metadata>DC</metadata><index>TERMS</index>", "<metadata>DC</metadata><index>PLAIN</index>",
            "<metadata>DC</metadata>",
            "<metadata>DC</metadata><index>TERMS</index><about><x xmlns=\"urn:x\"/></about>",
            "<metadata><x xmlns=\"urn:x\"/></metadata><index><y xmlns=\"urn:y\"/></index>"})
    void recordWithAnIndex_isValidInTheExtension(String record) {
        assertThat(PageCheck.of(page(INDEX, record)).rules()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"<index>TERMS</index><metadata>DC</metadata>", "<metadata>DC</metadata><index>TERMS</index><index>TERMS</index>",
            "<metadata>DC</metadata><index/>",
            "<metadata>DC</metadata><index>TERMSTERMS</index>",
            "<metadata>DC</metadata><index><terms xmlns=\"https://sheaf.dev/ns/1.0/tf_basic/\"><term name=\"a\"/></terms></index>",
            "<metadata>DC</metadata><index><terms xmlns=\"https://sheaf.dev/ns/1.0/tf_basic/\"><term name=\"a\" freq=\"0\"/></terms></index>",
            "<metadata>DC</metadata><index><terms xmlns=\"https://sheaf.dev/ns/1.0/tf_basic/\"><term name=\"\" freq=\"1\"/></terms></index>",
            "<metadata>DC</metadata><index><terms xmlns=\"https://sheaf.dev/ns/1.0/terms/\"><term name=\"a\"/><term name=\"a\"/></terms></index>"})
    void wrongIndex_isAFaultOfItsRecord(String record) {
        PageFindings findings = PageCheck.of(page(INDEX, record));

        assertThat(findings.invalidRecords()).isOne();
        assertThat(findings.examples().getFirst().identifier()).isEqualTo("oai:example.org:1");
    }

    @Test
    void indexPart_isAFaultInTheProtocol() {
        assertThat(PageCheck.of(page(OAI, "<metadata>DC</metadata><index>TERMS</index>")).invalidRecords()).isOne();
    }

    @Test
    void combinedRecords_areJudgedByTheirParts() {
        assertThat(PageCheck.of(page(OAI, combined("DC", "TERMS"))).rules()).isEmpty();
        assertThat(PageCheck.of(page(OAI, combined("<x xmlns=\"urn:x\"/>", "TERMS"))).rules()).isEmpty();
        String wrongDc = "<oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\"><oai_dc:x/></oai_dc:dc>";
        for (String wrong : List.of(combined("DC", ""), combined("DC", "TERMSTERMS"), combined(wrongDc, "TERMS"),
                combined("DC", TERMS.replace("freq=\"2\"", "freq=\"x\"")), combined("DC", "TERMS").replace("format", "form"))) {
            assertThat(PageCheck.of(page(OAI, wrong)).invalidRecords()).as(wrong).isOne();
        }
    }

    @Test
    void schemas_areThoseOfTheNamespaces() {
        for (String file : NamespaceSchemas.FILES) {
            String namespace = "targetNamespace=\"https://sheaf.dev/ns/1.0/" + file.replace(".xsd", "/\"");
            assertThat(new String(NamespaceSchemas.find(file).orElseThrow(), StandardCharsets.UTF_8)).contains(namespace);
        }
        assertThat(NamespaceSchemas.find("../index/terms.xsd")).isEmpty();
    }

    @Test
    void samplesOfTheProposals_areValid() throws IOException {
        assumeTrue(Files.isDirectory(PROPOSALS), "no schemas/proposals beside the checkout");
        for (String sample : List.of("list-index-formats.xml", "list-records-index.xml", "indexed-variant-a.xml")) {
            assertThat(ResponseSchemas.own().faults(Files.readAllBytes(PROPOSALS.resolve("samples").resolve(sample)))).as(sample)
                    .isEmpty();
        }
    }
}
