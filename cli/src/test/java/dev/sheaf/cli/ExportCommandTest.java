package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class ExportCommandTest {

    @TempDir
    private Path folder;

    private void importRivers() throws Exception {
        Files.writeString(folder.resolve("a.xml"),
                """
                        <dc:dc xmlns:dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns="http://purl.org/dc/elements/1.1/"><title>Rivers</title>
                        <creator>Vincent van Gogh</creator><date>[ca. 1890]</date><language>German</language><type>Article</type><format>pdf</format>
                        <identifier>https://dx.doi.org/10.1000/182</identifier></dc:dc>""");
        Typed typed = Typed.in(folder, "import", "a", "a.xml");
        assertThat(typed.status()).as(typed.err()).isZero();
    }

    @Test
    void missingFormat_failsAndNamesTheFormatsThatExist() throws Exception {
        importRivers();
        for (String format : new String[]{"xml", "jsonl"}) {
            Typed typed = Typed.in(folder, "export", "--prefix", "nosuch", "--format", format);
            assertThat(typed.status()).isEqualTo(1);
            assertThat(typed.out()).isEmpty();
            assertThat(typed.err()).contains("there are no records in the format 'nosuch'", "oai_dc");
        }
        assertThat(Typed.in(folder, "export", "--prefix", "nosuch", "--source", "a", "-o", "out.xml").err()).contains("in 'a'");
        assertThat(folder.resolve("out.xml")).doesNotExist();
    }

    @Test
    void unknownFormat_failsEvenWithoutRecords() {
        Typed.in(folder, "source", "add", "empty", "https://example.org/oai");
        Typed typed = Typed.in(folder, "export", "--prefix", "nosuch", "--source", "empty");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("there are no records in the format 'nosuch' in 'empty'");
        assertThat(Typed.in(folder, "export", "--prefix", "nosuch").err()).contains("The formats are: oai_dc");
        assertThat(Typed.in(folder, "export").status()).as("an empty list is one").isZero();
    }

    @Test
    void exportsNormalisedValuesWithTheirOriginals() throws Exception {
        importRivers();
        JsonNode plain = JsonMapper.shared().readTree(Typed.in(folder, "export", "--format", "jsonl").out());
        assertThat(plain.propertyNames()).containsExactly("source", "prefix", "identifier", "datestamp", "originDatestamp",
                "deleted",
                "sets", "metadata", "about");
        Typed typed = Typed.in(folder, "export", "--format", "jsonl", "--normalise");
        JsonNode normalised = JsonMapper.shared().readTree(typed.out()).path("normalised");
        assertThat(normalised.path("dates").toString())
                .isEqualTo("[{\"iso\":\"1890\",\"from\":1890,\"until\":1890,\"approximate\":true,\"original\":\"[ca. 1890]\"}]");
        assertThat(normalised.path("languages").get(0).path("iso639-3").asString()).isEqualTo("deu");
        assertThat(normalised.path("names").get(0).path("family").asString()).isEqualTo("van Gogh");
        assertThat(normalised.path("types").get(0).path("label").asString()).isEqualTo("journal article");
        assertThat(normalised.path("formats").get(0).path("mediaType").asString()).isEqualTo("application/pdf");
        assertThat(normalised.path("identifiers").get(0).toString()).isEqualTo(
                "{\"scheme\":\"doi\",\"value\":\"10.1000/182\",\"url\":\"https://doi.org/10.1000/182\",\"role\":\"work\",\"original\":\"https://dx.doi.org/10.1000/182\"}");
        assertThat(typed.out()).contains("<language>German</language>");
        assertThat(Typed.in(folder, "export", "--normalise").status()).isEqualTo(2);
    }

    @Test
    void staticRepository_namesItsBaseUrlAtTheGateway_andHasTheLiveRecords() throws Exception {
        importRivers();
        Typed typed = Typed.in(folder, "export", "--source", "a", "--static", "s.xml", "--at",
                "http://www.example.org:8080/s.xml",
                "--gateway", "https://gate.example.org/static");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).isEmpty();
        assertThat(typed.err()).contains("1 records exported");
        assertThat(Files.readString(folder.resolve("s.xml"))).contains(
                "<oai:baseURL>https://gate.example.org/static/www.example.org%3A8080/s.xml</oai:baseURL>",
                "<ListRecords metadataPrefix=\"oai_dc\">", "Rivers", "</Repository>");
    }

    @Test
    void staticRepositoryWithoutAnAddress_hasAnExample_andSaysSo() throws Exception {
        importRivers();
        Typed typed = Typed.in(folder, "export", "--static", "s.xml");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err()).contains("example", "--at");
        assertThat(Files.readString(folder.resolve("s.xml")))
                .contains("<oai:baseURL>http://127.0.0.1:8080/static/www.example.org/s.xml</oai:baseURL>");
    }

    @Test
    void staticRepository_refusesOptionsOfOtherFormats_wrongAddresses_andAnEmptyChoice() throws Exception {
        importRivers();
        assertThat(Typed.in(folder, "export", "--static", "s.xml", "--format", "xml").status()).isEqualTo(2);
        assertThat(Typed.in(folder, "export", "--static", "s.xml", "--at", "ftp://h/s.xml").status()).isEqualTo(2);
        assertThat(Typed.in(folder, "export", "--at", "http://h.org/s.xml").status()).isEqualTo(2);
        assertThat(Typed.in(folder, "export", "--static", "s.xml", "--source", "nosuch").status()).isEqualTo(1);
        assertThat(Typed.in(folder, "export", "--static", "s.xml", "--from", "2999-01-01").status()).isEqualTo(1);
        assertThat(folder.resolve("s.xml")).doesNotExist();
    }
}
