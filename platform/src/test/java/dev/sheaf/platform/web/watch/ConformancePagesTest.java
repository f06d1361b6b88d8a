package dev.sheaf.platform.web.watch;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.store.conformance.CheckedLink;
import dev.sheaf.store.conformance.CheckedLink.Outcome;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

class ConformancePagesTest extends WatchPagesFixture {

    private static final String HOSTILE = "<script>alert(1)</script>\r\nBcc: all@example.org";

    /** A source with a repository that breaks a MUST and whose texts attack those who show them. */
    private void wrong(String id) {
        provider.put(SampleRecords.many(8));
        provider.when(ReceivedRequest.any(), Behaviour.header("Content-Type", "text/html"));
        provider.when(request -> request.verb().equals("Identify"), Behaviour.text(body -> body.replaceFirst(
                "<repositoryName>[^<]*<", "<repositoryName>" + HOSTILE.replace("<", "&lt;").replace(">", "&gt;") + "<")));
        validated(id, provider.baseUrl());
        store().describe(id, new SourceDescription(new RepositoryDescription(HOSTILE, provider.baseUrl(), "2.0",
                List.of("admin@example.org\r\nBcc: victim@example.org", "library@example.org"),
                Datestamp.parse("2020-01-01T00:00:00Z"), "no", "YYYY-MM-DDThh:mm:ssZ", List.of(), List.of()), null, null));
    }

    @Test
    void pageOfARepository_showsVerdictFindingsAndHistory() throws Exception {
        wrong("wrong");
        clock.advance(Duration.ofDays(40));
        provider.behave();
        validate("wrong");
        String page = page("/conformance/wrong");
        assertThat(page).contains("How harvesters see", "1 March 2025, 12:00 UTC", "http.content-type", "on request",
                "no longer broken: ", "/conformance/wrong/badge.svg").doesNotContain("<script");
        assertThat(page("/conformance")).contains("/conformance/wrong").doesNotContain("<script");
    }

    @Test
    void findings_haveReasonRemedyRequestAndResponse() throws Exception {
        wrong("wrong");
        assertThat(page("/conformance/wrong")).contains("requirement", "not met", "Why it matters", "Remedy", "text/html",
                "GET " + provider.baseUrl() + "?verb=Identify", "HTTP 200");
        JsonNode json = JsonMapper.shared().readTree(page("/conformance/wrong/report.json"));
        assertThat(json.path("verdict").asString()).isEqualTo("not conformant");
        assertThat(json.path("history").get(0).path("notMet").valueStream().map(JsonNode::asString))
                .contains("http.content-type");
        assertThat(json.path("results").valueStream().map(one -> one.path("rule").asString())).contains("http.content-type");
    }

    @Test
    void badge_isAPictureWithItsTextForScreenReaders() throws Exception {
        validated("good", server.baseUrl("well-behaved"));
        HttpResponse<String> badge = get("/conformance/good/badge.svg");
        assertThat(badge.headers().firstValue("Content-Type")).contains("image/svg+xml");
        DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(badge.body().getBytes(StandardCharsets.UTF_8)));
        assertThat(badge.body()).contains("role=\"img\"", "aria-label=\"OAI-PMH 2.0: conformant\"");
        clock.advance(Duration.ofDays(91));
        assertThat(page("/conformance/good/badge.svg")).contains("not judged lately");
        wrong("wrong");
        assertThat(page("/conformance/wrong/badge.svg")).contains("not conformant");
    }

    @Test
    void letter_isReadyToSendAndCannotBeTurnedAgainstItsSender() throws Exception {
        wrong("wrong");
        HttpResponse<String> response = get("/conformance/wrong/letter.txt");
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
        List<String> lines = response.body().lines().toList();
        assertThat(lines.getFirst()).isEqualTo("To: library@example.org");
        assertThat(lines.get(1)).startsWith("Subject: OAI-PMH of ").endsWith("not met");
        assertThat(lines.get(2)).isEmpty();
        assertThat(lines).noneMatch(line -> line.startsWith("Bcc:"));
        assertThat(response.body()).contains("Why it matters: ", "How to mend it: ", "We saw: ", "Request: GET ",
                hub().baseUrl() + "/conformance/wrong");
        assertThat(lines.stream().filter(line -> !line.contains("http") && !line.startsWith("Subject"))
                .mapToInt(String::length).max().orElseThrow()).isLessThanOrEqualTo(76);
    }

    @Test
    void closedSource_isClosedHereToo() throws Exception {
        validated("closed", server.baseUrl("well-behaved"));
        for (String path : List.of("", "/report.json", "/badge.svg", "/letter.txt")) {
            assertThat(get("/conformance/closed" + path).statusCode()).as(path).isEqualTo(403);
        }
        assertThat(page("/conformance")).doesNotContain("closed");
    }

    @Test
    void sourceWithoutVerdict_hasAPageAndNoLetter() throws Exception {
        store().put(Source.harvested("new", "https://new.example.org/oai"));
        assertThat(page("/conformance/new")).contains("not validated yet");
        assertThat(page("/conformance/new/badge.svg")).contains("not judged yet");
        assertThat(page("/conformance/new/report.json")).contains("\"history\":[]");
        assertThat(get("/conformance/new/letter.txt").statusCode()).isEqualTo(404);
        assertThat(get("/conformance/unknown").statusCode()).isEqualTo(404);
        assertThat(get("/conformance?page=-7").statusCode()).isEqualTo(200);
        assertThat(get("/conformance?page=x").statusCode()).isEqualTo(200);
    }

    @Test
    void unreachableRepository_isSaidToBeUnreachableAndNotWrong() throws Exception {
        validated("good", server.baseUrl("well-behaved"));
        server.close();
        clock.advance(Duration.ofDays(30));
        validate("good");
        assertThat(page("/conformance/good")).contains("The earlier verdict stands", "no verdict")
                .doesNotContain("Connection refused");
        assertThat(page("/conformance/good/badge.svg")).contains("OAI-PMH 2.0: conformant");
    }

    @Test
    void linksOfRecords_areShownForLocalSourcesToo() throws Exception {
        store().put(Source.imported("local", "Local"));
        CheckedLink works = CheckedLink.unchecked("https://x.example.org/1", "oai_dc", "oai:l:1");
        CheckedLink broken = CheckedLink.unchecked("https://x.example.org/\"><script>", "oai_dc", "oai:l:<i>2");
        store().linkChecks().begin("local", clock.instant(), List.of(works, broken));
        store().linkChecks().checked("local", works.url(), clock.instant(), Outcome.WORKS, 200, "");
        assertThat(page("/conformance/local")).contains("1 of 1 checked link works", "The check is under way");
        store().linkChecks().checked("local", broken.url(), clock.instant(), Outcome.BROKEN, 404, "HTTP 404");
        assertThat(page("/conformance/local")).contains("there is no verdict", "1 of 2 checked links work, 1 is broken",
                "HTTP 404, since 1 March 2025", "/records/local/oai_dc/oai:l:").doesNotContain("<script", "<i>2");
        assertThat(get("/conformance/local/badge.svg").statusCode()).isEqualTo(404);
    }
}
