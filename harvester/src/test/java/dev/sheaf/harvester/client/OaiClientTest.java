package dev.sheaf.harvester.client;

import java.util.List;
import java.util.Objects;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.RecordingPause;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OaiClientTest {

    private static final Selection ALL = Selection.all(MetadataPrefix.OAI_DC);

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final RecordingPause pause = new RecordingPause();
    private final ClientOptions options = ClientOptions.DEFAULT.withPause(pause);
    private final OaiClient client = new OaiClient(fetcher, BaseUrl.parse(provider.baseUrl()), options);
    private final OaiClient strict = new OaiClient(fetcher, BaseUrl.parse(provider.baseUrl()),
            options.withReader(ResponseReader.STRICT));

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    private static void assertFails(ThrowingCallable call, Kind kind, String... words) {
        assertThatThrownBy(call).isInstanceOfSatisfying(HarvestException.class, failure -> {
            assertThat(failure.kind()).isEqualTo(kind);
            assertThat(failure.getMessage()).contains(words);
        });
    }

    @Test
    void identify_returnsTheDescription() throws HarvestException {
        assertThat(client.identify().repositoryName()).isEqualTo("Scripted repository");
    }

    @Test
    void formatListedTwice_isReturnedOnce() throws HarvestException {
        MetadataFormat marc = new MetadataFormat(new MetadataPrefix("marc"), "", "");
        provider.format(marc);
        assertThat(client.listMetadataFormats()).containsExactly(MetadataFormat.OAI_DC, marc);
    }

    @Test
    void sets_areReadFromAllPages() throws HarvestException {
        for (int i = 0; i < 25; i++) {
            provider.set(new OaiSet(new SetSpec("s" + i), "Set " + i));
        }
        assertThat(client.listSets()).hasSize(25).last().extracting(OaiSet::name).isEqualTo("Set 24");
        assertThat(provider.requests()).hasSize(3);
    }

    @Test
    void repositoryWithoutSets_returnsNoSets() throws HarvestException {
        assertThat(client.listSets()).isEmpty();
    }

    @Test
    void endlessListSets_isNoticed() {
        provider.set(new OaiSet(new SetSpec("a"), "A"));
        provider.when(ReceivedRequest.of(Verb.LIST_SETS),
                Behaviour.text(body -> body.replace("</ListSets>", "<resumptionToken>again</resumptionToken></ListSets>")));
        provider.when(request -> request.arguments().containsKey("resumptionToken"), (request, reply) -> reply.withBody("""
                <OAI-PMH><ListSets><set><setSpec>a</setSpec></set><resumptionToken>again</resumptionToken></ListSets></OAI-PMH>"""
                .getBytes(UTF_8)));
        assertFails(client::listSets, Kind.INCOMPLETE, "does not end");
        assertThat(provider.requests()).hasSize(2);
    }

    @Test
    void getRecord_returnsTheRecord() throws HarvestException {
        provider.put(SampleRecords.many(3));
        OaiRecord record = client.getRecord(SampleRecords.identifier(2), MetadataPrefix.OAI_DC);
        assertThat(record).isEqualTo(SampleRecords.live(2));
    }

    @Test
    void errorsOfTheRepository_arePassedOn() {
        assertThatThrownBy(() -> client.getRecord("oai:example.org:none", MetadataPrefix.OAI_DC))
                .isInstanceOfSatisfying(HarvestException.class,
                        failure -> assertThat(failure.errors()).extracting(OaiError::code).containsExactly("idDoesNotExist"))
                .hasMessage("GetRecord was refused: idDoesNotExist (not known)");
    }

    @Test
    void listRecords_returnsOnePagePerCall() throws HarvestException {
        provider.put(SampleRecords.many(15));
        OaiReply first = client.listRecords(ALL);
        assertThat(first.records()).hasSize(10);
        assertThat(first.serverTime()).contains(Datestamp.parse("2024-05-10T09:00:00Z"));
        OaiReply second = client.listRecords(Objects.requireNonNull(first.nextToken()));
        assertThat(second.records()).hasSize(5);
        assertThat(second.nextToken()).isNull();
    }

    @Test
    void errorsOfAList_areReturnedAsItsAnswer() throws HarvestException {
        assertThat(client.listRecords(ALL).has(OaiError.Code.NO_RECORDS_MATCH)).isTrue();
    }

    @Test
    void protocolErrorsWithAnHttpErrorStatus_areRead() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.sameWithStatus(404));
        assertThat(client.listRecords(ALL).has(OaiError.Code.NO_RECORDS_MATCH)).isTrue();
    }

    @Test
    void completePageWithAnHttpErrorStatus_isAcceptedAndReported() throws HarvestException {
        provider.put(SampleRecords.many(3)).when(ReceivedRequest.any(), Behaviour.sameWithStatus(404));
        OaiReply page = client.listRecords(ALL);
        assertThat(page.records()).hasSize(3);
        assertThat(page.repairs()).singleElement().hasToString(
                "a complete answer arrived with HTTP 404 and was accepted, at byte 0");
    }

    @Test
    void incompletePageWithAnHttpErrorStatus_isRefused() {
        provider.put(SampleRecords.many(3)).when(ReceivedRequest.any(), (request, reply) -> Behaviour
                .text(body -> body.substring(0, body.indexOf("</ListRecords>"))).change(request, reply).withStatus(404));
        assertFails(() -> client.listRecords(ALL), Kind.HTTP_STATUS, "HTTP 404", "is this the base URL?");
    }

    @Test
    void htmlPage_isReportedWithItsTitle() {
        provider.when(ReceivedRequest.any(), Behaviour.html("Welcome to\n the  Library"));
        assertFails(client::identify, Kind.NOT_OAI,
                "the server answered with an HTML page titled 'Welcome to the Library' instead of OAI-PMH: is "
                        + provider.baseUrl()
                        + " the base URL?");
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void errorPage_isReportedWithItsTitle() {
        provider.when(ReceivedRequest.any(), Behaviour.html("No entry")).when(ReceivedRequest.any(),
                Behaviour.sameWithStatus(403));
        assertFails(client::identify, Kind.HTTP_STATUS, "HTTP 403 ('No entry')", "does not let us in");
    }

    @Test
    void emptyResponse_isReported() {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", ""));
        assertFails(client::identify, Kind.NOT_OAI, "nothing at all");
    }

    @Test
    void otherXml_isReportedWithItsRoot() {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", "<rss version='2.0'/>"));
        assertFails(client::identify, Kind.NOT_OAI, "'rss'", "is " + provider.baseUrl() + " the base URL?");
    }

    @Test
    void malformedResponse_isRequestedAgain_andReportedWithItsPlace() {
        provider.when(ReceivedRequest.any(), Behaviour.text(body -> body.replace("</repositoryName>", "</wrong>")));
        assertFails(strict::identify, Kind.MALFORMED, "line 6", "verb=Identify");
        assertThat(provider.requests()).hasSize(2);
    }

    @Test
    void repairableResponse_isRepairedWithoutAnotherRequest() throws HarvestException {
        provider.when(ReceivedRequest.any(),
                Behaviour.text(body -> body.replace("</repositoryName>", "</wrong></repositoryName>")));
        assertThat(client.identify().repositoryName()).isEqualTo("Scripted repository");
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void responseTruncatedEveryTime_isReadFromItsLongerPart() throws HarvestException {
        provider.put(SampleRecords.many(3)).when(ReceivedRequest.any(),
                Behaviour.inTurn(Behaviour.text(body -> body.substring(0, body.length() - 100)),
                        Behaviour.text(body -> body.substring(0, body.length() / 2))));
        OaiReply page = client.listRecords(ALL);
        assertThat(page.isCut()).isTrue();
        assertThat(page.records()).hasSize(2);
        assertThat(page.damaged()).hasSize(1);
        assertThat(page.nextToken()).isNull();
        assertThat(provider.requests()).hasSize(2);
    }

    @Test
    void responseTruncatedOnce_isRequestedAgain() throws HarvestException {
        provider.put(SampleRecords.many(3)).once(ReceivedRequest.any(), Behaviour.truncate(700));
        assertThat(client.listRecords(ALL).records()).hasSize(3);
        assertThat(pause.reasons).hasSize(1);
    }

    @Test
    void externalEntities_areNotOpened() {
        provider.when(ReceivedRequest.any(), Behaviour.text(body -> body.replace("<OAI-PMH", """
                <!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><OAI-PMH""").replace("Scripted repository", "&f;")));
        assertFails(strict::identify, Kind.MALFORMED, "DOCTYPE");
    }

    @Test
    void doctype_isRemovedWithItsDeclarations() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.text(body -> body.replace("<OAI-PMH", """
                <!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><OAI-PMH""").replace("Scripted repository", "&f;")));
        assertThat(client.identify().repositoryName()).isEqualTo("&f;");
    }

    @Test
    void answerToAnotherVerb_isReported() {
        provider.answer("verb=ListSets", """
                <OAI-PMH><Identify><repositoryName>x</repositoryName></Identify></OAI-PMH>""".getBytes(UTF_8));
        assertFails(client::listSets, Kind.PROTOCOL, "asked for ListSets", "answered with Identify");
    }

    @Test
    void responsesInLatin1AndUtf16_areRead() throws HarvestException {
        provider.put(List.of(SampleRecords.live(1, "Café", Datestamp.parse("2024-01-01T00:00:00Z"))));
        OaiRecord expected = client.listRecords(ALL).records().getFirst();
        assertThat(Objects.requireNonNull(expected.metadata()).toString()).contains("Café");
        provider.when(ReceivedRequest.any(),
                Behaviour.inTurn(Behaviour.encoded(ISO_8859_1, true), Behaviour.encoded(UTF_16, true)));
        assertThat(client.listRecords(ALL).records()).containsExactly(expected);
        assertThat(client.listRecords(ALL).records()).containsExactly(expected);
    }

    @Test
    void xmlWithAnyContentType_isRead() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.header("Content-Type", "text/html"));
        assertThat(client.identify().protocolVersion()).isEqualTo("2.0");
    }

    @Test
    void unusualResponseDate_isReadOrReplacedByTheDateHeader() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.inTurn(Behaviour.responseDate("2024-05-10T11:00:00.123+02:00"),
                Behaviour.responseDate("yesterday")));
        assertThat(client.listRecords(ALL).serverTime()).contains(Datestamp.parse("2024-05-10T09:00:00Z"));
        // The Date header of the test's server is the time of the machine.
        assertThat(client.listRecords(ALL).serverTime()).hasValueSatisfying(
                time -> assertThat(time.text()).isGreaterThan("2025"));
    }

    @Test
    void listBegunAtAMirror_isContinuedThere() throws HarvestException {
        provider.put(SampleRecords.many(15)).once(ReceivedRequest.page(1),
                Behaviour.redirectTo(302, provider.baseUrl("/mirror")));
        OaiReply first = client.listRecords(ALL);
        assertThat(first.servedFrom()).hasToString(provider.baseUrl("/mirror"));
        client.ask(new OaiRequest.ListRecords(null, Objects.requireNonNull(first.nextToken())), first.servedFrom());
        assertThat(provider.requests()).extracting(ReceivedRequest::path).containsExactly("/oai", "/mirror", "/mirror");
    }
}
