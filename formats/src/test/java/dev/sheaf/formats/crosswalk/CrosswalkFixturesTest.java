package dev.sheaf.formats.crosswalk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.XmlFragments;

import static org.assertj.core.api.Assertions.assertThat;

/** One record of each format that has a stylesheet to oai_dc, and what has to become of it: {@code <format>.xml}, {@code <format>.txt}. */
class CrosswalkFixturesTest {

    private final Crosswalks crosswalks = new Crosswalks();

    static Stream<String> formats() {
        return Stream.of("datacite", "etdms", "qdc", "jats", "ead", "ead3", "mets", "mets-loose", "mets-bare", "didl",
                "marc-unprefixed", "marcxchange", "oai_marc", "olac", "base_dc", "pex-dc", "ese", "pubmed", "crossref", "doaj",
                "arxiv", "arxivraw", "rfc1807", "iso19139", "iso19115-3", "dif", "fgdc", "ddi25", "ddi-lifecycle", "rifcs", "lom",
                "imsmd", "cmdi", "cmdi-metashare", "tei", "lido", "mpx", "vra", "darwin-core", "xoai", "dim", "edm", "dcat",
                "atom", "mets-lido", "marc-scripts", "marc-invenio", "mods-articles", "ead3-parts", "edm-other-proxies",
                "ore-map", "jats-urn", "jats-collaboration", "edm-concepts", "iso19139-translated", "marc-880");
    }

    @ParameterizedTest
    @MethodSource("formats")
    void record_becomesTheExpectedDublinCore(String format) throws Exception {
        XmlFragment metadata = XmlFragments.parse(fixture(format + ".xml"));
        assertThat(Crosswalk.of(metadata, TargetFormat.OAI_DC)).get().isNotEqualTo(Crosswalk.ANY_TO_OAI_DC);
        XmlFragment made = crosswalks.apply(TargetFormat.OAI_DC, "oai:fixture:1", metadata);
        assertThat(DublinCoreValues.of(made))
                .containsExactly(new String(fixture(format + ".txt"), StandardCharsets.UTF_8).strip().split("\n"));
    }

    /** No value is better than one of something else: a cited work, a project, one work of two. */
    @ParameterizedTest
    @ValueSource(strings = {"unknown-flat", "unknown-cited-only", "unknown-two-works"})
    void unknownFormat_givesOnlyValuesOfTheRecord(String name) throws Exception {
        XmlFragment metadata = XmlFragments.parse(fixture(name + ".xml"));
        assertThat(Crosswalk.of(metadata, TargetFormat.OAI_DC)).contains(Crosswalk.ANY_TO_OAI_DC);
        assertThat(DublinCoreValues.of(crosswalks.apply(TargetFormat.OAI_DC, "oai:fixture:1", metadata)))
                .containsExactly(new String(fixture(name + ".txt"), StandardCharsets.UTF_8).strip().split("\n"));
    }

    private static byte[] fixture(String name) throws IOException {
        try (InputStream in = CrosswalkFixturesTest.class.getResourceAsStream("/crosswalk/" + name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }
}
