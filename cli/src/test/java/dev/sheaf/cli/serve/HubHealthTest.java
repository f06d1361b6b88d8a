package dev.sheaf.cli.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.cli.Features;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A whole hub, asked whether it is well, under names that are not its own, and for what it tells of its sources. */
class HubHealthTest {

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private HubStore store;
    private Hub hub;

    @BeforeEach
    void start() throws Exception {
        store = HubStores.open(folder.resolve("data"), new HubIdentity("Hub", "admin@example.org", "hub.example.org"),
                clock);
        hub = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null),
                HubOptions.of(100).withHostNames(List.of("hub.example.org")), Features.ALL, clock);
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        hub.close();
        store.close();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String asked(String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(hub.baseUrl()).getPort())) {
            socket.getOutputStream().write(("GET /oai?verb=Identify HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost:8080", "[::1]:80", "192.168.1.7", "hub", "HUB.example.org",
            "hub.example.org.",
            "laptop.local"})
    void hub_answersUnderItsNamesAndAddresses(String host) throws Exception {
        assertThat(asked(host)).startsWith("HTTP/1.1 200").contains("<Identify>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rebound.example.com", "127.0.0.1.evil.example.com", "evil.example.com:8080",
            "hub.example.org.evil.com"})
    void hub_refusesRequestsUnderOtherNames(String host) throws Exception {
        assertThat(asked(host)).startsWith("HTTP/1.1 421").contains("host-names").doesNotContain("<Identify>");
    }

    @Test
    void unwritableIndex_isUnhealthy() throws Exception {
        assertThat(get("/health").statusCode()).isEqualTo(200);
        Path index = Hub.indexOf(folder.resolve("data"));
        Files.move(index, folder.resolve("gone"));
        Files.writeString(index, "a file where the index should be");
        store.put(Source.imported("a", "Local"));
        store.save(new Batch("a", 1, MetadataFormat.OAI_DC, SampleRecords.many(3)));
        hub.wake();

        HttpResponse<String> health = get("/health");
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (health.statusCode() == 200 && System.nanoTime() < end) {
            LockSupport.parkNanos(50_000_000);
            hub.wake();
            health = get("/health");
        }
        assertThat(health.statusCode()).isEqualTo(503);
        assertThat(health.body()).contains("index: the search index cannot be written").doesNotContain(folder.toString());
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void keyInABaseUrl_isNotPublished() throws Exception {
        store.put(Source.harvested("a", "https://repository.example.org/oai?page=oai&apikey=s3cr3t-k3y"));
        store.save(new Batch("a", 1, MetadataFormat.OAI_DC, SampleRecords.many(3)));

        for (String path : List.of("/oai?verb=ListRecords&metadataPrefix=oai_dc", "/oai/a?verb=Identify", "/repositories",
                "/stats", "/stats/a",
                "/browse/a?verb=Identify", "/oai/a?verb=ListRecords&metadataPrefix=oai_dc", "/", "/robots.txt")) {
            assertThat(get(path).body()).as(path).doesNotContain("s3cr3t");
        }
        assertThat(get("/oai/a?verb=ListRecords&metadataPrefix=oai_dc").body())
                .contains("https://repository.example.org/oai?page=oai<");
    }
}
