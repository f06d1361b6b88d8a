package dev.sheaf.provider;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiResponse;

import static dev.sheaf.provider.ProviderFixture.BASE_URL;
import static org.assertj.core.api.Assertions.assertThat;

/** The eight errors and the request that comes back with them (S3.2, S3.6, S4). */
class ErrorsTest {

    private final ProviderFixture fixture = new ProviderFixture();

    @BeforeEach
    void fill() {
        fixture.withTenRecords();
        fixture.repository.addSet("maps", "Maps");
        fixture.repository.delete("oai:hub.example:gone", MetadataFormat.OAI_DC.prefix(), "2024-04-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "junk", "verb", "verb=", "verb=junk", "verb=identify", "verb=IDENTIFY", "verb=Identify%20",
            "Verb=Identify", "verb=Identify&verb=Identify", "verb=Identify&verb=ListSets", "verb=Ident%zz", "verb=%00",
            "metadataPrefix=oai_dc&identifier=x", "verb=junk&from=junk&from=junk"})
    void badVerb_isReportedWithoutOtherErrors(String query) {
        assertThat(fixture.codes(query)).containsExactly("badVerb");
    }

    @ParameterizedTest
    @CsvSource({
            // Unknown arguments and those of other verbs.
            "verb=Identify&junk=1",
            "verb=Identify&metadataPrefix=oai_dc",
            "verb=Identify&=1",
            "verb=ListMetadataFormats&metadataPrefix=oai_dc",
            "verb=ListSets&set=maps",
            "verb=GetRecord&identifier=oai:hub.example:1&metadataPrefix=oai_dc&set=maps",
            "verb=GetRecord&identifier=oai:hub.example:1&metadataPrefix=oai_dc&resumptionToken=x",
            "verb=ListRecords&metadataPrefix=oai_dc&identifier=x",
            "verb=ListRecords&metadataprefix=oai_dc&metadataPrefix=oai_dc",
            // Missing ones.
            "verb=GetRecord&identifier=oai:hub.example:1",
            "verb=GetRecord&metadataPrefix=oai_dc",
            "verb=ListRecords",
            "verb=ListIdentifiers",
            "verb=ListIdentifiers&from=2024-01-01",
            // Repeated ones.
            "verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc",
            "verb=ListMetadataFormats&identifier=a&identifier=b",
            "verb=ListSets&resumptionToken=a&resumptionToken=a",
            // Empty and ill-formed ones.
            "verb=ListRecords&metadataPrefix=",
            "verb=ListRecords&metadataPrefix",
            "verb=ListRecords&metadataPrefix=oai%20dc",
            "verb=ListRecords&metadataPrefix=oai/dc",
            "verb=ListRecords&metadataPrefix=%zz",
            "verb=ListRecords&metadataPrefix=oai_dc&set=",
            "verb=ListRecords&metadataPrefix=oai_dc&set=:",
            "verb=ListRecords&metadataPrefix=oai_dc&set=maps:",
            "verb=ListRecords&metadataPrefix=oai_dc&set=a::b",
            "verb=ListRecords&metadataPrefix=oai_dc&set=a/b",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=",
            "verb=ListMetadataFormats&identifier=",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=invalid%22id",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=two%20words",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=%00",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=%EF%BF%BF",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=%C3",
            "verb=ListMetadataFormats&identifier=a%0Ab"})
    void reportsBadArgument(String query) {
        OaiResponse response = fixture.ask(query);

        assertThat(ProviderFixture.codes(response)).containsExactly("badArgument");
        assertThat(response.request().arguments()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
            "verb=ListRecords&metadataPrefix=nothing&from=junk, badArgument cannotDisseminateFormat",
            "verb=ListIdentifiers&metadataPrefix=nothing&until=2024-02-30&junk=1, badArgument badArgument cannotDisseminateFormat",
            "verb=ListRecords&resumptionToken=junk&until=2000-02-05, badArgument badResumptionToken",
            "verb=ListRecords&resumptionToken=junk&metadataPrefix=nothing&from=x, badArgument badArgument badResumptionToken cannotDisseminateFormat",
            "verb=ListSets&resumptionToken=junk&set=maps, badArgument badResumptionToken",
            "verb=GetRecord&identifier=nobody, badArgument idDoesNotExist",
            "verb=GetRecord&metadataPrefix=nothing, badArgument cannotDisseminateFormat",
            "verb=GetRecord&identifier=nobody&metadataPrefix=nothing&set=a, badArgument cannotDisseminateFormat idDoesNotExist",
            "verb=GetRecord&identifier=oai:hub.example:1&metadataPrefix=marc21&set=a, badArgument cannotDisseminateFormat",
            "verb=GetRecord&identifier=two%20words&metadataPrefix=nothing, cannotDisseminateFormat badArgument",
            "verb=ListMetadataFormats&identifier=nobody&set=a, badArgument idDoesNotExist",
            "verb=ListMetadataFormats&identifier=oai:hub.example:gone&set=a, badArgument noMetadataFormats"})
    void unknownSetsFormatsAndIdentifiers_areReportedBesideIllFormedArguments(String query, String codes) {
        OaiResponse response = fixture.ask(query);

        assertThat(ProviderFixture.codes(response)).containsExactly(codes.split(" "));
        assertThat(response.request().arguments()).isEmpty();
    }

