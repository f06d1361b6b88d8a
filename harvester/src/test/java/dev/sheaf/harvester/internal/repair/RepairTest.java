package dev.sheaf.harvester.internal.repair;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.store.Repair.Kind;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.harvester.repair.RepairNote;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Pages of three records, the second of which (or the page around it) is faulty in the way that the fixture is named for. */
class RepairTest {

    private static final String IDENTIFY = """
            <?xml version="1.0" encoding="UTF-8"?>
            <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-01-01T00:00:00Z</responseDate>
            <request verb="Identify">https://example.org/oai</request><Identify><repositoryName>Example</repositoryName>
            <baseURL>https://example.org/oai</baseURL><protocolVersion>2.0</protocolVersion><adminEmail>a@example.org</adminEmail>
            <earliestDatestamp>1990-01-01T00:00:00Z</earliestDatestamp><deletedRecord>no</deletedRecord>
            <granularity>YYYY-MM-DDThh:mm:ssZ</granularity><compression>gzip</compression></Identify></OAI-PMH>""";

    static byte[] fixture(String name) {
        try (InputStream in = RepairTest.class.getResourceAsStream("/repair/" + name + ".xml")) {
            return Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Reading read(String name) throws OaiFormatException {
        return ResponseReader.REPAIRING.read(fixture(name), "text/xml");
    }

    private static List<OaiRecord> records(Reading reading) {
        return ((OaiResponse.ListRecords) reading.response().answer()).records();
    }

    private static ResumptionToken token(Reading reading) {
        return Objects.requireNonNull(((OaiResponse.ListRecords) reading.response().answer()).resumptionToken());
    }

    /** The second record's metadata without the container. */
    private static String second(Reading reading) {
        String metadata = String.valueOf(records(reading).get(1).metadata());
        return metadata.substring(metadata.indexOf('>') + 1, metadata.lastIndexOf('<'));
    }

    private static List<Kind> kinds(Reading reading, @Nullable String identifier) {
        return reading.repairs().stream().filter(one -> Objects.equals(one.identifier(), identifier)).map(RepairNote::kind)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            control-character-in-title           | CHARACTERS | <dc:title>Second</dc:title>
            substitute-character-1a              | CHARACTERS | <dc:title>Second line</dc:title>
            noncharacters-raw-and-referred-to    | CHARACTERS | <dc:title>Sec\uFFFDond\uFFFD\uFFFD</dc:title>
            lone-surrogate-reference             | CHARACTERS | <dc:title>Second \uFFFD end</dc:title>
            surrogate-pair-of-references         | CHARACTERS | <dc:title>Second \uD835\uDC00</dc:title>
            surrogates-encoded-one-by-one        | CHARACTERS | <dc:title>Second \uD835\uDC00</dc:title>
            declared-utf-8-but-windows-1252      | ENCODING   | <dc:title>Second “café”</dc:title>
            invalid-bytes-in-the-middle          | BYTES      | <dc:title>Second café noir</dc:title>
            text-cut-inside-a-character          | BYTES      | <dc:title>Second caf\uFFFD</dc:title>
            second-xml-declaration-in-metadata   | DECLARATION | <dc:title>Second</dc:title>
            unescaped-ampersand                  | UNESCAPED  | <dc:title>Second &amp; Sons, R&amp;D</dc:title><dc:relation>https://example.org/?a=1&amp;b=2&amp;copy=3</dc:relation>
            unescaped-less-than                  | UNESCAPED  | <dc:title>Second: p &lt; 0.05 and x&lt;y</dc:title>
            html-in-description                  | MARKUP     | <dc:title>Second</dc:title><dc:description>&lt;p>One&lt;br>two &lt;b>bold&lt;p>Three</dc:description>
            html-well-formed-beside-a-fault      | UNESCAPED  | <dc:title>Second &amp; Sons</dc:title>
            unquoted-attributes                  | ATTRIBUTES | <dc:title xml:lang="en">Second</dc:title>
            duplicate-attribute                  | ATTRIBUTES | <dc:title xml:lang="en">Second</dc:title>
            undeclared-prefix                    | PREFIX     | <dc:title>Second</dc:title><dcterms:issued xmlns:dcterms="http://purl.org/dc/terms/">2001</dcterms:issued><own:note xmlns:own="https://sheaf.dev/ns/undeclared-prefix/own" own:kind="x">n</own:note>
            mismatched-end-tags                  | END_TAGS   | <dc:title>Second<dc:creator>A</dc:creator></dc:title>
            record-without-end-tag               | END_TAGS   | <dc:title>Second</dc:title>
            prefixed-envelope                    | UNESCAPED  | <dc:title>Second &amp; Sons</dc:title>
            marc-records-inside-records          | UNESCAPED  | <record><leader>00</leader><datafield><subfield code="a">Second &amp; Sons</subfield></datafield></record>
            """)
    void faultyRecord_isRepaired_andItsNeighboursStay(String name, Kind kind, String expected) throws OaiFormatException {
        Reading reading = read(name);
        assertThat(records(reading)).extracting(OaiRecord::identifier).containsExactly("oai:example.org:1", "oai:example.org:2",
                "oai:example.org:3");
        assertThat(second(reading).strip()).isEqualTo(expected);
        assertThat(kinds(reading, "oai:example.org:2")).contains(kind);
        assertThat(kinds(reading, "oai:example.org:1")).isEmpty();
        assertThat(kinds(reading, "oai:example.org:3")).isEmpty();
        assertThat(reading.damaged()).isEmpty();
        assertThat(reading.isCut()).isFalse();
        assertThat(token(reading).value()).isEqualTo("next");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            declared-utf-8-but-utf-16     | ENCODING
            declared-utf-16-but-utf-8     | ENCODING
            unknown-encoding              | ENCODING
            php-notice-behind             | AROUND
            php-notice-before             | AROUND
            leading-newline               | AROUND
            cut-behind-the-list           | CUT
            """)
    void faultsAroundTheRecords_areRepaired(String name, Kind kind) throws OaiFormatException {
        Reading reading = read(name);
        assertThat(records(reading)).hasSize(3);
        assertThat(second(reading)).startsWith("<dc:title>Second");
        assertThat(kinds(reading, null)).contains(kind == Kind.CUT ? Kind.END_TAGS : kind);
        assertThat(reading.repairs()).allSatisfy(repair -> assertThat(repair.identifier()).isNull());
        assertThat(reading.isCut()).isFalse();
        assertThat(token(reading).value()).isEqualTo("next");
    }

    @Test
    void doubleByteOrderMark_isRemoved() throws OaiFormatException {
        assertThat(records(read("byte-order-mark-twice"))).hasSize(3);
    }

    @Test
    void htmlEntities_becomeTheirCharacters() throws OaiFormatException {
        Reading reading = read("html-entities");
        assertThat(second(reading)).isEqualTo("<dc:title>Second\u00A0café &amp;bogus; &lt;</dc:title>");
        assertThat(kinds(reading, "oai:example.org:2")).containsExactlyInAnyOrder(Kind.ENTITY, Kind.UNESCAPED);
    }

    @Test
    void doctypeInsideARecord_isIgnored() throws OaiFormatException {
        Reading reading = read("doctype-in-payload");
        assertThat(second(reading)).isEqualTo("<dc:title>Second &amp;x;</dc:title>");
        assertThat(kinds(reading, "oai:example.org:2")).contains(Kind.DECLARATION);
    }

    @Test
    void wellFormedSectionsAndComments_areKept() throws OaiFormatException {
        assertThat(second(read("cdata-and-comments-beside-a-fault"))).isEqualTo("<dc:title>Second &amp; Sons</dc:title>"
                + "<dc:description><![CDATA[a < b & c]]></dc:description><!-- fine -->");
    }

    @Test
    void wellFormedHtmlInAnotherRecord_isKept() throws OaiFormatException {
        assertThat(records(read("html-well-formed-beside-a-fault")).getFirst().metadata()).asString().contains("<p>First</p>");
    }

    @Test
    void recordInsideMetadata_staysThereAfterARepair() throws OaiFormatException {
        Reading reading = read("record-within-metadata");
        assertThat(records(reading)).hasSize(3);
        assertThat(second(reading)).contains("<identifier>oai:other.example.org:1</identifier>", "</record></dc:relation>");
        assertThat(reading.damaged()).isEmpty();
    }

    @Test
    void errorThatEchoesMarkup_isReadAsAnError() throws OaiFormatException {
        assertThat(read("error-echoes-markup").response().answer())
                .isInstanceOfSatisfying(OaiResponse.Errors.class, errors -> assertThat(errors.errors()).singleElement()
                        .satisfies(error -> assertThat(error.code()).isEqualTo("badArgument")));
    }

    @Test
    void truncatedPage_givesTheRecordsBeforeTheCut_andTheRestGoesToQuarantine() throws OaiFormatException {
        Reading reading = read("cut-behind-metadata-tag");
        assertThat(records(reading)).extracting(OaiRecord::identifier).containsExactly("oai:example.org:1");
        assertThat(reading.isCut()).isTrue();
        byte[] body = fixture("cut-behind-metadata-tag");
        assertThat(reading.damaged()).singleElement().satisfies(damaged -> {
            assertThat(damaged.identifier()).isEqualTo("oai:example.org:2");
            assertThat(new String(damaged.raw(), UTF_8)).isEqualTo(new String(body, UTF_8).substring((int) damaged.position()))
                    .startsWith("<record>").endsWith("<metadata>");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "windows-1252", "iso-8859-15"})
    void utf8DeclaredAsLatin1_isReadAsUtf8(String named) throws OaiFormatException {
        byte[] body = latin(named, "Größe “ß” 漢字").getBytes(UTF_8);
        Reading reading = ResponseReader.REPAIRING.read(body, "text/xml");
        assertThat(records(reading)).hasSize(3);
        assertThat(second(reading)).isEqualTo("<dc:title>Größe “ß” 漢字</dc:title>");
        assertThat(kinds(reading, null)).containsExactly(Kind.ENCODING);
    }

    @Test
    void strictReading_usesTheDeclaredEncoding() throws OaiFormatException {
        byte[] body = latin("ISO-8859-1", "Größe").getBytes(UTF_8);
        assertThat(second(ResponseReader.STRICT.read(body, "text/xml"))).isEqualTo("<dc:title>GrÃ¶Ã\u009fe</dc:title>");
    }

    @Test
    void latin1DeclaredAsLatin1_isReadAsLatin1() throws OaiFormatException {
        for (String title : List.of("Größe", "Second", "Ã¤ and ä")) {
            byte[] body = latin("ISO-8859-1", title).getBytes(ISO_8859_1);
            Reading reading = ResponseReader.REPAIRING.read(body, "text/xml");
            assertThat(second(reading)).isEqualTo("<dc:title>" + title + "</dc:title>");
            assertThat(reading.isFaultless()).isTrue();
        }
    }

    private static String latin(String named, String title) {
        String page = new String(fixture("sound"), UTF_8).replaceFirst("encoding=\"[^\"]*\"", "encoding=\"" + named + "\"")
                .replace("<dc:title>Second</dc:title>", "<dc:title>" + title + "</dc:title>");
        assertThat(page).contains(named).contains(title);
        return page;
    }

    @Test
    void listTruncatedInItsEndTag_isComplete() throws OaiFormatException {
        String sound = new String(fixture("sound"), UTF_8);
        int endTag = sound.indexOf("</ListRecords>");
        for (int end = endTag + 3; end < sound.length(); end++) {
            Reading reading = ResponseReader.REPAIRING.read(sound.substring(0, end).getBytes(UTF_8), "text/xml");
            assertThat(reading.isCut()).as("cut at " + end).isFalse();
            assertThat(records(reading)).hasSize(3);
            assertThat(token(reading).value()).isEqualTo("next");
        }
        String last = sound.replaceFirst("(?s)<resumptionToken.*?</resumptionToken>\\s*", "");
        assertThat(last).doesNotContain("resumptionToken");
        int lastEndTag = last.indexOf("</ListRecords>");
        assertThat(ResponseReader.REPAIRING.read(last.substring(0, lastEndTag + 3).getBytes(UTF_8), "").isCut()).isFalse();
        assertThat(ResponseReader.REPAIRING.read(last.substring(0, lastEndTag + 1).getBytes(UTF_8), "").isCut()).isTrue();
    }

    @Test
    void tokenTruncatedInItsEndTag_isRead() throws OaiFormatException {
        String sound = new String(fixture("sound"), UTF_8);
        int endTag = sound.indexOf("</resumptionToken>");
        assertThat(token(ResponseReader.REPAIRING.read(sound.substring(0, endTag + 3).getBytes(UTF_8), "")).value())
                .isEqualTo("next");
    }

    @Test
    void identifyTruncatedAfterItsGranularity_isRead() throws OaiFormatException {
        int granularityEnd = IDENTIFY.indexOf("<compression>");
        for (int end = granularityEnd; end < IDENTIFY.length(); end++) {
            Reading reading = ResponseReader.REPAIRING.read(IDENTIFY.substring(0, end).getBytes(UTF_8), "text/xml");
            assertThat(reading.isCut()).as("cut at " + end).isEqualTo(end < IDENTIFY.indexOf("</Identify>") + 3);
            assertThat(reading.response().answer()).isInstanceOfSatisfying(OaiResponse.Identify.class, identify -> {
                assertThat(identify.description().granularity()).contains(Granularity.SECOND);
                assertThat(identify.description().compressions()).isSubsetOf("gzip");
            });
        }
    }

    @Test
    void identifyTruncatedBeforeTheEndOfItsGranularity_isRefused() {
        for (int end = IDENTIFY.indexOf("<Identify>"); end < IDENTIFY.indexOf("</granularity>"); end++) {
            byte[] body = IDENTIFY.substring(0, end).getBytes(UTF_8);
            assertThatThrownBy(() -> ResponseReader.REPAIRING.read(body, "text/xml")).as("cut at " + end)
                    .isInstanceOf(OaiFormatException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16"})
    void beginningOfAPageInAnyEncoding_canBeShown(String charset) {
        byte[] page = "<html><title>Too many records</title></html>".getBytes(Charset.forName(charset));
        assertThat(ResponseReader.beginning(page, 4096)).contains("<title>Too many records</title>");
        assertThat(ResponseReader.beginning(page, 16).length()).isBetween(7, 16);
        assertThat(ResponseReader.beginning(new byte[0], 16)).isEmpty();
    }

    @Test
    void truncatedToken_isIgnored() throws OaiFormatException {
        Reading reading = read("cut-in-a-token");
        assertThat(((OaiResponse.ListRecords) reading.response().answer()).resumptionToken()).isNull();
        assertThat(reading.isCut()).isTrue();
        assertThat(records(reading)).hasSize(3);
    }

    @Test
    void unrepairableRecord_isQuarantinedAsReceived() throws OaiFormatException {
        String name = "beyond-repair-same-attribute-by-two-prefixes";
        Reading reading = read(name);
        assertThat(records(reading)).extracting(OaiRecord::identifier).containsExactly("oai:example.org:1", "oai:example.org:3");
        assertThat(token(reading).value()).isEqualTo("next");
        assertThat(reading.isCut()).isFalse();
        String body = new String(fixture(name), UTF_8);
        assertThat(reading.damaged()).singleElement().satisfies(damaged -> {
            assertThat(damaged.identifier()).isEqualTo("oai:example.org:2");
            assertThat(damaged.reason()).contains("attribute");
            assertThat(damaged.position()).isEqualTo(body.indexOf("<record>", body.indexOf("</record>")));
            assertThat(new String(damaged.raw(), UTF_8)).startsWith("<record>").contains("a:k=\"1\" b:k=\"2\"")
                    .endsWith("</record>");
        });
    }

    @Test
    void quarantinedRecord_keepsItsCharset() throws OaiFormatException {
        byte[] body = new String(fixture("beyond-repair-same-attribute-by-two-prefixes"), UTF_8)
                .getBytes(StandardCharsets.UTF_16LE);
        Reading reading = ResponseReader.REPAIRING.read(body, "text/xml");
        assertThat(reading.damaged()).singleElement().satisfies(damaged -> {
            assertThat(new String(damaged.raw(), StandardCharsets.UTF_16LE)).startsWith("<record>")
                    .endsWith("</record>");
            assertThat(Arrays.copyOfRange(body, (int) damaged.position(), (int) damaged.position()
                    + damaged.raw().length)).isEqualTo(damaged.raw());
        });
    }

    @Test
    void positions_referToTheBodyAsReceived() throws OaiFormatException {
        byte[] body = fixture("invalid-bytes-in-the-middle");
        int bad = 0;
        while (body[bad] != (byte) 0xE9) {
            bad++;
        }
        assertThat(ResponseReader.REPAIRING.read(body, "").repairs()).singleElement().extracting(RepairNote::position)
                .isEqualTo((long) bad);
    }

    @Test
    void soundPage_keepsItsBytes() throws OaiFormatException {
        byte[] body = fixture("sound");
        Reading reading = ResponseReader.REPAIRING.read(body, "");
        assertThat(reading.utf8()).isSameAs(body);
        assertThat(reading.isFaultless()).isTrue();
    }

    @Test
    void repairOfASoundPage_changesItsDeclarationOnly() {
        byte[] body = fixture("sound");
        RepairedPage page = Objects.requireNonNull(new PageRepairer(Decoding.of(body, "")).repair());
        assertThat(new String(page.utf8(), UTF_8).strip()).isEqualTo(new String(body, UTF_8).strip());
        assertThat(page.repairs()).isEmpty();
        assertThat(page.records()).hasSize(3).allSatisfy(record -> assertThat(record.repairs()).isEmpty());
    }

    static Stream<String> faulty() {
        return Stream.of("control-character-in-title", "html-in-description", "mismatched-end-tags", "cut-behind-metadata-tag",
                "beyond-repair-same-attribute-by-two-prefixes", "declared-utf-8-but-utf-16", "undeclared-prefix",
                "php-notice-behind");
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("faulty")
    void repairedPage_needsNoFurtherRepair(String name) throws OaiFormatException {
        Reading first = read(name);
        Reading again = ResponseReader.REPAIRING.read(first.utf8(), "");
        assertThat(again.isFaultless()).isTrue();
        assertThat(again.utf8()).isSameAs(first.utf8());
        assertThat(again.response()).isEqualTo(first.response());
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("faulty")
    void strictReading_refusesMalformedDocuments(String name) {
        assertThatThrownBy(() -> ResponseReader.STRICT.read(fixture(name), "text/xml")).isInstanceOf(OaiFormatException.class);
    }

    @Test
    void responseThatIsNotOai_isRefused() {
        assertThatThrownBy(() -> read("empty")).isInstanceOf(OaiFormatException.class);
        assertThatThrownBy(() -> ResponseReader.REPAIRING.read("<html><body>Hello<br></body>".getBytes(UTF_8), "text/html"))
                .isInstanceOf(OaiFormatException.class);
    }
}
