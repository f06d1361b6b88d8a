package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.platform.acceptance.ResponseCheck;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.store.sources.NotedFault;
import dev.sheaf.testkit.SampleRecords;

import static dev.sheaf.platform.proxy.ProxyFixture.codes;
import static dev.sheaf.platform.proxy.ProxyFixture.header;
import static dev.sheaf.platform.proxy.ProxyFixture.identifiers;
import static dev.sheaf.platform.proxy.ProxyFixture.next;
import static dev.sheaf.platform.proxy.ProxyFixture.read;
import static dev.sheaf.platform.proxy.ProxyFixture.text;
import static dev.sheaf.platform.proxy.ProxyFixture.token;
import static org.assertj.core.api.Assertions.assertThat;

class LiveProxyTest {

    private static final String LIST = "verb=ListRecords&metadataPrefix=oai_dc";
    private static final Predicate<ReceivedRequest> LISTS = ReceivedRequest.of(Verb.LIST_RECORDS);

    @SuppressWarnings("NullAway.Init")
    private ProxyFixture hub;

    @BeforeEach
    void start(@TempDir Path data) throws ServerStartException {
        hub = new ProxyFixture(data);
        hub.provider.put(SampleRecords.many(25));
    }

    @AfterEach
    void close() {
        hub.close();
    }

    /** Changes the title of the n-th record of each page. */
    private static Behaviour spoilt(int record, String replacement) {
        return Behaviour.text(page -> {
            int at = -1;
            for (int i = 0; i < record; i++) {
                at = page.indexOf("<dc:title>", at + 1);
            }
            int end = page.indexOf("</dc:title>", at);
            return page.substring(0, at + "<dc:title>".length()) + replacement + page.substring(end);
        });
    }

    private static Behaviour withoutIdentifiers() {
        return Behaviour.text(page -> page.replaceAll("<identifier>[^<]*</identifier>", "<identifier></identifier>"));
    }

    @Test
    void soundSource_isServedUnderTheAddressOfTheProxy() throws Exception {
        OaiResponse first = hub.ask(LIST);
        OaiResponse second = hub.ask("verb=ListRecords&resumptionToken=" + next(first));
        OaiResponse third = hub.ask("verb=ListRecords&resumptionToken=" + next(second));

        assertThat(List.of(identifiers(first).size(), identifiers(second).size(), identifiers(third).size()))
                .containsExactly(10, 10, 5);
        assertThat(next(third)).isEmpty();
        assertThat(first.request().baseUrl()).isEqualTo(hub.baseUrl());
        assertThat(first.request().arguments()).containsEntry("metadataPrefix", "oai_dc");
        assertThat(hub.faults()).isEmpty();
    }

    @Test
    void firstListOfASourceOfDays_hasDays_beforeAnybodyAskedIdentify() throws Exception {
        hub.provider.when(request -> true,
                Behaviour.text(page -> page.replace("YYYY-MM-DDThh:mm:ssZ", "YYYY-MM-DD")
                        .replaceAll("<earliestDatestamp>([^T<]*)[^<]*", "<earliestDatestamp>$1")));

        String first = text(hub.get("/proxy/a?" + LIST));
        assertThat(first).contains("<datestamp>").doesNotContainPattern("<datestamp>[^<]*T");
        assertThat(identifiers(hub.ask(LIST))).hasSize(10);
        long identify = hub.provider.requests(ReceivedRequest.of(Verb.IDENTIFY)).size();
        assertThat(identify).as("asked once").isEqualTo(1);
    }

    @Test
    void refusalForClients_namesNoAddressThatTheResolverKnows() {
        for (HarvestException.Kind kind : List.of(HarvestException.Kind.ACCESS, HarvestException.Kind.REDIRECT)) {
            Refusal refusal = Refusal.of(new HarvestException(kind,
                    "evil.test:8000 leads to http://10.1.2.3:9000/oai, into a private network (10.1.2.3)"));
            assertThat(refusal.forClients()).contains("private network").doesNotContain("10.1.2.3", "evil.test");
            assertThat(refusal.getMessage()).as("for the log").contains("10.1.2.3");
        }
    }

