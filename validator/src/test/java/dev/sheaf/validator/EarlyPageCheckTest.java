package dev.sheaf.validator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Responses of protocol 1.0 and 1.1. */
class EarlyPageCheckTest {

    private static final Path SAMPLES = Path.of("..", "..", "shared", "schemas", "samples");

    private static PageFindings check(String version, String verb, String content) {
        return PageCheck
                .of("""
                        <%2$s xmlns="http://www.openarchives.org/OAI/%1$s/OAI_%2$s" xmlns:xsi="%4$s"
                        xsi:schemaLocation="http://www.openarchives.org/OAI/%1$s/OAI_%2$s http://www.openarchives.org/OAI/%1$s/OAI_%2$s.xsd">
                        <responseDate>2001-06-01T19:20:30-04:00</responseDate>
                        <requestURL>http://example.org/oai?verb=%2$s&amp;metadataPrefix=oai_dc</requestURL>
                        %3$s
                        </%2$s>"""
                        .formatted(version, verb, content, version.equals("1.0")
                                ? "http://www.w3.org/2000/10/XMLSchema-instance"
                                : "http://www.w3.org/2001/XMLSchema-instance")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static String record(int number, String metadata) {
        return "<record><header><identifier>oai:Example:" + number + "</identifier><datestamp>1999-12-25</datestamp></header>"
                + (metadata.isEmpty() ? "" : "<metadata>" + metadata + "</metadata>") + "</record>\n";
    }

    private static String dc(String content) {
        return "<dc xmlns=\"http://purl.org/dc/elements/1.1/\">" + content + "</dc>";
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1.1"})
    void validList_hasNoFaults_andItsRecordsAreCounted(String version) {
        PageFindings findings = check(version, "ListRecords", record(1, dc("<title>A</title>")) + record(2, "")
                + "<record status=\"deleted\"><header><identifier>oai:Example:3</identifier><datestamp>1999-12-26</datestamp>"
                + "</header></record><resumptionToken>more</resumptionToken>");
        assertThat(findings.examples()).isEmpty();
        assertThat(findings.records()).isEqualTo(3);
        assertThat(findings.isValid()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1.1"})
    void fault_isReportedWithItsRecordInTheNamespaceOfThePage(String version) {
        PageFindings findings = check(version, "ListRecords", record(1, dc("<title>A</title>"))
                + record(2, dc("<colour>red</colour>")) + record(3, "").replace("1999-12-25", "1999-12-25T00:00:00Z")
                + record(4, "").replace("<header>", "<header><setSpec>a</setSpec>"));
        assertThat(findings.envelopeFaults()).isZero();
        assertThat(findings.records()).isEqualTo(4);
        assertThat(findings.invalidRecords()).isEqualTo(3);
        assertThat(findings.examples()).extracting(PageFindings.Fault::identifier)
                .containsExactly("oai:Example:2", "oai:Example:3", "oai:Example:4");
        assertThat(findings.examples().getFirst().message()).contains("colour");
        assertThat(findings.examples().get(1).message()).startsWith("datestamp: ");
        assertThat(findings.examples().getLast().message())
                .contains("http://www.openarchives.org/OAI/" + version + "/OAI_ListRecords");
    }

    @Test
    void emptyListsAreValid_andInvalidEnvelopesAreReported() {
        assertThat(check("1.1", "ListRecords", "").isValid()).isTrue();
        assertThat(check("1.1", "ListIdentifiers", "<identifier status=\"deleted\">oai:Example:1</identifier>").isValid())
                .isTrue();
        assertThat(check("1.1", "GetRecord", "").isValid()).isTrue();
        String identify = "<repositoryName>R</repositoryName><baseURL>http://example.org/oai</baseURL>"
                + "<protocolVersion>1.1</protocolVersion><adminEmail>mailto:a@example.org</adminEmail>";
        assertThat(check("1.1", "Identify", identify).isValid()).isTrue();
        assertThat(check("1.1", "Identify", identify + "<granularity>YYYY-MM-DD</granularity>").envelopeFaults()).isOne();
        assertThat(check("1.1", "ListRecords", "<error code=\"noRecordsMatch\"/>").envelopeFaults()).isOne();
        assertThat(check("1.1", "ListSets", "<set><setSpec>a-b</setSpec><setName>A</setName></set>").envelopeFaults()).isOne();
    }

    @Test
    void namespaceOfAnotherVerb_isReported() {
        assertThat(PageCheck.of("""
                <ListRecords xmlns="http://www.openarchives.org/OAI/1.1/OAI_ListSets"/>""".getBytes(StandardCharsets.UTF_8))
                .envelopeFaults()).isPositive();
    }

    @Test
    void pageAfterASyntaxError_isChecked() {
        PageFindings findings = check("1.1", "ListRecords", record(1, dc("<title>Fish & chips</title>"))
                + record(2, dc("<colour>red</colour>")) + record(3, dc("<title>C</title>")));
        assertThat(findings.records()).isEqualTo(3);
        assertThat(findings.invalidRecords()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"earliest.example.org", "early.example.org"})
    void samplesOfEarlyProtocols_areValid(String folder) throws IOException {
        List<Path> samples;
        try (Stream<Path> files = Files.list(Path.of("..", "testkit", "samples", "oai-responses", folder))) {
            samples = files.sorted().toList();
        }
        assertThat(samples).hasSize(6);
        for (Path sample : samples) {
            PageFindings findings = PageCheck.of(Files.readAllBytes(sample));
            assertThat(findings.isValid()).as(sample + ": " + findings).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"oai-1.0", "oai-1.1"})
    void publishedExamplesOfEarlyProtocols_areValid(String folder) throws IOException {
        assumeTrue(Files.isDirectory(SAMPLES),
                "skipped: the published samples are not beside this checkout, in ../shared/schemas");
        List<Path> samples;
        try (Stream<Path> files = Files.list(SAMPLES.resolve(folder))) {
            samples = files.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
        }
        assertThat(samples).hasSizeGreaterThan(10);
        for (Path sample : samples) {
            // In one of those of 1.0 the root of the metadata is in the response's own namespace, by mistake.
            PageFindings findings = PageCheck.of(Files.readAllBytes(sample));
            assertThat(findings.isValid()).as(sample + ": " + findings)
                    .isEqualTo(!Files.readString(sample).contains("<dc xmlns:"));
        }
    }
}
