package dev.sheaf.validator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import javax.xml.stream.XMLStreamReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.xml.XmlInput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Records in formats that have a schema of their own. */
class KnownFormatTest {

    private static final Path SCHEMAS = Path.of("..", "..", "shared", "schemas");
    private static final Path SAMPLES = Path.of("..", "testkit", "samples", "metadata-records");
    private static final Path RECORDS = Path.of("..", "..", "shared", "data", "metadata-records");

    private static final String MODS = "<mods xmlns='http://www.loc.gov/mods/v3' version='3.4'><titleInfo><title>A</title></titleInfo>%s</mods>";
    private static final String METS = """
            <m:mets xmlns:m='http://www.loc.gov/METS/' xmlns:xlink='http://www.w3.org/1999/xlink' OBJID='1'>
            <m:dmdSec ID='d'><m:mdWrap MDTYPE='MODS'><m:xmlData><x xmlns='urn:x'/></m:xmlData></m:mdWrap></m:dmdSec>
            <m:fileSec><m:fileGrp><m:file ID='f'><m:FLocat LOCTYPE='URL' xlink:href='http://example.org/f'/></m:file></m:fileGrp></m:fileSec>
            <m:structMap><m:div DMDID='d'><m:fptr FILEID='%s'/></m:div></m:structMap></m:mets>""";
    private static final String DATACITE = """
            <resource xmlns='http://datacite.org/schema/kernel-%s'><identifier identifierType='DOI'>10.1234/5</identifier>
            <creators><creator><creatorName>A</creatorName></creator></creators><titles><title xml:lang='en'>T</title></titles>
            <publisher>P</publisher><publicationYear>2020</publicationYear>%s</resource>""";
    private static final String ETDMS = "<thesis xmlns='http://www.ndltd.org/standards/metadata/etdms/1.0/'><title>T</title>"
            + "<creator>A</creator><date>2020</date><identifier>i</identifier><degree><name>PhD</name><level>Doctoral</level>"
            + "<discipline>D</discipline><grantor>G</grantor>%s</degree></thesis>";
    private static final String DIDL = """
            <d:DIDL xmlns:d='urn:mpeg:mpeg21:2002:02-DIDL-NS'><d:Item><d:Descriptor>
            <d:Statement mimeType='application/xml'><x xmlns='urn:x'/></d:Statement></d:Descriptor>
            <d:Component>%s<d:Resource ref='http://example.org/f' mimeType='application/pdf'/></d:Component></d:Item></d:DIDL>""";
    private static final String QUALIFIED = "<q:qualifieddc xmlns:q='%s' xmlns:dc='http://purl.org/dc/elements/1.1/' "
            + "xmlns:dcterms='http://purl.org/dc/terms/' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><dc:title>A</dc:title>"
            + "<dcterms:issued xsi:type='dcterms:W3CDTF'>%s</dcterms:issued></q:qualifieddc>";
    private static final String OAI_MARC = "<oai_marc xmlns='http://www.openarchives.org/OAI/%soai_marc' type='a' level='m'>"
            + "<fixfield id='001'>\"x\"</fixfield><varfield id='245' i1='0' i2=' '><subfield label='%s'>T</subfield></varfield></oai_marc>";
    private static final String RFC1807 = "<rfc1807 xmlns='http://info.internet.isi.edu:80/in-notes/rfc/files/rfc1807.txt'>"
            + "<bib-version>v2</bib-version><id>1</id><entry>January 1, 2000</entry>%s</rfc1807>";