    @Test
    void identify_namesTheProxy_withAGatewayContainer() throws Exception {
        HttpResponse<byte[]> response = hub.get("/proxy/a?verb=Identify");
        ResponseCheck.check(response.body());
        RepositoryDescription description = ((OaiResponse.Identify) read(response).answer()).description();

        assertThat(description.baseUrl()).isEqualTo(hub.baseUrl());
        assertThat(text(response)).contains("<source>" + hub.provider.baseUrl() + "</source>",
                "<gatewayAdmin>admin@hub.example.org</gatewayAdmin>",
                "<gatewayDescription>" + hub.server.baseUrl() + "/repositories</gatewayDescription>",
                "<gatewayURL>" + hub.server.baseUrl() + "/proxy/</gatewayURL>");
        assertThat(header(response, "Content-Security-Policy")).contains("sandbox");
        assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @Test
    void repairsFaultyRecordsAndNotesTheirPlace() throws Exception {
        hub.provider.when(LISTS, spoilt(3, "Birds & bees \u0001"));
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);

        ResponseCheck.check(response.body());
        assertThat(identifiers(read(response))).hasSize(10);
        assertThat(text(response)).contains("Birds &amp; bees");
        assertThat(header(response, Output.REPAIRED)).isEqualTo("1");
        assertThat(header(response, Output.DROPPED)).isEqualTo("0");
        assertThat(hub.faults()).extracting(NotedFault::kind).containsExactlyInAnyOrder("unescaped", "characters");
        assertThat(hub.faults()).filteredOn(fault -> fault.kind().equals("unescaped")).first().satisfies(fault -> {
            assertThat(fault.identifier()).isEqualTo(identifiers(read(response)).get(2));
            assertThat(fault.before()).contains("Birds & bees ␁");
            assertThat(fault.after()).contains("Birds &amp; bees");
        });
    }

    @Test
    void leavesOutAndCountsUnrepairableRecords() throws Exception {
        hub.provider.when(LISTS, spoilt(3, "<x>".repeat(590) + "</x>".repeat(590)));
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);

