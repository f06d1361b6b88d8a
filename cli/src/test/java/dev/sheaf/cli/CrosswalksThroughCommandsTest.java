package dev.sheaf.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.simulator.ScriptedProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One record of each format that has a crosswalk to oai_dc, through the commands {@code import} and {@code harvest}: as it should be, and
 * without the namespace of its root.
 */
class CrosswalksThroughCommandsTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Path FIXTURES = Path.of("..", "formats", "src", "test", "resources", "crosswalk");
    private static final Pattern ROOT = Pattern.compile("<(?:([\\w.-]+):)?[\\w.-]+(?=[\\s/>])");

    @TempDir
    private Path folder;

    /** Texts of the records by name; {@code bare-} precedes those without the namespace of their root. */
    private static Map<String, String> records() throws IOException {
        Map<String, String> records = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(FIXTURES)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".xml")).sorted().toList()) {
                String name = file.getFileName().toString().replace(".xml", "");
                String xml = Files.readString(file).strip();
                records.put(name, xml);
                records.put("bare-" + name, bare(xml));
            }
        }
        return records;
    }

    /** Returns a document whose elements no longer have the namespace of the root. */
    static String bare(String xml) {
        Matcher root = ROOT.matcher(xml);
        assertThat(root.find()).isTrue();
        String prefix = root.group(1);
        return prefix == null
                ? xml.replaceFirst("\\sxmlns=(\"[^\"]*\"|'[^']*')", "")
                : xml.replaceAll("(</?)" + Pattern.quote(prefix) + ":", "$1");
    }

    private static List<String> expected(String name, String identifier) throws IOException {
        return Files.readString(FIXTURES.resolve(name.replaceFirst("^bare-", "") + ".txt")).strip()
                .replace("oai:fixture:1", identifier).lines().toList();
    }

    static List<String> values(String dublinCore) throws OaiFormatException, XMLStreamException {
        List<String> values = new ArrayList<>();
        XMLStreamReader reader = XmlInput.pull(dublinCore.getBytes(StandardCharsets.UTF_8));
        reader.nextTag();
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            String language = reader.getAttributeValue(Namespaces.XML, "lang");
            values.add(reader.getLocalName() + (language == null ? "" : "@" + language) + "=" + reader.getElementText());
        }
        return values;
    }

    private void assertExported(Map<String, String> records) throws Exception {
        Map<String, String> exported = new LinkedHashMap<>();
        Typed.in(folder, "export", "--format", "jsonl", "--prefix", "oai_dc").out().lines().map(JSON::readTree)
                .forEach(node -> exported.put(node.path("identifier").asString(), metadata(node)));
        List<String> wrong = new ArrayList<>();
        for (String name : records.keySet()) {
            String identifier = exported.keySet().stream().filter(one -> one.endsWith("/" + name)).findFirst().orElse("");
            List<String> made = identifier.isEmpty() ? List.of() : values(String.valueOf(exported.get(identifier)));
            List<String> expected = expected(name, identifier);
            if (!made.equals(expected)) {
                wrong.add(name + ": " + made + "\n instead of " + expected);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String metadata(JsonNode node) {
        return node.path("metadata").asString();
    }

    @Test
    void importedRecords_becomeTheExpectedDublinCore_withAndWithoutNamespace() throws Exception {
        Map<String, String> records = records();
        // A file of RDF about two things is imported as two items, and a record in a MARC collection is named by its number.
        records.keySet().removeIf(name -> name.endsWith("ore-map") || name.equals("bare-marcxchange"));
        Path files = Files.createDirectory(folder.resolve("files"));
        for (Map.Entry<String, String> record : records.entrySet()) {
            Files.writeString(files.resolve(record.getKey() + ".xml"), record.getValue());
        }

        Typed typed = Typed.in(folder, "import", "local", "files");

        assertThat(typed.err()).contains("local: " + records.size() + " new").doesNotContain("refused");
        assertExported(records);
    }

    /** The prefixes of this repository, its schemas and the records tell nothing of the namespaces that are missing. */
    @Test
    void harvestedRecords_becomeTheExpectedDublinCore_withAndWithoutNamespace() throws Exception {
        Map<String, String> records = records();
        try (ScriptedProvider provider = ScriptedProvider.start(InstantSource.system())) {
            int number = 0;
            for (Map.Entry<String, String> record : records.entrySet()) {
                MetadataPrefix prefix = new MetadataPrefix("f" + ++number);
                XmlFragment metadata = XmlFragments.parse(record.getValue().getBytes(StandardCharsets.UTF_8));
                provider.format(new MetadataFormat(prefix, "http://formats.example.org/" + prefix + ".xsd",
                        record.getKey().startsWith("bare-") ? Namespaces.OAI : XmlFragments.rootNamespace(metadata)));
                provider.put(prefix, List.of(new OaiRecord(new Header("oai:formats.example.org:local/" + record.getKey(),
                        Datestamp.received("2024-01-01T00:00:00Z"), List.of(), false), metadata)));
            }

            Typed.in(folder, "source", "add", "formats", provider.baseUrl());
            Typed typed = Typed.in(folder, "harvest", "formats");

            assertThat(typed.err()).contains(": complete").doesNotContain("refused").doesNotContain("quarantine");
            assertExported(records);
        }
    }
}
