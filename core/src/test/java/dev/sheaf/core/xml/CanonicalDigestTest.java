package dev.sheaf.core.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import javax.xml.stream.XMLStreamException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class CanonicalDigestTest {

    @ParameterizedTest
    @ValueSource(strings = {
            "<a/>", "<a></a>", "<a\n/>", "<a >x</a\n>", "<?xml version='1.0'?><!-- c --> <a/> <!-- d --><?p q?>\n",
            "<a xmlns='urn:a'><b xmlns=''><c/></b><d/></a>",
            "<p:a xmlns:p='urn:1'><p:b xmlns:p='urn:2' p:x='1'/><p:c p:x='1' x='2'/></p:a>",
            "<a xmlns:p='urn:a&amp;b' p:x=''/>",
            "<a b='1' aa='2' c='3' ab='4' z='5' y='6' x='7' w='8' v='9' u='10'/>",
            "<a xmlns:p='urn:2' xmlns:q='urn:1' p:x='1' q:x='2' x='3' xml:lang='de' xml:space='preserve'/>",
            "<a b=\"it's\" c='\"' d = '1'\n\te='&lt;&#65;&#x42;&quot;&apos;&#10;'/>",
            "<a b='tab\tline\nreturn\rboth\r\nend'>tab\tline\nreturn\rboth\r\nend\r</a>",
            "<a>x<![CDATA[<&>]] \r\n \r y]]><![CDATA[]]>z&#13;&#10;&#x1F600;\uD83D\uDE00é</a>",
            "<a>x<!-- <b> -- -->y<!----></a>",
            "<a>x<?go?>y<?go  now  ?>z<?go\r\nnow?></a>",
            "<\u00e9l\u00e9ment attribut\u00e9='\u00fc'>\u4e2d\u6587</\u00e9l\u00e9ment>",
            "<a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:p='urn:1' xsi:type=' p:t '/>",
            "<a xmlns='urn:d' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='t'><b xsi:type='xml:t'/><c xsi:type='no:t'/></a>",
            "<a><b><c><d/></c></b></a>",
            "<a>&amp;&amp;amp;]]</a>"})
    void digest_equalsThatOfTheParsedEvents(String xml) throws OaiFormatException, XMLStreamException {
        String legal = xml.replace(" -- -->", " - -->");
        assertSame(legal.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void digestOfRandomDocuments_equalsThatOfTheParsedEvents() throws OaiFormatException, XMLStreamException {
        Random random = new Random(7);
        for (int i = 0; i < 3_000; i++) {
            StringBuilder xml = new StringBuilder();
            element(xml, random, 0);
            assertSame(xml.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void element(StringBuilder xml, Random random, int depth) {
        String name = List.of("a", "p:b", "q:c", "d").get(random.nextInt(4));
        xml.append('<').append(name);
        if (depth == 0 || random.nextInt(3) == 0) {
            xml.append(" xmlns:p='urn:").append(random.nextInt(3)).append("'\txmlns:q=\"urn:").append(random.nextInt(3) + 3)
                    .append("\"");
        }
        if (random.nextInt(3) == 0) {
            xml.append(" xmlns='").append(random.nextBoolean() ? "" : "urn:d&#x31;").append("'");
        }
        if (random.nextBoolean()) {
            xml.append(" q:x='").append(words(random)).append("' p:x=\"&#").append(33 + random.nextInt(200))
                    .append(";\" x='&gt;'");
        }
        if (random.nextInt(4) == 0) {
            xml.append("/>");
            return;
        }
        xml.append('>');
        for (int n = random.nextInt(4); n > 0; n--) {
            switch (random.nextInt(depth > 4 ? 4 : 6)) {
                case 0 -> xml.append(words(random));
                case 1 -> xml.append("<![CDATA[").append(words(random)).append("]]>");
                case 2 -> xml.append("<!-- ").append(words(random)).append(" -->");
                case 3 -> xml.append("&amp;\r\n&#x").append(Integer.toHexString(0x4e00 + random.nextInt(99))).append(";");
                default -> element(xml, random, depth + 1);
            }
        }
        xml.append("</").append(name).append('>');
    }

    private static String words(Random random) {
        return List.of("", " ", "one two", "é\t", "\r", "日本\n", "]", "\uD83D\uDE00").get(random.nextInt(8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "<", "<a", "<a>", "<a><b></a>", "<a>&nbsp;</a>", "<a>&#xZ;</a>", "<a b='1>", "<p:a/>",
            "<a/><b/>",
            "<a><!-- </a>", "<a><![CDATA[ </a>", "<a>&amp</a>"})
    void malformedXml_isRefusedAndReadingEnds(String xml) {
        assertThatIllegalArgumentException().isThrownBy(() -> CanonicalDigest.canonical(xml.getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("not well-formed");
    }

    @ParameterizedTest
    @CsvSource({"../testkit/samples, 15", "../../shared/data, 1000"})
    void digestOfRecordedRecords_equalsThatOfTheParsedEvents(Path data, int least)
            throws IOException, OaiFormatException, XMLStreamException {
        Path recorded = data.resolve("oai-responses");
        assumeTrue(Files.exists(recorded), "skipped: the recorded responses are not beside this checkout, in ../shared/data");
        List<Path> files;
        try (Stream<Path> all = Files.walk(recorded)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        int compared = 0;
        for (Path file : files) {
            for (XmlFragment fragment : fragments(file)) {
                assertSame(fragment.utf8());
                compared++;
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(least);
    }

    private static List<XmlFragment> fragments(Path file) throws IOException {
        try (InputStream in = file.toString().endsWith(".gz")
                ? new GZIPInputStream(Files.newInputStream(file))
                : Files.newInputStream(file)) {
            if (OaiReader.read(in.readAllBytes()).answer() instanceof OaiResponse.ListRecords page) {
                return page.records().stream().flatMap(CanonicalDigestTest::fragments).toList();
            }
            return List.of();
        } catch (OaiFormatException _) {
            return List.of();
        }
    }

    private static Stream<XmlFragment> fragments(OaiRecord record) {
        return Stream.concat(Stream.ofNullable(record.metadata()), record.about().stream());
    }

    private static void assertSame(byte[] xml) throws OaiFormatException, XMLStreamException {
        assertThat(new String(CanonicalDigest.canonical(xml).toByteArray(), StandardCharsets.UTF_8))
                .as(new String(xml, StandardCharsets.UTF_8))
                .isEqualTo(new String(CanonicalByEvents.of(xml), StandardCharsets.UTF_8));
    }
}
