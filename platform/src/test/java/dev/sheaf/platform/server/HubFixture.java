package dev.sheaf.platform.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.platform.acceptance.ResponseCheck;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.testkit.repository.ListedRepository;

/**
 * A hub that really listens, with one repository for everything and one named {@code maps}. Every protocol response that is fetched plain
 * must be valid.
 */
final class HubFixture implements AutoCloseable {

    static final Instant NOW = Instant.parse("2024-06-30T12:00:00Z");

    final ListedRepository everything = new ListedRepository(NOW);
    final ListedRepository maps = new ListedRepository(NOW);
    final HubServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    HubFixture(Endpoint... others) throws ServerStartException {
        this(new ServerSettings("127.0.0.1", 0, null, Duration.ofSeconds(5), Duration.ofSeconds(5)), others);
    }

    HubFixture(ServerSettings settings, Endpoint... others) throws ServerStartException {
        this(settings, FlowGates.OPEN, others);
    }

    HubFixture(ServerSettings settings, FlowGates flow, Endpoint... others) throws ServerStartException {
        for (int day = 1; day <= 9; day++) {
            everything.put("oai:hub.example:" + day, "2024-03-0%dT12:00:00Z".formatted(day), day % 2 == 0 ? "even:deep" : "odd");
        }
        everything.addSet("even", "Even days");
        everything.addSet("even:deep", "Even days & deep");
        everything.addSet("odd", "Odd days");
        everything.put("oai:hub.example:1", ListedRepository.MARC.prefix(), "2024-03-10T00:00:00Z", ListedRepository.marc());
        maps.put("map:1", "2024-05-01T00:00:00Z");
        server = HubServer.listen(settings);
        List<Endpoint> endpoints = new ArrayList<>(List.of(others));
        ProviderSettings provider = ProviderSettings.of(server.baseUrl(), TokenKey.of(TokenKey.freshSecret())).withPages(4, 4, 2);
        endpoints.add(new OaiEndpoint(
                new ServedRepositories(provider, () -> everything,
                        id -> id.equals("maps") ? Optional.of(maps) : Optional.empty()),
                SegmentCache.fittingMemory(), flow, null));
        endpoints.add(new HealthEndpoint(Map.of()));
        server.start(endpoints);
    }

    HttpRequest.Builder request(String pathAndQuery) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + pathAndQuery))
                .timeout(Duration.ofSeconds(20));
    }

    HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        boolean isXml = response.headers().firstValue("Content-Type").orElse("").startsWith("text/xml");
        if (isXml && response.body().length > 0 && response.headers().firstValue("Content-Encoding").isEmpty()) {
            ResponseCheck.check(response.body());
        }
        return response;
    }

    HttpResponse<byte[]> get(String pathAndQuery) throws IOException, InterruptedException {
        return send(request(pathAndQuery));
    }

    HttpResponse<byte[]> post(String pathAndQuery, String contentType, String body) throws IOException, InterruptedException {
        return send(request(pathAndQuery).header("Content-Type", contentType).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** Sends bytes that no HTTP client would send, and reads until the server closes. */
    String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Override
    public void close() {
        // First, for the server gives idle connections a second to end.
        client.close();
        server.close();
    }
}
