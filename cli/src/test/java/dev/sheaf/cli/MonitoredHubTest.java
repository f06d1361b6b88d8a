package dev.sheaf.cli;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Metrics and access log of a hub that was started by its command. */
class MonitoredHubTest {

    /** Beginnings of the names of loggers that could write about a request. */
    private static final List<String> OF_REQUESTS = List.of("org.eclipse.jetty", "io.javalin",
            "dev.sheaf.platform.server.PlainErrorHandler", "dev.sheaf.platform.server.load");

    @TempDir
    private Path folder;

    private static HttpResponse<String> get(String address, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private void fill() throws Exception {
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,Emma\n2,Walden\n");
        assertThat(Typed.in(folder, "import", "books", "books.csv").status()).isZero();
        Files.writeString(folder.resolve("password"), "a password of the test");
    }

    @Test
    void metrics_coverRequestsSourcesIndexAndStore() throws Exception {
        fill();
        try (Typed.Serving hub = Typed.serving(folder, "--admin-password-file", "password")) {
            String address = hub.address();
            get(address + "/oai?verb=Identify");
            get(address + "/nowhere/at/all");
            HttpResponse<String> metrics = get(address + "/metrics");
            assertThat(metrics.statusCode()).isEqualTo(200);
            assertThat(metrics.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain; version=0.0.4");
            assertThat(metrics.body()).contains("sheaf_http_requests_seconds_count{endpoint=\"oai\",status=\"200\"} 1",
                    "endpoint=\"other\",status=\"404\"", "sheaf_harvests_total{outcome=\"complete\"} 0",
                    "sheaf_source_records{source=\"books\"} 2", "sheaf_source_state{source=\"books\",state=\"idle\"} 1",
                    "sheaf_source_age_seconds{source=\"books\"}", "sheaf_index_behind_changes",
                    "sheaf_queue{queue=\"harvests-under-way\"} 0",
                    "sheaf_stored_bytes{part=\"store\"}", "jvm_memory_used_bytes");
            assertThat(get(address + "/metrics", "X-Forwarded-For", "192.0.2.7").statusCode()).as("behind a proxy")
                    .isEqualTo(401);
            assertThat(get(address + "/metrics", "X-Forwarded-For", "192.0.2.7", "Authorization", "Bearer a password of the test")
                    .statusCode()).isEqualTo(200);
        }
    }

    @Test
    void metrics_coverTheMemoryOfListSegments() throws Exception {
        fill();
        try (Typed.Serving hub = Typed.serving(folder)) {
            String address = hub.address();
            assertThat(cached(address)).isZero();
            String page = "/oai?verb=ListRecords&metadataPrefix=oai_dc";
            int plain = get(address + page).body().length();
            double first = cached(address);
            assertThat(first).isBetween(100.0, 4.0 * plain);
            get(address + page, "Accept-Encoding", "gzip");
            double both = cached(address);
            assertThat(both).isGreaterThan(first);
            get(address + page, "Accept-Encoding", "gzip");
            assertThat(cached(address)).isEqualTo(both);
        }
    }

    @Test
    void malformedRequests_writeNoLinesIntoTheLog() throws Exception {
        fill();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        try (Typed.Serving hub = Typed.serving(folder)) {
            root.addAppender(lines);
            for (String request : List.of("GET /oai HTTP/1.1\r\nHost: a b:c:d\r\n\r\n", "G\u0001T / HTTP/1.1\r\nHost: x\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n")) {
                assertThat(sent(URI.create(hub.address()), request)).startsWith("HTTP/1.1 400");
            }
            // Hubs of other tests write lines about their own work at the same time.
            assertThat(List.copyOf(lines.list))
                    .filteredOn(line -> OF_REQUESTS.stream().anyMatch(line.getLoggerName()::startsWith))
                    .extracting(ILoggingEvent::getFormattedMessage).isEmpty();
        } finally {
            root.detachAppender(lines);
        }
    }

    private static String sent(URI address, String request) throws Exception {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static double cached(String address) throws Exception {
        String name = "sheaf_cache_bytes{cache=\"list-segments\"} ";
        return get(address + "/metrics").body().lines().filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length()))).sum();
    }

