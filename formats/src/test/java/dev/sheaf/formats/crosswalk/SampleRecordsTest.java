package dev.sheaf.formats.crosswalk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.stream.XMLStreamException;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.validator.PageCheck;
import dev.sheaf.validator.PageFindings;

import static org.assertj.core.api.Assertions.assertThat;

/** Records of many formats: the samples, and those of real repositories and of other programs' tests where they lie next to the checkout. */
class SampleRecordsTest {

    private static final Path SAMPLES = Path.of("..", "testkit", "samples", "metadata-records");
    private static final Path RECORDED = Path.of("..", "..", "shared", "data", "metadata-records");
    /** Envelopes and containers, not metadata. */
    private static final Set<String> NO_METADATA = Set.of("oai-record", "provenance");
    /** Names without a title inside: technical metadata, empty containers, parts of examples. */
    private static final Set<String> WITHOUT_TITLE = Set.of("dataverse-dataCiteXml-3.xml",
            "dpres-xml-schemas-audiomd_valid_minimal.xml",
            "dpres-xml-schemas-mets_invalid_missing_event.xml", "oai-pmh-bulk-downloader-manifest-no-objects.xml",
            "oai-pmh-bulk-downloader-manifest.xml", "kitodo-presentation-modsAuthorWithAutRoleTerm.xml",
            "kitodo-presentation-modsOriginInfo.xml", "kitodo-presentation-modsOriginInfoWithEditionElectronicEd.xml");
    private static final Pattern DOCTYPE = Pattern.compile("<!DOCTYPE[^>\\[]*(\\[.*?\\]\\s*)?>", Pattern.DOTALL);

    private final Crosswalks crosswalks = new Crosswalks();
    /** Dublin Core by file: each test needs that of every record, and making it costs more than the rest. */
    private static final Map<Path, Optional<XmlFragment>> DUBLIN_CORE = new HashMap<>();

    @ParameterizedTest
    @CsvSource({"../testkit/samples/metadata-records, 10", "../../shared/data/metadata-records, 130"})
    void records_becomeDublinCoreWithATitle(Path folder, int least) throws Exception {
        List<String> nameless = new ArrayList<>();
        List<XmlFragment> made = new ArrayList<>();
        for (Path file : samples(folder)) {
            XmlFragment dublinCore = dublinCore(file).orElse(null);
            if (dublinCore == null) {
                continue;
            }
            made.add(dublinCore);
            if (hasNoTitle(dublinCore) && !WITHOUT_TITLE.contains(file.getFileName().toString())) {
                nameless.add(folder.relativize(file).toString());
            }
        }
        assertThat(made).hasSizeGreaterThan(least);
        assertThat(nameless).isEmpty();
        PublishedSchemas.find("www.openarchives.org/OAI/2.0/oai_dc.xsd").ifPresent(schema -> made.forEach(schema::check));
    }

    @ParameterizedTest
    @CsvSource({"mods, www.loc.gov/standards/mods/v3/mods-3-8.xsd", "marc21, www.loc.gov/standards/marcxml/schema/MARC21slim.xsd",
            "datacite, schema.datacite.org/meta/kernel-4.5/metadata.xsd"})
    void dublinCoreOfRecords_becomesValidRecordsOfOtherFormats(String prefix, String file) throws Exception {
        PublishedSchemas schema = PublishedSchemas.find(file).orElse(null);
        Assumptions.assumeTrue(schema != null,
                "skipped: the published schemas are not beside this checkout, in ../shared/schemas");
        for (Path sample : samples(RECORDED)) {
            XmlFragment dublinCore = dublinCore(sample).orElse(null);
            if (dublinCore == null) {
                continue;
            }
            Objects.requireNonNull(schema).check(
                    crosswalks.apply(TargetFormat.of(new MetadataPrefix(prefix)).orElseThrow(), "oai:sample:1", dublinCore));
        }
    }

    /** The own schemas of the validator judge these in every clone. */
    @ParameterizedTest
    @ValueSource(strings = {"oai_dc", "mods", "marc21", "datacite"})
    void dublinCoreOfSamples_passesTheValidator(String prefix) throws Exception {
        TargetFormat format = TargetFormat.of(new MetadataPrefix(prefix)).orElseThrow();
        int judged = 0;
        for (Path sample : samples(SAMPLES)) {
            XmlFragment record = crosswalks.apply(format, "oai:sample:1", dublinCore(sample).orElseThrow());
            PageFindings findings = PageCheck.of(page(prefix, record).getBytes(StandardCharsets.UTF_8));
            assertThat(findings.isValid()).as(sample + ": " + findings).isTrue();
            assertThat(findings.otherFormats() + findings.uncheckedRecords()).as(sample + ": " + findings).isZero();
            judged++;
        }
        assertThat(judged).isGreaterThan(10);
    }

    private static String page(String prefix, XmlFragment record) {
        return """
                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-01-01T00:00:00Z</responseDate>
                <request verb="ListRecords" metadataPrefix="%s">http://example.org/oai</request><ListRecords>
                <record><header><identifier>oai:example.org:1</identifier><datestamp>2024-01-01</datestamp></header>
                <metadata>%s</metadata></record></ListRecords></OAI-PMH>"""
                .formatted(prefix, new String(record.utf8(), StandardCharsets.UTF_8));
    }

    /** Dublin Core of a record; empty for two of them that need entities of a DTD, which the importer refuses. */
    private Optional<XmlFragment> dublinCore(Path file) throws Exception {
        Optional<XmlFragment> known = DUBLIN_CORE.get(file);
        if (known == null) {
            try {
                known = Optional.of(crosswalks.apply(TargetFormat.OAI_DC, "oai:sample:1", read(file)));
            } catch (OaiFormatException _) {
                known = Optional.empty();
            }
            DUBLIN_CORE.put(file, known);
        }
        return known;
    }

    private static boolean hasNoTitle(XmlFragment dublinCore) throws OaiFormatException, XMLStreamException {
        return DublinCoreValues.of(dublinCore).contains("title=oai:sample:1");
    }

    private static List<Path> samples(Path folder) throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(folder),
                "skipped: the sample records are not beside this checkout, in ../shared/data/metadata-records");
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".xml"))
                    .filter(file -> !NO_METADATA.contains(folder.relativize(file).getName(0).toString())).sorted().toList();
        }
    }

    /** A record without its DOCTYPE, which nothing from outside may have. */
    private static XmlFragment read(Path file) throws IOException, OaiFormatException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        return XmlFragments.parse(DOCTYPE.matcher(text).replaceFirst("").getBytes(StandardCharsets.UTF_8));
    }
}