    @Test
    void reportsEveryFaultOnce() {
        assertThat(messages("verb=ListRecords&junk=1&from=x&until=y&set=&more=2"))
                .satisfiesExactlyInAnyOrder(
                        message -> assertThat(message).contains("junk"),
                        message -> assertThat(message).contains("more"),
                        message -> assertThat(message).contains("metadataPrefix"),
                        message -> assertThat(message).contains("from"),
                        message -> assertThat(message).contains("until"),
                        message -> assertThat(message).contains("set="));
        assertThat(fixture.codes("verb=GetRecord")).containsExactly("badArgument", "badArgument");
        assertThat(fixture.codes("verb=GetRecord&identifier=nobody&metadataPrefix=nothing"))
                .containsExactlyInAnyOrder("cannotDisseminateFormat", "idDoesNotExist");
    }

    @Test
    void thousandsOfFaults_areAnsweredWithAFewErrors() {
        String junk = IntStream.range(0, 5000).mapToObj(i -> "&x" + i + "=" + "y".repeat(500)).collect(Collectors.joining());

        List<String> messages = messages("verb=Identify" + junk);

        assertThat(messages).hasSizeLessThan(20);
        assertThat(messages.getLast()).contains("further");
        assertThat(messages).allSatisfy(message -> assertThat(message).hasSizeLessThan(300));
    }

    @ParameterizedTest
    @CsvSource({
            "verb=ListRecords&metadataPrefix=nothing, cannotDisseminateFormat",
            "verb=ListIdentifiers&metadataPrefix=nothing, cannotDisseminateFormat",
            "verb=ListIdentifiers&metadataPrefix=OAI_DC, cannotDisseminateFormat",
            "verb=GetRecord&identifier=oai:hub.example:1&metadataPrefix=nothing, cannotDisseminateFormat",
            "verb=GetRecord&identifier=oai:hub.example:1&metadataPrefix=marc21, cannotDisseminateFormat",
            "verb=GetRecord&identifier=nobody&metadataPrefix=oai_dc, idDoesNotExist",
            "verb=GetRecord&identifier=OAI:hub.example:1&metadataPrefix=oai_dc, idDoesNotExist",
            "verb=ListMetadataFormats&identifier=nobody, idDoesNotExist",
            "verb=ListMetadataFormats&identifier=oai:hub.example:gone, noMetadataFormats",
            "verb=ListRecords&metadataPrefix=oai_dc&set=no-such-set, noRecordsMatch",
            "verb=ListRecords&metadataPrefix=oai_dc&set=map, noRecordsMatch",
            "verb=ListIdentifiers&metadataPrefix=marc21, noRecordsMatch",
            "verb=ListRecords&metadataPrefix=oai_dc&until=1999-01-01, noRecordsMatch",
            "verb=ListRecords&metadataPrefix=oai_dc&from=2999-01-01, noRecordsMatch",
            "verb=ListRecords&metadataPrefix=oai_dc&from=2024-03-02&until=2024-03-02&set=maps, noRecordsMatch",
            "verb=ListRecords&resumptionToken=junk, badResumptionToken",
            "verb=ListRecords&resumptionToken=, badResumptionToken",
            "verb=ListRecords&resumptionToken, badResumptionToken",
            "verb=ListIdentifiers&resumptionToken=%3Cx%3E%26, badResumptionToken",
            "verb=ListSets&resumptionToken=junk, badResumptionToken"})
    void requestWithoutAResult_isReportedWithItsEcho(String query, String code) {
        OaiResponse response = fixture.ask(query);

        assertThat(ProviderFixture.codes(response)).containsExactly(code);
        OaiArguments sent = OaiQueryString.parse(query);
        assertThat(response.request().arguments()).hasSize(sent.list().size());
        sent.list()
                .forEach(argument -> assertThat(response.request().arguments()).containsEntry(argument.key(), argument.value()));
    }

