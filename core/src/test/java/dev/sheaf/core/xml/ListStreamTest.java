package dev.sheaf.core.xml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ListStreamTest {

    private static final Datestamp NOW = Datestamp.parse("2024-06-30T12:00:00Z");
    private static final OaiResponse.RequestEcho REQUEST = new OaiResponse.RequestEcho("http://hub.example.org/proxy/a",
            Map.of("verb", "ListRecords"));
    private static final OaiRecord LIVE = new OaiRecord(
            new Header("oai:example.org:1", Datestamp.parse("2024-05-01T10:00:00Z"), List.of(new SetSpec("a-b")), false),
            new DublinCoreWriter().add("title", "Birds & bees", "en").end(),
            List.of(XmlFragment.of("<a xmlns=\"urn:a\"/>"), XmlFragment.of("<b xmlns=\"urn:b\"/>")));
    private static final OaiRecord GONE = new OaiRecord(
            new Header("oai:example.org:2", Datestamp.parse("2024-05-02T10:00:00Z"), List.of(), true), null);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private OaiResponse read() throws OaiFormatException {
        return OaiReader.read(out.toByteArray());
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void listWrittenInPortions_isOneResponse() throws IOException, OaiFormatException {
        ListStream stream = OaiWriter.list(Verb.LIST_RECORDS, NOW, REQUEST, out);
        stream.write(new OaiResponse.ListRecords(List.of(LIVE), null));
        stream.write(new OaiResponse.ListRecords(List.of(GONE), null));
        stream.end(new ResumptionToken("next", null, 10L, 0L));

        assertThat(read().answer()).isEqualTo(
                new OaiResponse.ListRecords(List.of(LIVE, GONE), new ResumptionToken("next", null, 10L, 0L)));
    }

    @Test
    void commentWithAnyText_leavesTheResponseWellFormed() throws IOException, OaiFormatException {
        ListStream stream = OaiWriter.list(Verb.LIST_IDENTIFIERS, NOW, REQUEST, out);
        stream.comment("--> <!-- a\u0000b \ud800 ---");
        stream.write(new OaiResponse.ListIdentifiers(List.of(LIVE.header()), null));
        stream.end(null);

        assertThat(read().answer()).isEqualTo(new OaiResponse.ListIdentifiers(List.of(LIVE.header()), null));
        assertThat(text()).contains("<!-- - -> <!- - a b   - - - -->");
    }

    @Test
    void responseThatIsNoList_cannotBeStreamed() {
        ListStream stream = OaiWriter.list(Verb.LIST_SETS, NOW, REQUEST, out);

        assertThatIllegalArgumentException().isThrownBy(() -> stream.write(new OaiResponse.GetRecord(LIVE)));
    }

    @Test
    void recordsInProtocol11_haveStatusOnTheRecordAndDaysAsDatestamps() throws IOException, OaiFormatException {
        ListStream stream = EarlyWriter.list(Verb.LIST_RECORDS, NOW, REQUEST, out);
        stream.write(new OaiResponse.ListRecords(List.of(LIVE, GONE), null));
        stream.end(new ResumptionToken("next", null, 10L, 0L));

        assertThat(text()).contains("<responseDate>2024-06-30T12:00:00+00:00</responseDate>",
                "<requestURL>http://hub.example.org/proxy/a?verb=ListRecords</requestURL>",
                "<record status=\"deleted\">", "<datestamp>2024-05-01</datestamp>", "<title>Birds &amp; bees</title>",
                "<about><a xmlns=\"urn:a\"/></about>", "<resumptionToken>next</resumptionToken>")
                .doesNotContain("setSpec", "urn:b", "oai_dc:dc", "cursor");
        assertThat(((OaiResponse.ListRecords) read().answer()).records()).hasSize(2)
                .extracting(OaiRecord::deleted).containsExactly(false, true);
    }

    @Test
    void lastPageInProtocol11_hasNoToken() throws IOException, OaiFormatException {
        ListStream stream = EarlyWriter.list(Verb.LIST_IDENTIFIERS, NOW, REQUEST, out);
        stream.write(new OaiResponse.ListIdentifiers(List.of(LIVE.header(), GONE.header()), null));
        stream.end(new ResumptionToken("", null, null, null));

        assertThat(text()).contains("<identifier>oai:example.org:1</identifier>",
                "<identifier status=\"deleted\">oai:example.org:2</identifier>").doesNotContain("resumptionToken");
    }

    @Test
    void noRecordsMatchInProtocol11_isAnEmptyList() throws IOException, OaiFormatException {
        OaiResponse.Errors none = new OaiResponse.Errors(List.of(new OaiError(OaiError.Code.NO_RECORDS_MATCH, "none")));
        OaiResponse.Errors bad = new OaiResponse.Errors(List.of(new OaiError(OaiError.Code.BAD_ARGUMENT, "bad")));
        EarlyWriter.write(Verb.LIST_RECORDS, new OaiResponse(NOW, REQUEST, none), List.of(), out);

        assertThat(EarlyWriter.isEmptyAnswer(none)).isTrue();
        assertThat(EarlyWriter.isEmptyAnswer(bad)).isFalse();
        assertThat(((OaiResponse.Errors) read().answer()).has(OaiError.Code.NO_RECORDS_MATCH)).isTrue();
    }
}