    private static PageFindings check(String... metadata) {
        StringBuilder page = new StringBuilder("""
                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-01-01T00:00:00Z</responseDate>
                <request verb="ListRecords" metadataPrefix="x">http://example.org/oai</request><ListRecords>
                """);
        for (int i = 0; i < metadata.length; i++) {
            page.append("<record><header><identifier>oai:example.org:").append(i)
                    .append("</identifier><datestamp>2024-01-01</datestamp></header><metadata>").append(metadata[i])
                    .append("</metadata></record>\n");
        }
        return PageCheck.of(page.append("</ListRecords></OAI-PMH>").toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Fails unless the first is valid and the second is not, for what it names. */
    private static void judges(String good, String bad, String named) {
        PageFindings findings = check(good, bad, good);
        assertThat(findings.otherFormats()).isZero();
        assertThat(findings.envelopeFaults()).isZero();
        assertThat(findings.invalidRecords()).as(findings.toString()).isOne();
        assertThat(findings.examples()).singleElement().satisfies(fault -> {
            assertThat(fault.identifier()).isEqualTo("oai:example.org:1");
            assertThat(fault.message()).contains(named);
        });
    }

    @Test
    void invalidMods_isReported() {
        judges(MODS.formatted("<genre>x</genre>"), MODS.formatted("<colour>red</colour>"), "colour");
        judges(MODS.formatted(""), MODS.formatted("").replace("3.4", "2.0"), "2.0");
    }

    @Test
    void invalidMetsAndItsBrokenReferences_areReported() {
        judges(METS.formatted("f"), METS.formatted("g"), "'g'");
        judges(METS.formatted("f"), METS.formatted("f").replace("MDTYPE='MODS'", "MDTYPE='NONE'"), "NONE");
    }

    @Test
    void invalidDataCite_isReported() {
        String type = "<resourceType resourceTypeGeneral='%s'>x</resourceType>";
        judges(DATACITE.formatted("4", type.formatted("Dataset")), DATACITE.formatted("4", type.formatted("Poem")), "Poem");
        judges(DATACITE.formatted("3", type.formatted("Dataset")), DATACITE.formatted("3", type.formatted("Preprint")),
                "Preprint");
        judges(DATACITE.formatted("3", ""), DATACITE.formatted("4", ""), "resourceType");
    }

    @Test
    void invalidEtdMs_isReported() {
        judges(ETDMS.formatted(""), ETDMS.formatted("<mark>good</mark>"), "mark");
    }

    @Test
    void invalidDidl_isReported() {
        judges(DIDL.formatted(""), DIDL.formatted("<d:Item/>"), "Item");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://worldcat.org/xmlschemas/qdc-1.0/", "http://dspace.org/qualifieddc/",
            "http://www.bl.uk/namespaces/oai_dcq/"})
    void invalidQualifiedDublinCore_isReportedInEachNamespace(String namespace) {
        judges(QUALIFIED.formatted(namespace, "2020-01"), QUALIFIED.formatted(namespace, "last year"), "last year");
        judges(QUALIFIED.formatted(namespace, "2020"), QUALIFIED.formatted(namespace, "2020").replace("dc:title", "dc:colour"),
                "colour");
        PageFindings stray = check(QUALIFIED.formatted(namespace, "2020").replace("<dc:title>", "<q:x/><dc:title>"));
        assertThat(stray.examples().getFirst().message()).contains(namespace);
    }

    @Test
    void invalidMarcOfProtocol1x_isReportedInBothNamespaces() {
        for (String version : List.of("", "1.1/")) {
            judges(OAI_MARC.formatted(version, "a"), OAI_MARC.formatted(version, "A"), "label");
        }
    }

    @Test
    void invalidRfc1807_isReported() {
        judges(RFC1807.formatted("<title>T</title><author>A</author>"), RFC1807.formatted("<author>A</author><title>T</title>"),
                "title");
    }

    @Test
    void elementThatIsNoRootOfItsFormat_isReported() {
        judges(MODS.formatted(""), "<titleInfo xmlns='http://www.loc.gov/mods/v3'><title>A</title></titleInfo>",
                "not a root element");
    }

    @Test
    void prefixDeclaredOutsideTheRecord_isKnownInIt() {
        String bare = QUALIFIED.formatted("http://dspace.org/qualifieddc/", "2020-01")
                .replace(" xmlns:dcterms='http://purl.org/dc/terms/'", "");
        String page = """
                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:dcterms="http://purl.org/dc/terms/">
                <responseDate>2024-01-01T00:00:00Z</responseDate><request verb="GetRecord">http://example.org/oai</request><GetRecord>
                <record><header><identifier>a:1</identifier><datestamp>2024-01-01</datestamp></header><metadata>%s</metadata></record>
                </GetRecord></OAI-PMH>"""
                .formatted(bare);
        assertThat(PageCheck.of(page.getBytes(StandardCharsets.UTF_8)).examples()).isEmpty();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mods", "mets", "datacite"})
    void sampleRecordsNamedInvalid_areReported_andOthersAreValid(String folder) throws Exception {
        List<Path> samples = files(SAMPLES.resolve(folder));
        for (Path file : samples) {
            assertThat(check(Files.readString(file)).invalidRecords()).as(file.toString())
                    .isEqualTo(file.getFileName().toString().startsWith("invalid-") ? 1 : 0);
        }
        assertThat(samples).hasSize(3);
    }

    /** Own schemas must judge what is in real use as the published ones do. */
    @ParameterizedTest
    @ValueSource(strings = {"mods", "mets", "datacite"})
    void ownSchemasAndPublishedOnes_judgeRealRecordsAlike(String folder) throws Exception {
        assumeTrue(Files.isDirectory(RECORDS), "skipped: the collected records are not beside this checkout, in ../shared/data");
        ResponseSchemas published = ResponseSchemas.load(SCHEMAS);
        int judged = 0;
        for (Path file : files(RECORDS.resolve(folder))) {
            byte[] bytes = Files.readAllBytes(file);
            XMLStreamReader reader = XmlInput.pull(new ByteArrayInputStream(bytes));
            reader.nextTag();
            KnownFormat format = KnownFormat.of(String.valueOf(reader.getNamespaceURI()), false);
            if (format == null || String.valueOf(reader.getNamespaceURI()).endsWith("kernel-3")) {
                continue;
            }
            String text = new String(bytes, StandardCharsets.UTF_8);
            int start = text.indexOf("<?xml");
            PageFindings own = check(start < 0 ? text : text.substring(text.indexOf("?>") + 2));
            assertThat(own.invalidRecords()).as(file + ": " + own + " / " + published.faults(bytes))
                    .isEqualTo(published.faults(bytes).isEmpty() ? 0 : 1);
            judged++;
        }
        assertThat(judged).isGreaterThan(3);
    }
}
