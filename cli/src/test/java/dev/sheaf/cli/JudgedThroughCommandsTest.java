package dev.sheaf.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
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
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.formats.crosswalk.CrosswalkTable;
import dev.sheaf.formats.crosswalk.SharedSamples;
import dev.sheaf.formats.crosswalk.SharedSamples.Sample;
import dev.sheaf.simulator.ScriptedProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** The real records that somebody has judged, through the command {@code harvest}, with and without their namespace. */
class JudgedThroughCommandsTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    /** The judged row of each record, by a short name that a file and an identifier can have. */
    private final Map<String, String> judged = new LinkedHashMap<>();
    private final Map<String, XmlFragment> records = new LinkedHashMap<>();

    @BeforeEach
    void read() throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(SharedSamples.DATA.resolve("oai-responses")),
                "skipped: the sample records are not beside this checkout, in ../shared/data");
        List<String> rows;
        try (InputStream in = CrosswalkTable.class.getResourceAsStream("/crosswalk/judged.tsv")) {
            rows = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("== ")).toList();
        }
        Set<String> files = rows.stream().map(row -> row.split("[\t#]", 2)[0]).collect(Collectors.toSet());
        Map<String, XmlFragment> samples = new LinkedHashMap<>();
        for (Sample sample : new SharedSamples(SharedSamples.DATA).in(files::contains)) {
            samples.put(sample.name(), sample.metadata());
        }
        for (String row : rows) {
            XmlFragment record = Objects.requireNonNull(samples.get(row.split("\t", 2)[0]), row);
            // Dublin Core is kept as it came.
            if (!XmlFragments.rootNamespace(record).equals(Namespaces.OAI_DC)) {
                String name = "r" + judged.size();
                judged.put(name, row);
                records.put(name, record);
            }
        }
    }

    private void putBare() {
        for (String name : List.copyOf(records.keySet())) {
            // The namespace of its root is the only sign that its identifier is one: it is an element of that namespace, not of Dublin Core.
            if (String.valueOf(judged.get(name)).startsWith("oai-responses/pos.sissa.it/")) {
                continue;
            }
            String text = String.valueOf(records.get(name));
            records.put("bare-" + name, XmlFragment.of(CrosswalksThroughCommandsTest.bare(text)));
            judged.put("bare-" + name, Objects.requireNonNull(judged.get(name)));
        }
    }

    /** Asserts that each record was exported as Dublin Core that has the judged row. */
    private void assertExported() throws Exception {
        List<String> wrong = new ArrayList<>();
        Map<String, String> left = new LinkedHashMap<>(judged);
        for (String line : Typed.in(folder, "export", "--format", "jsonl", "--prefix", "oai_dc").out().lines().toList()) {
            JsonNode node = JSON.readTree(line);
            String identifier = node.path("identifier").asString();
            String name = identifier.replaceFirst(".*/", "");
            String row = Objects.requireNonNull(left.remove(name), identifier);
            List<String> values = CrosswalksThroughCommandsTest.values(node.path("metadata").asString()).stream()
                    .map(value -> value.replace(identifier, "oai:sample:1")).toList();
            String made = CrosswalkTable.row(row.split("\t", 2)[0], values);
            if (!made.equals(row)) {
                wrong.add(name + "\n  made   " + made + "\n  judged " + row);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(left).isEmpty();
    }

    @Test
    void harvestedRecords_becomeTheJudgedDublinCore() throws Exception {
        putBare();
        try (ScriptedProvider provider = ScriptedProvider.start(InstantSource.system())) {
            Map<String, MetadataPrefix> prefixes = new LinkedHashMap<>();
            for (Map.Entry<String, XmlFragment> record : records.entrySet()) {
                boolean isBare = record.getKey().startsWith("bare-");
                String namespace = XmlFragments
                        .rootNamespace(Objects.requireNonNull(records.get(record.getKey().replace("bare-", ""))));
                MetadataPrefix prefix = prefixes.computeIfAbsent(isBare + namespace, _ -> {
                    MetadataPrefix next = new MetadataPrefix("f" + prefixes.size());
                    provider.format(new MetadataFormat(next, "http://formats.example.org/" + next + ".xsd",
                            isBare ? Namespaces.OAI : namespace));
                    return next;
                });
                provider.put(prefix, List.of(new OaiRecord(new Header("oai:formats.example.org:local/" + record.getKey(),
                        Datestamp.received("2024-01-01T00:00:00Z"), List.of(), false), record.getValue())));
            }

            Typed.in(folder, "source", "add", "formats", provider.baseUrl());
            Typed typed = Typed.in(folder, "harvest", "formats");

            assertThat(typed.err()).contains(": complete").doesNotContain("refused").doesNotContain("quarantine");
            assertExported();
        }
    }
}
