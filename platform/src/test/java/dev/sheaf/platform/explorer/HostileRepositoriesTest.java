package dev.sheaf.platform.explorer;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** The reader gets a page that describes the answer, for every misbehaviour of a repository. */
class HostileRepositoriesTest {

    private static final String FAULTLESS = "The schemas and the rules found no fault in this answer.";
    private static final String SCRIPT = "\"><script>alert(1)</script><img src=x onerror=alert(1)>";

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private ScriptedProvider provider;
    private ExplorerHub hub;

    @BeforeEach
    void start() throws Exception {
        provider = ScriptedProvider.start(clock).put(SampleRecords.many(3));
        hub = ExplorerHub.open(folder, clock);
    }

    @AfterEach
    void stop() {
        hub.close();
        provider.close();
    }

    private HttpResponse<String> ask(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("url", provider.baseUrl()));
        all.addAll(Arrays.asList(arguments));
        return hub.explore(all.toArray(String[]::new));
    }

    private void answer(String body) {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", body));
    }

    private static String response(String content) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">
                <responseDate>2025-03-01T12:00:00Z</responseDate><request>http://a.example.org/oai</request>
                %s
                </OAI-PMH>
                """.formatted(content);
    }

    private static String record(String identifier, String metadata) {
        return "<record><header><identifier>" + identifier + "</identifier><datestamp>2025-01-01T00:00:00Z</datestamp></header>"
                + "<metadata>" + metadata + "</metadata></record>";
    }

    @Test
    void scriptsInValues_areText() throws Exception {
        String escaped = SCRIPT.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
        answer(response("<ListRecords>" + record("oai:x:" + escaped,
                "<x:a xmlns:x='urn:x' href='javascript:alert(1)'>" + escaped + "<x:b>javascript:alert(1)</x:b>"
                        + "<x:c>http://a.example.org/\"onmouseover=alert(1)</x:c></x:a>")
                + "<resumptionToken>" + escaped + "</resumptionToken></ListRecords>"));
        for (String view : List.of("parsed", "raw", "both")) {
            HttpResponse<String> page = ask("verb", "ListRecords", "metadataPrefix", "oai_dc" + SCRIPT, "view", view);
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).doesNotContain("<img").contains("&lt;script");
            assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow()).contains("default-src 'none'")
                    .doesNotContain("script-src");
        }
    }

    @Test
    void longValues_areSentAsTheyCame() throws Exception {
        String token = "t".repeat(7_000);
        answer(response("<ListIdentifiers><header><identifier>oai:x:" + "i".repeat(7_000)
                + "</identifier><datestamp>2025-01-01</datestamp></header><resumptionToken>" + token
                + "</resumptionToken></ListIdentifiers>"));
        HttpResponse<String> page = ask("verb", "ListIdentifiers", "metadataPrefix", "oai_dc");

        hub.follow(page, "Next page");
        assertThat(provider.requests().getLast().query()).isEqualTo("verb=ListIdentifiers&resumptionToken=" + token);
        hub.followLast(page, "GetRecord");
        assertThat(provider.requests().getLast().query()).contains("identifier=oai%3Ax%3A" + "i".repeat(7_000));
    }

    @Test
    void scriptInAnXhtmlRecord_isShownAsText() throws Exception {
        answer(response("<GetRecord>" + record("oai:x:1",
                "<html xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></html>") + "</GetRecord>"));

        assertThat(ask("verb", "GetRecord", "identifier", "oai:x:1", "metadataPrefix", "x", "view", "both").body())
                .contains("alert(1)");
    }

    @Test
    void webPage_isShownAsItCame_andNamedAsNoResponse() throws Exception {
        provider.when(ReceivedRequest.any(), Behaviour.html("Welcome"));
        HttpResponse<String> page = ask();

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("This is no OAI-PMH response").contains("&lt;title&gt;Welcome")
                .contains("Not judged.").doesNotContain(FAULTLESS);
    }

    @Test
    void strayAmpersand_isRepaired_andTheRepairIsShown() throws Exception {
        answer(response("<GetRecord>" + record("oai:x:1", "<x:a xmlns:x='urn:x'>R&D</x:a>") + "</GetRecord>"));
        HttpResponse<String> page = ask("verb", "GetRecord", "identifier", "oai:x:1", "metadataPrefix", "x");

        assertThat(page.body()).contains("R&amp;D").contains("Repairs of a harvest").contains("<del>").contains("<ins>")
                .containsPattern("<b>[^<]*amp;[^<]*</b>").contains("document.well-formed");
    }

    @Test
    void faultsAreNamedWithTheirRecord() throws Exception {
        answer(response("<ListRecords>" + record("oai:x:1", "<x:a xmlns:x='urn:x'/>").replace("2025-01-01T00:00:00Z", "yesterday")
                + "</ListRecords>"));
        HttpResponse<String> page = ask("verb", "ListRecords", "metadataPrefix", "x");

        assertThat(page.body()).contains("dates.granularity").contains("yesterday").contains("<code>oai:x:1</code>");
    }

    @Test
    void faultlessAnswer_isFoundFaultless() throws Exception {
        try (MisbehavingServer server = MisbehavingServer.start(clock)) {
            String url = server.baseUrl("well-behaved");
            for (String verb : List.of("Identify", "ListMetadataFormats", "ListSets")) {
                assertThat(hub.explore("url", url, "verb", verb).body()).as(verb).contains(FAULTLESS);
            }
            for (String verb : List.of("ListIdentifiers", "ListRecords")) {
                assertThat(hub.explore("url", url, "verb", verb, "metadataPrefix", "oai_dc").body()).as(verb).contains(FAULTLESS);
            }
        }
    }

    @Test
    void enormousAnswer_isRefused() throws Exception {
        answer(response("<x>" + "0123456789".repeat(200_000) + "</x>"));
        HttpResponse<String> page = ask();

        assertThat(page.statusCode()).isEqualTo(502);
        assertThat(page.body()).contains("No answer").contains("larger than");
    }

    @Test
    void compressedAnswerThatUnpacksToMore_isRefused() throws Exception {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", " ".repeat(8 << 20)));
        provider.when(ReceivedRequest.any(), Behaviour.gzip(true));

        assertThat(ask().body()).contains("No answer").contains("larger than");
    }

    @Test
    void answerWithManyRecords_isShortened_andItsBytesToo() throws Exception {
        StringBuilder records = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            records.append(record("oai:x:" + i, "<x:a xmlns:x='urn:x'>" + "<x:b>value</x:b>".repeat(10) + "</x:a>"));
        }
        answer(response("<ListRecords>" + records + "</ListRecords>"));
        HttpResponse<String> page = ask("verb", "ListRecords", "metadataPrefix", "x", "view", "both");

        assertThat(page.body()).contains("2,000 entries in this response.").contains("The first 100 are shown.")
                .contains("The rest is left out.").contains("oai:x:99<")
                .doesNotContain("GetRecord<span class=\"hidden\"> oai:x:100<");
        assertThat(page.body().length()).isLessThan(2 << 20);
    }

    @Test
    void valueOfAMegabyte_isShortened() throws Exception {
        answer(response("<GetRecord>" + record("oai:x:1", "<x:a xmlns:x='urn:x'>" + "y".repeat(900_000) + "</x:a>")
                + "</GetRecord>"));

        assertThat(ask("verb", "GetRecord", "identifier", "oai:x:1", "metadataPrefix", "x").body().length()).isLessThan(100_000);
    }

    @Test
    void bodyThatNeverEnds_endsTheRequest() throws Exception {
        provider.when(ReceivedRequest.any(), Behaviour.stallAfter(100));
        HttpResponse<String> page = ask();

        assertThat(page.statusCode()).isEqualTo(502);
        assertThat(page.body()).contains("The repository took too long.");
    }

    @Test
    void controlCharacters_areMadeVisible() throws Exception {
        answer(response("<GetRecord>" + record("oai:x:1", "<x:a xmlns:x='urn:x'>a\u0003b</x:a>") + "</GetRecord>"));

        assertThat(ask("verb", "GetRecord", "identifier", "oai:x:1", "metadataPrefix", "x", "view", "raw").body())
                .contains("a\u2403b").doesNotContain("\u0003");
    }

    @Test
    void thousandsOfSets_fillAForm() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            provider.set(new OaiSet(new SetSpec("s" + i), SCRIPT + i));
        }
        provider.pageSize(5_000);
        HttpResponse<String> form = ask("verb", "ListRecords", "form", "1");

        assertThat(form.body()).contains("<option value=\"s999\"").doesNotContain("<option value=\"s1000\"")
                .doesNotContain("<img");
    }

    @Test
    void externalEntity_isNotRead() throws Exception {
        Path secret = folder.resolve("secret.txt");
        Files.writeString(secret, "the secret", StandardCharsets.UTF_8);
        answer("<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>"
                + response("<GetRecord>" + record("oai:x:1", "<x:a xmlns:x='urn:x'>&e;</x:a>") + "</GetRecord>").substring(39));

        assertThat(ask("verb", "GetRecord", "identifier", "oai:x:1", "metadataPrefix", "x", "view", "both").body())
                .doesNotContain("the secret");
    }

    @Test
    void busyRepository_isSparedAsItAsks() throws Exception {
        provider.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.busy(503, "600"));

        assertThat(ask().body()).contains("HTTP 503");
        HttpResponse<String> second = ask("verb", "ListSets");
        assertThat(second.statusCode()).isEqualTo(503);
        assertThat(second.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 600L);
        assertThat(provider.requests()).hasSize(1);
    }

    /** Every fault of the simulator, at the requests that a reader makes first. */
    @Test
    void everyMisbehaviour_isAnsweredByAPage() throws Exception {
        try (MisbehavingServer server = MisbehavingServer.start(clock)) {
            List<String> broken = new ArrayList<>();
            for (Misbehaviour one : Misbehaviours.all()) {
                if (one.name().equals("silence") || one.name().equals("slow-drip")) {
                    // They take seconds; bodyThatNeverEnds_endsTheRequest shows the same.
                    continue;
                }
                String url = server.baseUrl(one.name());
                for (String[] question : new String[][]{{"url", url}, {"url", url, "verb", "ListSets"},
                        {"url", url, "verb", "ListRecords", "metadataPrefix", "oai_dc", "view", "both"}}) {
                    HttpResponse<String> page = hub.explore(question);
                    if (!List.of(200, 502, 503).contains(page.statusCode()) || !page.body().contains("</html>")) {
                        broken.add(one.name() + " " + List.of(question) + ": " + page.statusCode());
                    }
                    // Hosts that failed are asked again.
                    clock.advance(Duration.ofDays(2));
                }
            }
            assertThat(broken).isEmpty();
        }
    }
}