        assertThat(identifiers(read(response))).hasSize(9);
        assertThat(header(response, Output.DROPPED)).isEqualTo("1");
        assertThat(text(response)).contains("<!-- left out: ");
        assertThat(next(read(response))).isNotEmpty();
        assertThat(hub.faults()).first().returns(NotedFault.Met.PROXY_DROPPED, NotedFault::met);
    }

    @Test
    void pageWithoutUsableRecords_isMergedWithTheNext() throws Exception {
        hub.provider.once(LISTS, withoutIdentifiers());
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);

        assertThat(identifiers(read(response))).hasSize(10);
        assertThat(header(response, Output.DROPPED)).isEqualTo("10");
        assertThat(hub.provider.pagesAsked()).containsExactly(1, 2);
        OaiResponse last = hub.ask("verb=ListRecords&resumptionToken=" + next(read(response)));
        assertThat(identifiers(last)).hasSize(5);
    }

    @Test
    void listWithoutRepairableRecords_isAnError_notAnEmptyList() throws Exception {
        hub.provider.pageSize(100);
        hub.provider.when(LISTS, withoutIdentifiers());
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);

        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(text(response)).contains("none of its 25 entries can be repaired");
    }

    @Test
    void truncatedPage_isRetriedOnce_andThenRefused() throws Exception {
        hub.provider.once(LISTS, Behaviour.truncate(2000));
        assertThat(identifiers(hub.ask(LIST))).hasSize(10);

        hub.provider.when(LISTS, Behaviour.truncate(2000));
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(text(response)).contains("it ends early each time");
        assertThat(hub.faults()).extracting(NotedFault::kind).contains("unusable-response");
    }

    @Test
    void retryAfterOfTheSource_isPassedOn() throws Exception {
        hub.provider.once(LISTS, Behaviour.busy(503, "120"));
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(header(response, "Retry-After")).isEqualTo("120");

        // Until then the source is not asked again, for no harvester.
        HttpResponse<byte[]> again = hub.get("/proxy/a?" + LIST);
        assertThat(again.statusCode()).isEqualTo(503);
        assertThat(header(again, "Retry-After")).isEqualTo("120");
        assertThat(hub.provider.pagesAsked()).hasSize(1);
        assertThat(hub.faults()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"soon|60", "-5|60", "99999999999999999999|60", "Fri, 10 May 2024 09:02:00 GMT|120",
            "0|1"})
    void retryAfterInAnyForm_isForwardedInSeconds(String sent, String passedOn) throws Exception {
        hub.provider.once(LISTS, Behaviour.busy(503, sent));
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(header(response, "Retry-After")).isEqualTo(passedOn);
    }

    @Test
    void listEndedByAnError_isRefused_andNotServedShort() throws Exception {
        hub.provider.when(LISTS, Behaviour.text(page -> page.replaceFirst("(?s)<resumptionToken.*(?=</ListRecords>)",
                "<error code=\"internalError\">database gone</error>")));
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(text(response)).contains("it ends early each time");
    }

    @Test
    void anErrorWithoutACode_keepsItsMessage() throws Exception {
        hub.provider.when(LISTS, Behaviour.errors(new OaiError("", "database gone")));
        assertThat(hub.ask(LIST).answer())
                .isEqualTo(new OaiResponse.Errors(List.of(new OaiError("badArgument", "database gone"))));
    }

    @Test
    void redirectsAreFollowedByTheProxy() throws Exception {
        hub.provider.when(request -> request.path().equals("/oai"),
                Behaviour.redirectTo(302, hub.provider.baseUrl("/mirror")));
        OaiResponse first = hub.ask(LIST);
        hub.provider.clearLog();
        OaiResponse second = hub.ask("verb=ListRecords&resumptionToken=" + next(first));

        assertThat(identifiers(second)).hasSize(10);
        assertThat(hub.provider.requests()).singleElement().extracting(ReceivedRequest::path).isEqualTo("/mirror");
    }

    @Test
    void aSourceThatCannotBeReachedIsAGatewayTimeout() throws Exception {
        hub.provider.close();
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);

        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(text(response)).startsWith("The source gave no usable response: ");
    }

    @Test
    void answers502ForAResponseThatIsNotOai() throws Exception {
        hub.provider.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.html("Please log in"));
        HttpResponse<byte[]> response = hub.get("/proxy/a?verb=Identify");

        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(text(response)).contains("Please log in");
    }

    @Test
    void sourceWithoutABaseUrl_hasNoProxy() throws Exception {
        assertThat(hub.get("/proxy/local?verb=Identify").statusCode()).isEqualTo(404);
        assertThat(hub.get("/proxy/other?verb=Identify").statusCode()).isEqualTo(404);
    }

    @Test
    void wrongNames_areNamed_andThoseThatThereAre() throws Exception {
        assertThat(text(hub.get("/proxy/galery?verb=Identify")))
                .startsWith("This hub has no proxied source 'galery'; it has ").contains("a");
        HttpResponse<byte[]> form = hub.get("/proxy/a/chekced?verb=Identify");
        assertThat(form.statusCode()).isEqualTo(404);
        assertThat(text(form)).startsWith("The proxy has no form 'chekced'; it has 2: 1.1, checked. Did you mean 'checked'?");
        assertThat(hub.post("/proxy/a/2.0", "verb=Identify").statusCode()).isEqualTo(404);
    }

    @Test
    void invalidArguments_areNotForwarded() throws Exception {
        assertThat(codes(hub.ask("verb=Nonsense"))).containsExactly("badVerb");
        assertThat(codes(hub.ask("verb=ListRecords"))).containsExactly("badArgument");
        assertThat(codes(hub.ask("verb=ListRecords&resumptionToken=bogus"))).containsExactly("badResumptionToken");
        assertThat(hub.provider.requests()).isEmpty();
    }

    @Test
    void postedForm_isAccepted() throws Exception {
        assertThat(identifiers(read(hub.post("/proxy/a", LIST)))).hasSize(10);
    }

    @Test
    void tokensWithAnyCharactersBecomeTokensOfLetters() throws Exception {
        hub.provider.once(LISTS,
                Behaviour.token(token -> token == null ? null : new ResumptionToken("a b+c&d=é/%", null, null, null)));
        String token = next(hub.ask(LIST));
        assertThat(token).matches("[A-Za-z0-9_-]+");

        hub.get("/proxy/a?verb=ListRecords&resumptionToken=" + token);
        assertThat(hub.provider.requests().getLast().argument("resumptionToken")).isEqualTo("a b+c&d=é/%");
    }

    @Test
    void illegalDatesAndSets_areCorrected_andTheSetCanBeRequested() throws Exception {
        hub.provider.when(LISTS, Behaviour.text(page -> page.replaceFirst("<datestamp>[^<]*</datestamp>",
                "<datestamp>2024-03-01T10:00:00.123+01:00</datestamp><setSpec>Open Access</setSpec>")));
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);

        ResponseCheck.check(response.body());
        assertThat(text(response)).contains("<datestamp>2024-03-01T09:00:00Z</datestamp><setSpec>Open!20Access</setSpec>");
        assertThat(hub.faults()).extracting(NotedFault::kind).containsExactlyInAnyOrder("datestamp", "set");
        hub.get("/proxy/a?" + LIST + "&set=Open!20Access");
        assertThat(hub.provider.requests()).extracting(request -> request.argument("set")).contains("Open Access");
    }

    @Test
    void aListOfNoFormatsIsAnErrorOfTheProtocol() throws Exception {
        hub.provider.when(ReceivedRequest.of(Verb.LIST_METADATA_FORMATS), Behaviour.text(page -> page
                .replaceFirst("(?s)<ListMetadataFormats>.*</ListMetadataFormats>",
                        "<ListMetadataFormats></ListMetadataFormats>")));

        assertThat(codes(hub.ask("verb=ListMetadataFormats"))).containsExactly("noMetadataFormats");
        assertThat(hub.faults()).extracting(NotedFault::kind).containsExactly("empty-list");
    }

    @Test
    void setNameThatOnlyLooksEscaped_canBeRequested() throws Exception {
        hub.provider.put(List.of(SampleRecords.live(900, "Open!20Access")))
                .set(new OaiSet(new SetSpec("Open!20Access"), "Open", List.of()));

        assertThat(identifiers(hub.ask(LIST + "&set=Open!20Access"))).containsExactly(SampleRecords.identifier(900));
        assertThat(codes(hub.ask(LIST + "&set=Never!20Heard"))).containsExactly("noRecordsMatch");
    }

    @Test
    void elementsInWrongOrder_areReordered_andReported() throws Exception {
        hub.provider.once(LISTS, Behaviour.text(
                page -> page.replaceFirst("(?s)(<header>.*?</header>)(<metadata>.*?</metadata>)", "$2$1<oddity/>")));
        HttpResponse<byte[]> response = hub.get("/proxy/a?" + LIST);

        ResponseCheck.check(response.body());
        assertThat(hub.faults()).extracting(NotedFault::kind).containsExactlyInAnyOrder("order", "unknown-element");
    }

    @Test
    void aCheckedResponseSaysWhetherItIsValid() throws Exception {
        assertThat(header(hub.get("/proxy/a/checked?" + LIST), Output.CHECK)).isEqualTo("valid");

        hub.provider.when(LISTS, Behaviour.text(page -> page.replaceFirst("<dc:title>", "<dc:nonsense/><dc:title>")));
        HttpResponse<byte[]> response = hub.get("/proxy/a/checked?" + LIST);
        assertThat(header(response, Output.CHECK)).isEqualTo("invalid; records=1; envelope=0");
        assertThat(text(response)).contains("<!-- not valid: ");
        assertThat(read(response).request().baseUrl()).isEqualTo(hub.baseUrl() + "/checked");
    }

    @Test
    void requestsAtTheSameTimeDoNotDisturbEachOther() {
        List<Integer> sizes = IntStream.range(0, 8).parallel().mapToObj(_ -> {
            try {
                return identifiers(hub.ask(LIST)).size();
            } catch (IOException | InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        }).toList();
        assertThat(sizes).containsOnly(10);
    }

    @Test
    void lastPageOfAList_getsTheEmptyTokenThatTheSourceForgot() throws Exception {
        hub.provider.when(request -> request.page() == 3, Behaviour.noToken());
        String second = next(hub.ask("verb=ListRecords&resumptionToken=" + next(hub.ask(LIST))));

        assertThat(token(hub.ask("verb=ListRecords&resumptionToken=" + second))).extracting(ResumptionToken::value)
                .isEqualTo("");
    }
}
