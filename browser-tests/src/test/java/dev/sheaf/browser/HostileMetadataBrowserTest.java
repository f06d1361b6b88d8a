package dev.sheaf.browser;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A browser runs an XHTML script inside XML on the origin that served it; nothing that came from outside may do so here. */
class HostileMetadataBrowserTest extends BrowserTest {

    @ParameterizedTest
    @ValueSource(strings = {"/records/odd/oai_dc/" + Hub.SCRIPTED, "/records/odd/oai_dc/" + Hub.SCRIPTED + "?raw",
            "/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + Hub.SCRIPTED,
            "/oai/odd?verb=ListRecords&metadataPrefix=oai_dc", "/?q=scripted",
            "/browse/odd?verb=ListRecords&metadataPrefix=oai_dc",
            "/browse?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + Hub.SCRIPTED})
    void aScriptInsideMetadataDoesNotRun(String path) {
        List<String> requests = requestsOf(page);
        page.navigate(path, fromAPageOfTheHub());
        assertThat(page.content()).as("the page shows the record").containsIgnoringCase("scripted");
        assertThat(ran()).isFalse();
        assertThat(requests).noneMatch(url -> url.contains("script-ran"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/oai?verb=ListRecords&metadataPrefix=oai_dc&set=hostile",
            "/oai/hostile?verb=ListRecords&metadataPrefix=oai_dc",
            "/oai/hostile?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + Hub.HOSTILE, "/oai/hostile?verb=Identify",
            "/oai/hostile?verb=ListSets", "/oai?verb=ListSets", "/browse/hostile?verb=Identify", "/browse/hostile?verb=ListSets",
            "/browse/hostile?verb=ListRecords&metadataPrefix=oai_dc",
            "/browse/hostile?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + Hub.HOSTILE,
            "/records/hostile/oai_dc/" + Hub.HOSTILE, "/records/hostile/oai_dc/" + Hub.HOSTILE + "?version=1",
            "/records/hostile/oai_dc/" + Hub.HOSTILE + "?version=1&raw",
            "/records/hostile/oai_dc/" + Hub.HOSTILE + "?compare=1&with=2"})
    void noScriptRunsInDescriptionsAboutContainersAndFormerVersions(String path) {
        hub.addHostile();
        List<String> requests = requestsOf(page);
        page.navigate(path, fromAPageOfTheHub());
        assertThat(page.content()).as("the page shows what was sent").containsIgnoringCase("scripted");
        assertThat(ran()).isFalse();
        assertThat(requests).noneMatch(url -> url.contains("script-ran"));
    }

    /** Live answers, gathered records and descriptions of repositories. */
    @ParameterizedTest
    @ValueSource(strings = {"/proxy/proxied?verb=Identify", "/proxy/proxied?verb=ListSets",
            "/proxy/proxied?verb=ListRecords&metadataPrefix=oai_dc",
            "/proxy/proxied?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + Hub.HOSTILE,
            "/proxy/proxied/checked?verb=Identify", "/proxy/proxied/checked?verb=ListRecords&metadataPrefix=oai_dc",
            "/proxy/proxied/1.1?verb=Identify", "/proxy/proxied/1.1?verb=ListSets",
            "/proxy/proxied/1.1?verb=ListRecords&metadataPrefix=oai_dc",
            "/oai/gathered?verb=ListRecords&metadataPrefix=oai_dc", "/oai/gathered?verb=ListSets",
            "/browse/gathered?verb=ListRecords&metadataPrefix=oai_dc"})
    void noScriptRunsInLiveAndAggregatedRecords(String path) {
        hub.addHostileToAsk();
        List<String> requests = requestsOf(page);
        page.navigate(path, fromAPageOfTheHub());
        assertThat(page.content()).as("the page shows what was sent").containsIgnoringCase("scripted");
        assertThat(ran()).isFalse();
        assertThat(requests).noneMatch(url -> url.contains("script-ran"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/repositories", "/stats", "/stats/marked", "/oai/marked?verb=Identify",
            "/browse/marked?verb=Identify"})
    void markupInRepositoryNames_staysText(String path) {
        hub.putHostile("marked", "Scripted \"><script>" + Hub.SCRIPT + "</script><img src=x onerror=\"" + Hub.SCRIPT + "\">",
                "<record><script>" + Hub.SCRIPT + "</script></record>");
        List<String> requests = requestsOf(page);
        page.navigate(path, fromAPageOfTheHub());
        assertThat(page.content()).as("the page shows the name").containsIgnoringCase("scripted");
        assertThat(ran()).isFalse();
        assertThat(page.locator("main script, main img").count()).isZero();
        assertThat(requests).noneMatch(url -> url.contains("script-ran"));
    }

    /** Without this, the tests above could not fail. */
    @Test
    void scriptRunsInAnUnprotectedPage_soTheTestCanFail() throws IOException {
        String raw = window.request().get("/records/odd/oai_dc/" + Hub.SCRIPTED + "?raw").text();
        HttpServer careless = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        careless.createContext("/", exchange -> {
            byte[] body = raw.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/xml");
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        careless.start();
        try {
            page.navigate("http://127.0.0.1:" + careless.getAddress().getPort() + "/");
            assertThat(ran()).isTrue();
        } finally {
            careless.stop(0);
        }
    }

    @Test
    void markupInValues_isShownAsText() {
        List<String> failures = new ArrayList<>();
        page.onConsoleMessage(message -> failures.add(message.text()));
        for (String path : List.of("/", hub.search("markup"), hub.search(Hub.MARKUP), "/?q=markup&type=" + encoded(Hub.MARKUP),
                "/browse/odd?verb=ListRecords&metadataPrefix=oai_dc",
                "/browse/odd?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + encoded(Hub.MARKUP))) {
            page.navigate(path, fromAPageOfTheHub());
            assertThat(page.title()).as(path).isNotEqualTo("ran").contains(Hub.nameAt(path));
            assertThat(page.locator("main script:not([type='application/ld+json']), main img").count()).as(path).isZero();
        }
        page.navigate(hub.search("markup"));
        page.locator(".hit h3 a").first().click();
        assertThat(page.title()).startsWith("Markup <script>");
        assertThat(page.locator("main script:not([type='application/ld+json']), main img").count()).isZero();
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(containing("javascript:"))).count())
                .isZero();
        assertThat(failures).as("nothing was even tried and refused").isEmpty();
    }

    private boolean ran() {
        return (Boolean) page.evaluate("() => document.documentElement.getAttribute('data-ran') === 'yes'");
    }

    private static List<String> requestsOf(Page page) {
        List<String> urls = new ArrayList<>();
        page.onRequest(request -> urls.add(request.url()));
        return urls;
    }

    private static String encoded(String text) {
        return java.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
