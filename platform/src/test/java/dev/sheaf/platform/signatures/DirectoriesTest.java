package dev.sheaf.platform.signatures;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.harvester.signatures.VerificationKey;
import dev.sheaf.harvester.signatures.WebBotAuth;
import dev.sheaf.platform.server.outgoing.OwnHosts;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Key directories of strangers, over real HTTP. */
class DirectoriesTest {

    private static final String CLIENT = "192.0.2.1";

    private final SettableClock clock = SettableClock.at("2026-11-27T12:00:00Z");
    private final SigningKey key = SigningKey.generate();
    private final AtomicInteger requests = new AtomicInteger();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;
    private String origin;
    private DirectoryClient client;
    private KnownDirectories directories;
    private volatile Answer answer = exchange -> send(exchange, 200, WebBotAuth.DIRECTORY_TYPE, KeySet.write(key.open()));

    @FunctionalInterface
    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                requests.incrementAndGet();
                answer.to(exchange);
            }
        });
        server.start();
        origin = "http://127.0.0.1:" + server.getAddress().getPort();
        client = client(Reach.ANYWHERE);
        directories = new KnownDirectories(client::fetch, executor, clock);
    }

    private DirectoryClient client(Reach reach) {
        return new DirectoryClient(new HttpFetcher(clock), FetchRules.DEFAULT, reach,
                new OwnHosts("https://hub.example.org", List.of()), (_, _) -> {});
    }

    @AfterEach
    void stop() {
        client.close();
        executor.close();
        server.stop(0);
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private void directory(String json) {
        answer = exchange -> send(exchange, 200, WebBotAuth.DIRECTORY_TYPE, json.getBytes(StandardCharsets.UTF_8));
    }

    private VerificationKey ask() throws UnusableSignatureException {
        return directories.key(CLIENT, origin, key.id());
    }

    private void assertNone(String reason) {
        assertThatThrownBy(this::ask).isInstanceOf(UnusableSignatureException.class).hasMessageContaining(reason);
    }

    private String jwk(String more) {
        return "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"" + key.open().x() + "\"" + more + "}]}";
    }

    @Test
    void directory_isFetchedOnce_andAgainWhenItIsOld() throws UnusableSignatureException {
        assertThat(ask()).isEqualTo(key.open());
        assertThat(ask()).isEqualTo(key.open());
        assertThat(requests).hasValue(1);
        clock.advance(Duration.ofMinutes(61));
        ask();
        assertThat(requests).hasValue(2);
    }

    @Test
    void forgedOrigins_displaceNoKnownDirectory() throws UnusableSignatureException {
        assertThat(ask()).isEqualTo(key.open());
        for (int i = 0; i < 1_000; i++) {
            String forged = "http://127.0.0.1:1/" + i;
            assertThatThrownBy(() -> directories.key(CLIENT, forged, key.id())).isInstanceOf(UnusableSignatureException.class);
        }
        assertThat(ask()).isEqualTo(key.open());
        assertThat(requests).hasValue(1);
    }

    @Test
    void ageOfTheDirectory_isBounded() throws UnusableSignatureException {
        assertThat(DirectoryClient.age("public, max-age=7200")).isEqualTo(Duration.ofHours(2));
        assertThat(DirectoryClient.age("max-age=0")).isEqualTo(Duration.ofMinutes(1));
        assertThat(DirectoryClient.age("max-age=999999999")).isEqualTo(Duration.ofDays(1));
        assertThat(DirectoryClient.age("max-age=x, no-store")).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void unknownKey_letsTheDirectoryBeFetchedAgain_atMostOnceAMinute() throws UnusableSignatureException {
        directory("{\"keys\":[]}");
        assertNone("not in its key directory");
        answer = exchange -> send(exchange, 200, WebBotAuth.DIRECTORY_TYPE, KeySet.write(key.open()));
        assertNone("not in its key directory");
        assertThat(requests).hasValue(1);
        clock.advance(KnownDirectories.INTERVAL);
        assertThat(ask()).isEqualTo(key.open());
        assertThat(requests).hasValue(2);
    }

    @Test
    void failingDirectory_keepsKnownKeys_forADay_andARemovedKeyCountsNoMore() throws UnusableSignatureException {
        ask();
        answer = exchange -> send(exchange, 500, "text/plain", new byte[0]);
        clock.advance(Duration.ofHours(2));
        assertThat(ask()).as("an outage removes no key").isEqualTo(key.open());
        clock.advance(Duration.ofHours(23));
        assertNone("HTTP status 500");
        directory("{\"keys\":[]}");
        clock.advance(Duration.ofHours(1));
        assertNone("not in its key directory");
    }

    @Test
    void keysOfOneOrigin_doNotCountForAnother() throws UnusableSignatureException {
        ask();
        directory("{\"keys\":[]}");
        assertThatThrownBy(() -> directories.key(CLIENT, origin.replace("127.0.0.1", "localhost"), key.id()))
                .hasMessageContaining("not in its key directory");
    }

    @Test
    void privateAddress_isNotAsked() throws Exception {
        try (DirectoryClient strict = client(Reach.PUBLIC)) {
            for (String host : List.of(origin, "https://localhost", "https://10.0.0.1", "https://[::1]",
                    "https://169.254.169.254")) {
                assertThatThrownBy(() -> strict.fetch(host)).isInstanceOf(UnusableSignatureException.class)
                        .hasMessage("its key directory cannot be fetched");
            }
        }
        assertThatThrownBy(() -> client.fetch("https://hub.example.org")).hasMessageContaining("is this hub");
        assertThat(requests).hasValue(0);
    }

    @Test
    void redirect_isNotFollowed() {
        answer = exchange -> {
            if (exchange.getRequestURI().getPath().equals(WebBotAuth.DIRECTORY_PATH)) {
                exchange.getResponseHeaders().set("Location", origin + "/elsewhere");
                send(exchange, 302, "text/plain", new byte[0]);
            } else {
                send(exchange, 200, WebBotAuth.DIRECTORY_TYPE, KeySet.write(key.open()));
            }
        };
        assertNone("cannot be fetched");
        assertThat(requests).hasValue(1);
    }

    @Test
    void hugeDirectory_isNotRead() {
        directory(jwk(",\"more\":\"" + "x".repeat(KeySet.LARGEST) + "\""));
        assertNone("cannot be fetched");
    }

    @Test
    void otherTypeOrContent_isNoDirectory() {
        answer = exchange -> send(exchange, 200, "application/json", KeySet.write(key.open()));
        assertNone("not of the type");
        for (String content : List.of("no JSON", "[]", "{}", "{\"keys\":7}",
                "{\"keys\":[" + "{},".repeat(20) + "{}]}", "{\"keys\":" + "[".repeat(5_000))) {
            directory(content);
            clock.advance(KnownDirectories.INTERVAL);
            assertNone("key directory");
        }
    }

    @Test
    void keysThatMayNotBeUsed_areLeftOut() throws UnusableSignatureException {
        long now = clock.instant().getEpochSecond();
        for (String more : List.of(",\"kid\":\"another\"", ",\"use\":\"enc\"", ",\"nbf\":" + (now + 3_600), ",\"exp\":" + now)) {
            directory(jwk(more));
            assertNone("not in its key directory");
            clock.advance(KnownDirectories.INTERVAL);
        }
        directory("{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs\"}]}");
        assertThat(client.fetch(origin).keys().keys()).as("the key whose private half RFC 9421 prints").isEmpty();
        directory(jwk(",\"exp\":" + (now + 7_200) + ",\"kid\":\"" + key.id() + "\",\"use\":\"sig\",\"nbf\":1"));
        assertThat(ask()).isEqualTo(key.open());
        assertThat(client.fetch(origin).keys().key(key.id(), Instant.ofEpochSecond(now + 7_200))).isEmpty();
    }

    @Test
    void requestsForTheSameDirectory_shareOneFetch() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        answer = exchange -> {
            asked.countDown();
            try {
                go.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            send(exchange, 200, WebBotAuth.DIRECTORY_TYPE, KeySet.write(key.open()));
        };
        List<Future<VerificationKey>> answers = IntStream.range(0, 3).mapToObj(_ -> executor.submit(this::ask)).toList();
        asked.await();
        go.countDown();
        for (Future<VerificationKey> one : answers) {
            assertThat(one.get()).isEqualTo(key.open());
        }
        assertThat(requests).hasValue(1);
    }

    @Test
    void honestSigner_isKnownWhileAGreedyClientNamesSilentOrigins() throws Exception {
        List<ServerSocket> silent = new ArrayList<>();
        List<Future<VerificationKey>> greedy = new ArrayList<>();
        try {
            for (int network = 0; network < 8; network++) {
                // Connections are taken by the system, and nothing is answered.
                ServerSocket socket = new ServerSocket(0, 50, InetAddress.ofLiteral("127.9." + network + ".1"));
                silent.add(socket);
                String forged = "http://127.9." + network + ".1:" + socket.getLocalPort();
                greedy.add(executor.submit(() -> directories.key(CLIENT, forged, key.id())));
                greedy.add(executor.submit(() -> directories.key(CLIENT, forged, key.id())));
            }
            // All that were refused have an answer; the others wait.
            long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (greedy.stream().filter(Future::isDone).count() < greedy.size() - 8 && System.nanoTime() < end) {
                Thread.onSpinWait();
            }

            assertThat(directories.key("198.51.100.7", origin, key.id())).isEqualTo(key.open());
            assertThat(greedy.stream().filter(one -> !one.isDone()).count()).as("requests of the greedy client that wait")
                    .isBetween(1L, 4L);
        } finally {
            for (ServerSocket socket : silent) {
                socket.close();
            }
            client.close();
        }
    }
}