    @Test
    void metrics_canBeOpenedForOperatorsOrTurnedOff() throws Exception {
        fill();
        Files.writeString(folder.resolve("off.yaml"), "metrics: \"off\"\n");
        try (Typed.Serving hub = Typed.serving(folder, "--config", "off.yaml")) {
            assertThat(get(hub.address() + "/metrics").statusCode()).isEqualTo(404);
        }
        Files.writeString(folder.resolve("admin.yaml"), "metrics: admin\n");
        try (Typed.Serving hub = Typed.serving(folder, "--config", "admin.yaml")) {
            assertThat(get(hub.address() + "/metrics").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void publicMetrics_leaveOutClosedSources() throws Exception {
        fill();
        assertThat(Typed.in(folder, "import", "personnel", "books.csv").status()).isZero();
        Files.writeString(folder.resolve("open.yaml"), """
                metrics: open
                trusted-proxies: 127.0.0.1
                repositories:
                  personnel:
                    limits:
                      deny: all
                      allow: [192.0.2.0/24]
                """);
        try (Typed.Serving hub = Typed.serving(folder, "--config", "open.yaml", "--admin-password-file", "password")) {
            String metrics = hub.address() + "/metrics";
            assertThat(get(metrics, "X-Forwarded-For", "198.51.100.7").body())
                    .contains("sheaf_source_records{source=\"books\"} 2")
                    .doesNotContain("personnel");
            for (HttpResponse<String> all : List.of(get(metrics), get(metrics, "X-Forwarded-For", "192.0.2.7"),
                    get(metrics, "X-Forwarded-For", "198.51.100.7", "Authorization", "Bearer a password of the test"))) {
                assertThat(all.body()).contains("sheaf_source_records{source=\"personnel\"} 2", "source=\"books\"");
            }
        }
    }

    @Test
    void accessLog_namesHarvestsAndSearches_withoutWholeAddresses() throws Exception {
        fill();
        Files.writeString(folder.resolve("hub.yaml"),
                "access-log: access.log\naccess-log-format: json\ntrusted-proxies: 127.0.0.1\nlog-format: json\n");
        String err;
        Typed.Serving hub = Typed.serving(folder, "--config", "hub.yaml");
        try (hub) {
            String address = hub.address();
            get(address + "/oai/books?verb=ListRecords&metadataPrefix=oai_dc&set=a%22%0Ab", "X-Forwarded-For", "192.0.2.77",
                    "User-Agent",
                    "harvester/1.0");
            get(address + "/?q=emma", "X-Forwarded-For", "2001:db8:1:2:3::4");
            get(address + "/health");
        }
        err = hub.err();
        var lines = Files.readAllLines(folder.resolve("access.log"));
        assertThat(lines).hasSize(2);
        JsonNode harvest = JsonMapper.shared().readTree(lines.getFirst());
        assertThat(harvest.path("kind").asString()).isEqualTo("harvest");
        assertThat(harvest.path("address").asString()).isEqualTo("192.0.2.0");
        assertThat(harvest.path("path").asString()).isEqualTo("/oai/books");
        assertThat(harvest.path("verb").asString()).isEqualTo("ListRecords");
        assertThat(harvest.path("set").asString()).isEqualTo("a\"\nb");
        assertThat(harvest.path("agent").asString()).isEqualTo("harvester/1.0");
        assertThat(harvest.path("status").asInt()).isEqualTo(200);
        JsonNode search = JsonMapper.shared().readTree(lines.getLast());
        assertThat(search.path("kind").asString()).isEqualTo("search");
        assertThat(search.path("address").asString()).startsWith("2001:db8:1:0:");
        assertThat(search.path("q").isMissingNode()).as("what people look for is their own").isTrue();
        assertThat(err).doesNotContain("GET /");
    }

    @Test
    void accessLogAsText_takesOneLineForEachRequest() throws Exception {
        fill();
        Files.writeString(folder.resolve("hub.yaml"), "access-log: access.log\naccess-log-addresses: full\n");
        try (Typed.Serving hub = Typed.serving(folder, "--config", "hub.yaml")) {
            get(hub.address() + "/oai?verb=ListRecords&metadataPrefix=oai_dc&set=x%0Akind=forged");
            get(hub.address() + "/?q=two+words");
        }
        var lines = Files.readAllLines(folder.resolve("access.log"));
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).contains("kind=harvest address=127.0.0.1 method=GET path=/oai verb=ListRecords",
                "set=\"x kind=forged\"");
        assertThat(lines.getLast()).contains("kind=search", "q=\"two words\"");
    }
}
