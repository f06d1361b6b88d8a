package dev.sheaf.validator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class ResponseSchemasTest {

    private static final Path FOLDER = Path.of("..", "..", "shared", "schemas");
    private static final Path SAMPLES = Path.of("..", "testkit", "samples");
    private static final ResponseSchemas OWN = ResponseSchemas.own();

    private static ResponseSchemas published() throws IOException {
        assumeTrue(Files.isDirectory(FOLDER),
                "skipped: the published schemas are not beside this checkout, in ../shared/schemas");
        return ResponseSchemas.load(FOLDER);
    }

    @Test
    void publishedSamples_areValidByThePublishedSchemas() throws IOException {
        ResponseSchemas published = published();
        int judged = 0;
        for (Path sample : samples("samples/oai-2.0")) {
            assertThat(published.faults(Files.readAllBytes(sample))).as(sample.getFileName().toString()).isEmpty();
            judged++;
        }
        assertThat(judged).isGreaterThan(30);
    }

    @Test
    void publishedMistakes_areInvalidByThePublishedSchemas() throws IOException {
        ResponseSchemas published = published();
        List<Path> mistakes = samples("samples/oai-2.0/expected-invalid");
        assertThat(mistakes).isNotEmpty();
        for (Path mistake : mistakes) {
            assertThat(published.faults(Files.readAllBytes(mistake))).as(mistake.getFileName().toString()).isNotEmpty();
        }
    }

    @Test
    void publishedSamplesInKnownFormats_areValidByTheOwnSchemas() throws IOException {
        published();
        int judged = 0;
        for (Path sample : samples("samples/oai-2.0")) {
            List<String> faults = OWN.faults(Files.readAllBytes(sample));
            if (faults.stream().noneMatch(fault -> fault.contains("strict, but no declaration"))) {
                assertThat(faults).as(sample.getFileName().toString()).isEmpty();
                judged++;
            }
        }
        assertThat(judged).isGreaterThan(25);
        for (Path mistake : samples("samples/oai-2.0/expected-invalid")) {
            assertThat(OWN.faults(Files.readAllBytes(mistake))).as(mistake.getFileName().toString()).isNotEmpty();
        }
    }

    /** The samples run in every clone; a namespace of identifiers without a dot is the only fault among them. */
    @Test
    void samplesOfProtocol20_areValidByTheOwnSchemas() throws IOException {
        List<String> judged = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (String text : Files.readAllLines(SAMPLES.resolve("oai-responses").resolve("index.tsv"))) {
            String[] line = text.split("\t", -1);
            if (line[4].equals("2.0")) {
                judged.add(line[0]);
                if (!OWN.faults(Files.readAllBytes(SAMPLES.resolve(line[0]))).isEmpty()) {
                    refused.add(line[0] + " " + line[5]);
                }
            }
        }
        assertThat(judged).hasSizeGreaterThan(10);
        assertThat(refused).filteredOn(line -> line.endsWith(" yes")).as(refused.toString())
                .containsExactly("oai-responses/museum.example.org/Identify.xml yes");
        assertThat(refused).filteredOn(line -> line.endsWith(" no")).hasSize(4);
    }

    private List<Path> samples(String name) throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.resolve(name))) {
            return files.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
        }
    }

    @Test
    void fault_isReportedWithItsPlace() {
        String response = """
                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
                <responseDate>yesterday</responseDate>
                <request>http://hub.example/oai</request>
                <error code="noSuchCode"/></OAI-PMH>""";

        assertThat(OWN.faults(response.getBytes(StandardCharsets.UTF_8))).anyMatch(fault -> fault.startsWith("line 2"))
                .anyMatch(fault -> fault.startsWith("line 4"));
        assertThat(OWN.faults("<a><b></a>".getBytes(StandardCharsets.UTF_8))).isNotEmpty();
    }

    @Test
    void schemasAndEntitiesNamedByAResponse_areNotFetched() {
        String response = """
                <!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>
                <x xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x http://127.0.0.1:1/x.xsd">&e;</x>""";

        assertThat(OWN.faults(response.getBytes(StandardCharsets.UTF_8))).isNotEmpty()
                .noneMatch(fault -> fault.contains("127.0.0.1"));
    }

    @Test
    void missingSchemaFolder_isReportedWithItsPath() {
        assertThatThrownBy(() -> ResponseSchemas.load(Path.of("no-such-folder"))).isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-folder");
    }
}