    @Test
    void tokenWithCharactersIllegalInXml_isReportedWithoutEcho() {
        OaiResponse response = fixture.ask("verb=ListRecords&resumptionToken=%01");

        assertThat(ProviderFixture.codes(response)).containsExactlyInAnyOrder("badArgument", "badResumptionToken");
        assertThat(response.request().arguments()).isEmpty();
    }

    @Test
    void reportsNoSetHierarchyWhereThereAreNoSets() {
        ProviderFixture without = new ProviderFixture().withTenRecords();

        assertThat(without.codes("verb=ListSets")).containsExactly("noSetHierarchy");
        assertThat(without.codes("verb=ListRecords&metadataPrefix=oai_dc&set=maps")).containsExactly("noSetHierarchy");
        assertThat(without.codes("verb=ListIdentifiers&metadataPrefix=oai_dc&set=maps")).containsExactly("noSetHierarchy");
        assertThat(without.codes("verb=ListRecords&metadataPrefix=nothing&set=maps"))
                .containsExactlyInAnyOrder("noSetHierarchy", "cannotDisseminateFormat");
        assertThat(without.codes("verb=ListRecords&metadataPrefix=oai_dc&set=a::b")).containsExactly("badArgument",
                "noSetHierarchy");
        assertThat(without.codes("verb=ListSets&resumptionToken=junk&from=x"))
                .containsExactly("badArgument", "badResumptionToken", "noSetHierarchy");
    }

    @Test
    void everyError_hasAMessageAndTheBaseUrl() {
        for (String query : List.of("", "verb=ListRecords", "verb=ListRecords&resumptionToken=x",
                "verb=GetRecord&identifier=a&metadataPrefix=b", "verb=ListMetadataFormats&identifier=nobody")) {
            assertThat(messages(query)).isNotEmpty().allSatisfy(message -> assertThat(message).isNotBlank());
            assertThat(fixture.ask(query).request().baseUrl()).isEqualTo(BASE_URL);
        }
    }

    @Test
    void errors_haveTheResponseDateOfOtherAnswers() {
        assertThat(fixture.ask("verb=junk").responseDate()).isEqualTo(Datestamp.ofSecond(ProviderFixture.NOW));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<script>alert(1)</script>", "]]>", "\"'><x y='", "&amp;&lt;", "\u0000\u0008\u001f", "\uFFFE\uFFFF",
            "\t\n\r", "é𝄞", "--><!--", "<?xml version='1.0'?>"})
    void hostileTexts_areEscapedInErrors(String hostile) throws Exception {
        String encoded = URLEncoder.encode(hostile, StandardCharsets.UTF_8);
        for (String query : List.of("verb=" + encoded, encoded + "=1&verb=Identify", "verb=Identify&" + encoded + "=" + encoded,
                "verb=GetRecord&metadataPrefix=oai_dc&identifier=" + encoded, "verb=ListRecords&metadataPrefix=" + encoded,
                "verb=ListRecords&metadataPrefix=oai_dc&set=" + encoded, "verb=ListRecords&metadataPrefix=oai_dc&from=" + encoded,
                "verb=ListRecords&resumptionToken=" + encoded, "verb=ListMetadataFormats&identifier=" + encoded)) {
            OaiResponse response = fixture.ask(query);

            assertThat(ProviderFixture.codes(response)).as(query).isNotEmpty();
            assertThat(ProviderFixture.throughXml(response)).as(query).isEqualTo(response);
        }
    }

    private List<String> messages(String query) {
        return ((OaiResponse.Errors) fixture.ask(query).answer()).errors().stream().map(OaiError::message).toList();
    }
}
