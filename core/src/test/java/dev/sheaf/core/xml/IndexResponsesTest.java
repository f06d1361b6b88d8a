package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Envelope;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.index.CombinedFormat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Responses of the extension for index harvesting, written and read. */
class IndexResponsesTest {

    private static final XmlFragment METADATA = XmlFragment.of("<m xmlns=\"urn:m\"/>");
    private static final XmlFragment INDEX = XmlFragment.of("<terms xmlns=\"https://sheaf.dev/ns/1.0/tf_basic/\"/>");
    private static final XmlFragment ABOUT = XmlFragment.of("<a xmlns=\"urn:a\"/>");

    private static OaiResponse response(OaiResponse.Answer answer) {
        return new OaiResponse(Datestamp.received("2026-01-02T00:00:00Z"),
                new OaiResponse.RequestEcho("http://a/index/oai", Map.of("verb", "ListRecords", "indexPrefix", "tf_basic")),
                answer)
                .in(Envelope.INDEX);
    }

    private static byte[] listRecords(String namespace, String parts) {
        return Xml.utf8("<OAI-PMH xmlns=\"" + namespace + "\"><responseDate>2026-01-02T00:00:00Z</responseDate>"
                + "<request>http://a/</request><ListRecords><record><header><identifier>a:1</identifier>"
                + "<datestamp>2026-01-01</datestamp></header>" + parts + "</record></ListRecords></OAI-PMH>");
    }

    private static OaiRecord record(OaiResponse response) {
        return ((OaiResponse.ListRecords) response.answer()).records().getFirst();
    }

    @Test
    void writtenResponse_isReadAsItWas() throws OaiFormatException {
        Header header = new Header("a:1", Datestamp.received("2026-01-01"), List.of(), false);
        Header deleted = new Header("a:2", Datestamp.received("2026-01-01"), List.of(), true);
        for (OaiResponse.Answer answer : List.of(
                new OaiResponse.ListRecords(
                        List.of(new OaiRecord(header, METADATA, INDEX, List.of(ABOUT)), new OaiRecord(deleted, null)), null),
                new OaiResponse.GetRecord(new OaiRecord(header, METADATA, INDEX, List.of())),
                new OaiResponse.ListIndexFormats(List.of(CombinedFormat.Index.TF_BASIC.format("https://sheaf.dev/ns/1.0/"))),
                new OaiResponse.ListMetadataFormats(List.of(MetadataFormat.OAI_DC)))) {
            assertThat(OaiReader.read(Xml.written(response(answer)))).isEqualTo(response(answer));
        }
    }

    @Test
    void indexPart_standsBetweenMetadataAndAbout() {
        Header header = new Header("a:1", Datestamp.received("2026-01-01"), List.of(), false);
        OaiResponse.Answer answer = new OaiResponse.GetRecord(new OaiRecord(header, METADATA, INDEX, List.of(ABOUT)));

        assertThat(new String(Xml.written(response(answer).in(Envelope.INDEX.withSchema("http://a/?b=1&c=2"))),
                StandardCharsets.UTF_8))
                .contains("xsi:schemaLocation=\"https://sheaf.dev/ns/1.0/oai-pmh-index/ http://a/?b=1&amp;c=2\"")
                .contains("<metadata>" + METADATA + "</metadata><index>" + INDEX + "</index><about>" + ABOUT + "</about>");
    }

    @ParameterizedTest
    @CsvSource({"<metadata>M</metadata><index>I</index><about>A</about>",
            "<index>I</index><about>A</about><metadata>M</metadata>"})
    void partsInAnyOrder_areRead(String parts) throws OaiFormatException {
        OaiRecord record = record(OaiReader.read(listRecords(Envelope.INDEX.namespace(), filled(parts))));

        assertThat(record.metadata()).isEqualTo(METADATA);
        assertThat(record.index()).isEqualTo(INDEX);
        assertThat(record.about()).containsExactly(ABOUT);
    }

    private static String filled(String parts) {
        return parts.replace(">M<", ">" + METADATA + "<").replace(">I<", ">" + INDEX + "<").replace(">A<", ">" + ABOUT + "<");
    }

    @Test
    void indexPartInAPlainResponse_isIgnored() throws OaiFormatException {
        OaiResponse response = OaiReader
                .read(listRecords(Envelope.OAI_PMH.namespace(), filled("<metadata>M</metadata><index>I</index><index/>")));

        assertThat(response.envelope()).isEqualTo(Envelope.OAI_PMH);
        assertThat(record(response).metadata()).isEqualTo(METADATA);
        assertThat(record(response).index()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"<index>I</index><index>I</index>,more than one index", "<index/>,is empty", "<index> text </index>,is empty",
            "<index><a/><b/></index>,more than one element"})
    void indexPartThatIsNotOneElement_isAFault(String parts, String reason) {
        assertThatThrownBy(
                () -> OaiReader.read(listRecords(Envelope.INDEX.namespace(), filled("<metadata>M</metadata>" + parts))))
                .isInstanceOf(OaiFormatException.class).hasMessageContaining(reason);
    }

    @Test
    void extendedArguments_replaceTheCombinedPrefix() {
        assertThat(CombinedFormat.extended(Map.of("metadataPrefix", "oai_dc__terms")))
                .isEqualTo(Map.of("metadataPrefix", "oai_dc", "indexPrefix", "terms"));
        assertThat(CombinedFormat.extended(Map.of("metadataPrefix", "oai_dc"))).isEqualTo(Map.of("metadataPrefix", "oai_dc"));
        assertThat(CombinedFormat.extended(Map.of("resumptionToken", "a__terms")))
                .isEqualTo(Map.of("resumptionToken", "a__terms"));
    }
}
