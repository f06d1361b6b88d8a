package dev.sheaf.platform.explorer;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A reader goes through a repository link by link. */
class ExplorerPagesTest {

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private ScriptedProvider provider;
    private ExplorerHub hub;

    @BeforeEach
    void start() throws Exception {
        provider = ScriptedProvider.start(clock).put(SampleRecords.many(24))
                .set(new OaiSet(new SetSpec("math:algebra"), "Algebra & more"));
        provider.put(List.of(SampleRecords.live(24, "math:algebra"),
                SampleRecords.deleted(25, Datestamp.parse("2024-01-02T00:00:00Z"))));
        hub = ExplorerHub.open(folder, clock);
    }

    @AfterEach
    void stop() {
        hub.close();
        provider.close();
    }

    private HttpResponse<String> ask(String... arguments) throws Exception {
        String[] all = new String[arguments.length + 2];
        all[0] = "url";
        all[1] = provider.baseUrl();
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return hub.explore(all);
    }

    private List<String> asked() {
        return provider.requests().stream().map(request -> String.valueOf(request.query())).toList();
    }

    @Test
    void startPage_asksNobody_andIsNotIndexed() throws Exception {
        hub.store.put(Source.harvested("garden", provider.baseUrl()));
        HttpResponse<String> page = hub.explore();

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<meta name=\"robots\" content=\"noindex, nofollow\">").contains("name=\"url\"");
        assertThat(page.headers().firstValue("X-Robots-Tag")).hasValue("noindex, nofollow");
        assertThat(ExplorerHub.href(page, "garden")).contains("source=garden");
        assertThat(asked()).isEmpty();
    }

    @Test
    void wholeRequestThatIsPasted_isReducedToItsBaseUrl() throws Exception {
        HttpResponse<String> page = hub.explore("url", provider.baseUrl() + "?verb=ListRecords&metadataPrefix=oai_dc");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<code>repositoryName</code>").contains("<code>protocolVersion</code>");
        assertThat(asked()).containsExactly("verb=Identify");
    }

    @Test
    void formats_leadToRecords_recordsToOneRecord_andThatToItsFormats() throws Exception {
        HttpResponse<String> formats = hub.follow(ask(), "ListMetadataFormats");
        HttpResponse<String> records = hub.follow(formats, "oai_dc");
        HttpResponse<String> record = hub.follow(records, "oai:example.org:3");
        HttpResponse<String> formatsOfRecord = hub.followLast(record, "ListMetadataFormats");

        assertThat(record.body()).contains("<code>dc:title</code>").contains("Title 3")
                .contains("<a href=\"https://example.org/3\" rel=\"external noopener nofollow\">https://example.org/3</a>");
        assertThat(formatsOfRecord.statusCode()).isEqualTo(200);
        assertThat(asked()).containsExactly("verb=Identify", "verb=ListMetadataFormats", "verb=ListRecords&metadataPrefix=oai_dc",
                "verb=GetRecord&identifier=oai%3Aexample.org%3A3&metadataPrefix=oai_dc",
                "verb=ListMetadataFormats&identifier=oai%3Aexample.org%3A3");
        assertThat(ExplorerHub.href(formatsOfRecord, "oai_dc")).contains("verb=GetRecord");
    }

    @Test
    void sets_leadToTheirRecords() throws Exception {
        HttpResponse<String> sets = hub.follow(ask(), "ListSets");
        HttpResponse<String> records = hub.follow(sets, "math:algebra");
        HttpResponse<String> again = hub.follow(records, "math:algebra");

        assertThat(sets.body()).contains("Algebra &amp; more");
        assertThat(records.body()).contains("oai:example.org:24").doesNotContain("oai:example.org:3<");
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(asked().getLast()).isEqualTo("verb=ListRecords&metadataPrefix=oai_dc&set=math%3Aalgebra");
    }

    @Test
    void tokens_leadToTheNextPage_withTheFormatOfTheList() throws Exception {
        HttpResponse<String> page = ask("verb", "ListIdentifiers", "metadataPrefix", "oai_dc");
        int pages = 1;
        while (page.body().contains("rel=\"next nofollow\"")) {
            page = hub.follow(page, "Next page");
            pages++;
        }

        assertThat(pages).isEqualTo(3);
        assertThat(page.body()).contains("oai:example.org:25").contains(">deleted</strong>");
        assertThat(ExplorerHub.href(page, "oai:example.org:25")).contains("metadataPrefix=oai_dc");
    }

    @Test
    void form_offersWhatTheRepositoryHas() throws Exception {
        HttpResponse<String> form = hub.follow(ask(), "ListRecords");
        assertThat(form.body()).contains("<option value=\"oai_dc\"").contains("<option value=\"math:algebra\"")
                .contains("Algebra &amp; more (math:algebra)");
        assertThat(asked()).containsExactly("verb=Identify", "verb=ListMetadataFormats", "verb=ListSets");

        HttpResponse<String> ofRecord = hub.follow(ask(), "GetRecord");
        assertThat(ofRecord.body()).contains("<option value=\"oai:example.org:0\"");
        assertThat(hub.follow(ofRecord, "Type the arguments instead of choosing them").body())
                .contains("<input id=\"ask-identifier\"").doesNotContain("<select");
    }

    @Test
    void formOfARepositoryWithoutSets_asksForThemOnce() throws Exception {
        provider.when(ReceivedRequest.of(Verb.LIST_SETS), Behaviour.html("no sets here"));
        ask("verb", "ListRecords", "form", "1");
        HttpResponse<String> form = ask("verb", "ListRecords", "form", "1");

        assertThat(form.body()).contains("<input id=\"ask-set\"");
        assertThat(asked().stream().filter("verb=ListSets"::equals)).hasSize(1);
    }

    @Test
    void illegalRequest_isSentAsTyped_andItsErrorIsExplained() throws Exception {
        HttpResponse<String> page = ask("verb", "GetRecord", "identifier", "oai:example.org:none", "metadataPrefix", "oai_dc");

        assertThat(page.body()).contains("idDoesNotExist").contains("The repository has no item with this identifier.");
        assertThat(ask("verb", "Nonsense").body()).contains("badVerb");
    }

    @Test
    void anotherView_isOfTheSameAnswer_untilItIsSentAgain() throws Exception {
        HttpResponse<String> parsed = ask("verb", "ListRecords", "metadataPrefix", "oai_dc");
        HttpResponse<String> raw = hub.follow(parsed, "Raw");
        HttpResponse<String> both = hub.follow(raw, "Both");

        assertThat(raw.body()).contains("&lt;ListRecords&gt;").doesNotContain("id=\"parsed-heading\"");
        assertThat(both.body()).contains("&lt;ListRecords&gt;").contains("id=\"parsed-heading\"");
        assertThat(asked()).hasSize(1);
        hub.follow(both, "Send it again");
        assertThat(asked()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"protocol-1.0", "protocol-1.1"})
    void repositoryOfProtocol1_isExploredInItsOwnWay(String protocol) throws Exception {
        try (MisbehavingServer server = MisbehavingServer.start(clock)) {
            HttpResponse<String> identify = hub.explore("url", server.baseUrl(protocol));
            assertThat(identify.body()).contains(protocol.substring(protocol.length() - 3)).contains("OAI-PMH 1.x")
                    .contains("The schemas and the rules found no fault in this answer.");
            HttpResponse<String> form = hub.follow(identify, "ListIdentifiers");
            assertThat(form.body()).contains("name=\"set\"").doesNotContain("name=\"metadataPrefix\"");

            HttpResponse<String> formats = hub.follow(identify, "ListMetadataFormats");
            HttpResponse<String> identifiers = hub.followLast(formats, "ListIdentifiers");
            assertThat(identifiers.body()).contains("id=\"parsed-heading\">ListIdentifiers<");
            HttpResponse<String> records = hub.follow(formats, "oai_dc");
            assertThat(records.body()).contains("<code>metadata</code>");
        }
    }

    @Test
    void sourceOfTheHub_isAskedWithoutTheLoginOfTheHub() throws Exception {
        hub.store.put(Source.harvested("garden", provider.baseUrl()).withSettings(Source.Settings.DEFAULT
                .withAccess(Access.DEFAULT.withLogin(new Access.Login.Basic("reader", Secret.of("swordfish"))))));
        HttpResponse<String> page = hub.explore("source", "garden", "verb", "ListSets");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("math:algebra").contains("garden");
        assertThat(provider.requests()).hasSize(1).allMatch(request -> request.header("Authorization").isEmpty());
        assertThat(hub.explore("source", "nobody").statusCode()).isEqualTo(404);
    }
}
