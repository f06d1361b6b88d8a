package dev.sheaf.core.xml;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OaiWriterTest {

    private static final XmlFragment X = XmlFragment.of("<x xmlns=\"urn:x\">é &amp; 𝄞</x>");
    private static final Header HEADER = new Header("oai:a:<1>&\"'", Datestamp.received("2024-01-01"),
            List.of(new SetSpec("a:b"), new SetSpec("c")), false);
    private static final Header GONE = new Header("oai:a:2", Datestamp.received("2024-01-02"), List.of(), true);
    private static final ResumptionToken TOKEN = new ResumptionToken("a<&>b", "2024-01-01T00:00:00Z", 175L, 0L);

    static Stream<OaiResponse.Answer> everyKindOfAnswer() {
        return Stream.of(new OaiResponse.Errors(List.of(new OaiError(OaiError.Code.BAD_VERB, "a < b & \"c\""))),
                new OaiResponse.Identify(
                        new RepositoryDescription("Näme & Co", "http://a/?b=c&d", "2.0", List.of("a@b.c", "d@e.f"),
                                Datestamp.received("1970-01-01"), "persistent", "YYYY-MM-DD", List.of("gzip"), List.of(X, X))),
                new OaiResponse.ListMetadataFormats(List.of(MetadataFormat.OAI_DC)),
                new OaiResponse.ListSets(List.of(new OaiSet(new SetSpec("a"), "A & B", List.of(X))), TOKEN),
                new OaiResponse.GetRecord(new OaiRecord(HEADER, X, List.of(X, X))),
                new OaiResponse.ListIdentifiers(List.of(HEADER, GONE), new ResumptionToken("", null, null, 100L)),
                new OaiResponse.ListRecords(List.of(new OaiRecord(HEADER, X), new OaiRecord(GONE, null)), null));
    }

    @ParameterizedTest
    @MethodSource("everyKindOfAnswer")
    void writtenResponse_isReadBackEqual(OaiResponse.Answer answer) throws OaiFormatException {
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("verb", "ListRecords");
        arguments.put("resumptionToken", "<\"&'>");
        OaiResponse response = new OaiResponse(Datestamp.parse("2024-05-06T07:08:09Z"),
                new OaiResponse.RequestEcho("http://a/?x=1&y", arguments), answer);
        assertThat(OaiReader.read(Xml.written(response))).isEqualTo(response);
    }

    @Test
    void anyText_isWrittenAsLegalXml() throws OaiFormatException {
        StringBuilder everything = new StringBuilder();
        for (char c = 0; c < 0x300; c++) {
            everything.append(c);
        }
        everything.append("\uFFFE\uFFFF").append("\uD800").append("x\uDC00").append("𝄞").append("]]>\r\n\t.");
        OaiResponse response = new OaiResponse(Datestamp.parse("2024-05-06"),
                new OaiResponse.RequestEcho("http://a/", Map.of("set", everything.toString())),
                new OaiResponse.Errors(List.of(new OaiError("x", everything.toString()))));
        OaiResponse read = OaiReader.read(Xml.written(response));
        assertThat(((OaiResponse.Errors) read.answer()).errors().getFirst().message()).contains("𝄞").contains("]]>\r\n")
                .contains("\uFFFD").doesNotContain("\u0001");
    }

    @Test
    void recordLargerThanTheBuffer_isWrittenCompletely() throws OaiFormatException {
        XmlFragment large = XmlFragment.of("<x xmlns=\"urn:x\">" + "é".repeat(500_000) + "</x>");
        OaiResponse response = new OaiResponse(Datestamp.parse("2024-05-06"), new OaiResponse.RequestEcho("http://a/", Map.of()),
                new OaiResponse.ListRecords(List.of(new OaiRecord(HEADER, X), new OaiRecord(HEADER, large)), null));
        assertThat(OaiReader.read(Xml.written(response))).isEqualTo(response);
    }

    @ParameterizedTest
    @MethodSource("everyKindOfAnswer")
    void prologForBrowsersDoesNotChangeTheResponse(OaiResponse.Answer answer) throws Exception {
        OaiResponse response = new OaiResponse(Datestamp.parse("2024-05-06"), new OaiResponse.RequestEcho("http://a/", Map.of()),
                answer);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OaiWriter.write(response, new Prolog(List.of(new Prolog.StyleSheet("text/xsl", "/a?b&c\"<")), "See http://a/?b=c&d"),
                out);
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("""
                <?xml version="1.0" encoding="UTF-8"?>
                <?xml-stylesheet type="text/xsl" href="/a?b&amp;c&quot;&lt;"?>
                <!-- See http://a/?b=c&d -->
                <OAI-PMH""");
        assertThat(OaiReader.read(out.toByteArray())).isEqualTo(OaiReader.read(Xml.written(response)));
    }

    @Test
    void prologWithMarkupInItsTexts_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Prolog(List.of(), "a --> <b/>"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Prolog.StyleSheet("text/css", "?><b/>"));
    }
}
