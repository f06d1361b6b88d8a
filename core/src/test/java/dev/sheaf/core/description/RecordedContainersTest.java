package dev.sheaf.core.description;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.core.xml.ProvenanceWriter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Containers of the samples, and of real repositories where recorded responses lie next to the checkout. */
class RecordedContainersTest {

    @ParameterizedTest
    @ValueSource(strings = {"../testkit/samples", "../../shared/data"})
    void recordedContainers_areReadAndWrittenOrReportedWithAReason(Path data) throws IOException {
        Path index = data.resolve("oai-responses").resolve("index.tsv");
        assumeTrue(Files.exists(index), "skipped: the recorded responses are not beside this checkout, in ../shared/data");
        List<String[]> responses;
        try (Stream<String> lines = Files.lines(index)) {
            responses = lines.skip(1).map(line -> line.split("\t", -1)).filter(line -> line[4].equals("2.0")).toList();
        }
        Map<Container, Integer> read = new EnumMap<>(Container.class);
        int unusable = 0;
        for (String[] line : responses) {
            for (XmlFragment fragment : containers(data.resolve(line[0]))) {
                Container kind = ContainerReader.kind(fragment).orElse(null);
                if (kind == null) {
                    continue;
                }
                if (ContainerReader.fault(fragment).isPresent()) {
                    unusable++;
                } else {
                    assertComesBack(kind, fragment, line[0]);
                    read.merge(kind, 1, Integer::sum);
                }
            }
        }
        assertThat(read).containsKeys(Container.OAI_IDENTIFIER, Container.EPRINTS, Container.FRIENDS, Container.BRANDING,
                Container.GATEWAY, Container.TOOLKIT, Container.RIGHTS, Container.RIGHTS_MANIFEST, Container.PROVENANCE);
        // Namespaces without a dot in oai-identifiers, mostly.
        assertThat(unusable).isBetween(1, 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../testkit/samples", "../../shared/data"})
    void recordedProvenance_isWrittenBackEqual(Path data) throws IOException {
        Path folder = data.resolve("metadata-records").resolve("provenance");
        assumeTrue(Files.isDirectory(folder), "skipped: the metadata records are not beside this checkout, in ../shared/data");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                assertComesBack(Container.PROVENANCE, XmlFragment.of(Files.readAllBytes(file)), file.toString());
            }
        }
    }

    private static void assertComesBack(Container kind, XmlFragment fragment, String where) {
        switch (kind) {
            case RIGHTS -> {
                Rights rights = ContainerReader.rights(fragment).orElseThrow();
                assertThat(ContainerReader.rights(ContainerWriter.write(rights))).as(where).contains(rights);
            }
            case PROVENANCE -> {
                Provenance provenance = ProvenanceReader.read(fragment).orElseThrow();
                if (provenance.fault().isEmpty()) {
                    assertThat(ProvenanceReader.read(ProvenanceWriter.write(provenance))).as(where).contains(provenance);
                }
            }
            case OAI_IDENTIFIER, EPRINTS, FRIENDS, BRANDING, GATEWAY, TOOLKIT, RIGHTS_MANIFEST, SYNDICATION, DUBLIN_CORE -> {
                Description description = ContainerReader.description(fragment).orElseThrow();
                assertThat(ContainerReader.description(ContainerWriter.write(description))).as(where).contains(description);
            }
        }
    }

    private static List<XmlFragment> containers(Path file) throws IOException {
        try (InputStream in = file.toString().endsWith(".gz")
                ? new GZIPInputStream(Files.newInputStream(file))
                : Files.newInputStream(file)) {
            return switch (OaiReader.read(in.readAllBytes()).answer()) {
                case OaiResponse.Identify identify -> identify.description().descriptions();
                case OaiResponse.ListSets list -> list.sets().stream().map(OaiSet::descriptions).flatMap(List::stream).toList();
                case OaiResponse.GetRecord(OaiRecord record) -> record.about();
                case OaiResponse.ListRecords list -> list.records().stream().map(OaiRecord::about).flatMap(List::stream).toList();
                case OaiResponse.Errors _,OaiResponse.ListIdentifiers _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _ -> List
                        .of();
            };
        } catch (OaiFormatException _) {
            return List.of();
        }
    }
}
