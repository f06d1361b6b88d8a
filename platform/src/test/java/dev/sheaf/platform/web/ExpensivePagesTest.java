package dev.sheaf.platform.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.platform.search.SearchHub;
import dev.sheaf.platform.server.HealthEndpoint;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;

import static dev.sheaf.platform.search.SearchHub.raw;
import static org.assertj.core.api.Assertions.assertThat;

/** Many readers of the page of one record of 1.4 MB, over real sockets. */
@Timeout(180)
class WorkApartTest {

    private static final int AT_ONCE = 60;
    /** A second for /health and three for a search are promised on a machine that does nothing else; tests share theirs. */
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final String PAGE = "/records/a/oai_dc/archive";

    @TempDir
    Path directory;

    private static String archive() {
        StringBuilder elements = new StringBuilder("<dc:title>The whole archive</dc:title>");
        for (int i = 0; elements.length() < 1_400_000; i++) {
            elements.append("<dc:creator>Person").append(i).append(", Anna</dc:creator><dc:date>19").append(10 + i % 80)
                    .append("</dc:date><dc:description>Letters, minutes and photographs of box ").append(i)
                    .append("; see https://archive.example.org/box/").append(i).append("</dc:description>");
        }
        return elements.toString();
    }

    private interface Asking {
        void of(HttpClient client, String address) throws Exception;
    }

    private void ask(Asking asking) throws Exception {
        try (SearchHub hub = new SearchHub(directory)) {
            hub.add("a", raw("archive", archive()));
            HubServer server = listen();
            try (HttpClient client = HttpClient.newHttpClient()) {
                server.start(List.of(new Portal(hub.store(), hub.index(), server.baseUrl()), new HealthEndpoint(Map.of())));
                asking.of(client, "http://127.0.0.1:" + server.port());
            } finally {
                server.close();
            }
        }
    }

    private static HubServer listen() throws ServerStartException {
        return HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
    }

    private static HttpRequest request(String address) {
        return HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofMinutes(2)).build();
    }

    private static Duration wait(HttpClient client, String address) throws Exception {
        long begin = System.nanoTime();
        assertThat(client.send(request(address), HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(200);
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Test
    void healthAndSearch_areAnsweredDuringExpensivePages() throws Exception {
        ask((client, address) -> {
            wait(client, address + "/?q=archive");
            List<CompletableFuture<HttpResponse<Void>>> pages = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                pages.add(client.sendAsync(request(address + PAGE), HttpResponse.BodyHandlers.discarding()));
            }
            for (int i = 0; i < 5; i++) {
                assertThat(wait(client, address + "/health")).as("/health").isLessThan(LONGEST);
            }
            // From another address: clients take turns.
            try (HttpClient other = HttpClient.newBuilder().localAddress(java.net.InetAddress.ofLiteral("127.0.0.9")).build()) {
                assertThat(wait(other, address + "/?q=archive")).as("a search").isLessThan(LONGEST);
            }
            for (CompletableFuture<HttpResponse<Void>> page : pages) {
                assertThat(page.get().statusCode()).isEqualTo(200);
            }
        });
    }

    @Test
    void largeRecord_isShownInPart_withALinkToTheWhole() throws Exception {
        ask((client, address) -> {
            String page = client.send(request(address + PAGE), HttpResponse.BodyHandlers.ofString()).body();
            assertThat(page).hasSizeLessThan(1_000_000).contains("The whole archive", "the rest is left out here",
                    "href=\"" + PAGE + "?raw\"");
            String start = "<script type=\"application/ld+json\">";
            int from = page.indexOf(start) + start.length();
            JsonNode told = JsonMapper.shared().readTree(page.substring(from, page.indexOf("</script>", from)));
            assertThat(told.get("name").asString()).isEqualTo("The whole archive");
            assertThat(told.get("creator").size()).isEqualTo(100);

            String raw = client.send(request(address + PAGE + "?raw"), HttpResponse.BodyHandlers.ofString()).body();
            assertThat(raw).hasSizeGreaterThan(1_400_000);
            String file = client.send(request(address + PAGE + "?format=jsonld"), HttpResponse.BodyHandlers.ofString()).body();
            assertThat(JsonMapper.shared().readTree(file).get("creator").size()).isGreaterThan(5_000);
        });
    }
}
