package dev.sheaf.platform.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.store.BackgroundWork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HubServerTest {

    @Test
    void saysWhichPortIsInUseAndWhatToDo() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> HubServer.listen(ServerSettings.of("127.0.0.1", taken.getLocalPort(), null)))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageContaining("Port " + taken.getLocalPort()).hasMessageContaining("in use")
                    .hasMessageContaining("--port");
        }
    }

    @Test
    void hostOfAnotherMachine_isReported() {
        assertThatThrownBy(() -> HubServer.listen(ServerSettings.of("192.0.2.1", 0, null)))
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("192.0.2.1").hasMessageContaining("--host");
        assertThatThrownBy(() -> HubServer.listen(ServerSettings.of("no.such.host.invalid", 0, null)))
                .isInstanceOf(ServerStartException.class).hasMessageContaining("no.such.host.invalid")
                .hasMessageContaining("--host");
    }

    @Test
    void knowsItsAddressBeforeItAnswers() throws Exception {
        try (HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null))) {
            assertThat(server.port()).isPositive();
            assertThat(server.baseUrl()).isEqualTo("http://127.0.0.1:" + server.port());
        }
    }

    @ParameterizedTest
    @CsvSource({"0.0.0.0, http://localhost:", "localhost, http://localhost:", "::1, http://[::1]:"})
    void listeningAddress_isStatedAsAUsableAddress(String host, String start) throws Exception {
        try (HubServer server = HubServer.listen(ServerSettings.of(host, 0, null))) {
            assertThat(server.baseUrl()).isEqualTo(start + server.port());
        } catch (ServerStartException e) {
            Assumptions.abort("this machine has no " + host + ": " + e.getMessage());
        }
    }

    /** Commands that do not listen, such as an export or a push, name the hub as it names itself. */
    @ParameterizedTest
    @CsvSource({"0.0.0.0, 8080, , http://localhost:8080", "::1, 8080, , http://[::1]:8080", "127.0.0.1, 80, , http://127.0.0.1",
            "0.0.0.0, 8080, https://example.org/hub//, https://example.org/hub"})
    void address_isKnownBeforeTheServerListens(String host, int port, @Nullable String baseUrl, String url) {
        assertThat(ServerSettings.of(host, port, baseUrl).url()).isEqualTo(url);
    }

    @Test
    void configuredBaseUrl_isUsed() throws Exception {
        try (HubFixture hub = new HubFixture(ServerSettings.of("127.0.0.1", 0, "https://example.org/hub//"))) {
            assertThat(hub.server.baseUrl()).isEqualTo("https://example.org/hub");
            assertThat(HubFixture.text(hub.get("/oai?verb=Identify"))).contains("<baseURL>https://example.org/hub/oai</baseURL>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.org", "ftp://example.org", "http://", "http://example.org/?a=b", "http://exa mple.org",
            "/hub",
            "http://example.org/#x"})
    void invalidBaseUrls_areRefused(String baseUrl) {
        assertThatThrownBy(() -> ServerSettings.of("127.0.0.1", 0, baseUrl)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(baseUrl).hasMessageContaining("https://");
    }

    @Test
    void refusesPortsThatDoNotExist() {
        assertThatThrownBy(() -> ServerSettings.of("127.0.0.1", 65_536, null)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65536");
    }

    @Test
    void letsConnectionsWaitUntilItHasStarted() throws Exception {
        try (HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var client = HttpClient.newHttpClient()) {
            CountDownLatch asked = new CountDownLatch(1);
            Future<String> answer = threads.submit(() -> {
                asked.countDown();
                return client.send(HttpRequest.newBuilder(URI.create(server.baseUrl() + "/hello")).build(),
                        HttpResponse.BodyHandlers.ofString()).body();
            });
            asked.await();
            server.start(List.of(config -> config.routes.get("/hello", context -> context.result("hello"))));

            assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("hello");
        }
    }

    @Test
    void runsHandlersOnVirtualThreads() throws Exception {
        try (HubFixture hub = new HubFixture(config -> config.routes.get("/thread",
                context -> context.result(Boolean.toString(Thread.currentThread().isVirtual()))))) {
            assertThat(HubFixture.text(hub.get("/thread"))).isEqualTo("true");
        }
    }

    /** The libraries for WebSocket are left out. With them Javalin answered a handshake by itself, past the hub's own answers. */
    @Test
    void answersAHandshakeForWebSocketLikeAnyOtherRequest() throws Exception {
        String handshake = String.join("\r\n", " HTTP/1.1", "Host: localhost", "Connection: close, Upgrade", "Upgrade: websocket",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "");
        try (HubFixture hub = new HubFixture()) {
            assertThat(hub.raw("GET /oai?verb=Identify" + handshake)).startsWith("HTTP/1.1 200").contains("<Identify>");
            assertThat(hub.raw("GET /nothing" + handshake)).startsWith("HTTP/1.1 404")
                    .contains("There is nothing at this address.");
        }
    }

    @Test
    void stoppingServer_waitsForRequestsUnderWay() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        HubFixture hub = new HubFixture(config -> config.routes.get("/slow", context -> {
            begun.countDown();
            mayEnd.await();
            context.result("done");
        }));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<byte[]>> answer = threads.submit(() -> hub.get("/slow"));
            begun.await();
            Future<?> stopped = threads.submit(hub.server::close);
            // New connections are refused before the request under way has ended.
            assertThat(refusesSoon(hub.server.port())).isTrue();
            mayEnd.countDown();

            assertThat(HubFixture.text(answer.get(20, TimeUnit.SECONDS))).isEqualTo("done");
            stopped.get(20, TimeUnit.SECONDS);
        } finally {
            mayEnd.countDown();
            hub.close();
        }
    }

    @Test
    void requestThatOutlivesTheStop_isBrokenOff_andNobodyGetsAnException() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        ServerSettings impatient = new ServerSettings("127.0.0.1", 0, null, Duration.ofSeconds(5), Duration.ofMillis(100));
        HubFixture hub = new HubFixture(impatient, config -> config.routes.get("/slow", _ -> {
            begun.countDown();
            while (mayEnd.getCount() > 0) {
                try {
                    mayEnd.await();
                } catch (InterruptedException _) {
                    // A request that does not end when it is told to.
                }
            }
        }));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<byte[]>> answer = threads.submit(() -> hub.get("/slow"));
            begun.await();

            hub.server.close();

            assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS)).hasRootCauseInstanceOf(IOException.class);
            mayEnd.countDown();
        } finally {
            mayEnd.countDown();
            hub.close();
        }
    }

    @Test
    void backgroundWorkThatFails_isToldOverHttp_untilARoundSucceeds() throws Exception {
        BackgroundWork work = new BackgroundWork();
        try (HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
                HttpClient client = HttpClient.newHttpClient()) {
            server.start(List.of(new HealthEndpoint(Map.of("background work", work::failure))));
            HttpRequest health = HttpRequest.newBuilder(URI.create(server.baseUrl() + "/health")).build();
            assertThat(client.send(health, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);

            work.attempt("harvests", () -> {
                throw new StackOverflowError("a strange record");
            });

            HttpResponse<String> failing = client.send(health, HttpResponse.BodyHandlers.ofString());
            assertThat(failing.statusCode()).isEqualTo(503);
            assertThat(failing.body()).contains("background work: the last round of harvests failed and is tried again")
                    .doesNotContain("strange record");
            work.attempt("harvests", () -> {});
            assertThat(client.send(health, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
    }

    private static boolean refusesSoon(int port) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (System.nanoTime() < end) {
            try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                Thread.onSpinWait();
            } catch (ConnectException e) {
                return true;
            } catch (IOException e) {
                // Accepted and closed at once: not yet.
            }
        }
        return false;
    }

    @Test
    void stopsAtOnceWhenNothingIsUnderWayAndFreesThePort() throws Exception {
        HubFixture hub = new HubFixture();
        hub.get("/oai?verb=Identify");
        int port = hub.server.port();
        long begun = System.nanoTime();

        hub.server.close();

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).as("an idle connection does not hold it up")
                .isLessThan(Duration.ofSeconds(3));
        hub.server.close();
        try (HubServer again = HubServer.listen(ServerSettings.of("127.0.0.1", port, null))) {
            assertThat(again.port()).isEqualTo(port);
        }
        hub.close();
    }

    @Test
    void breaksOffABodyThatCannotBeFinished() throws Exception {
        byte[] random = new byte[1 << 20];
        new Random(1).nextBytes(random);
        try (HubFixture hub = new HubFixture(
                config -> config.routes.get("/cut", context -> CodedBody.write(context, "text/plain", out -> {
                    out.write(random);
                    throw new IllegalStateException("the rest is gone");
                })), config -> config.routes.get("/early", context -> CodedBody.write(context, "text/plain", out -> {
                    out.write(new byte[100]);
                    throw new IllegalStateException("nothing is there");
                })))) {
            for (String coding : List.of("identity", "gzip")) {
                String request = "GET /cut HTTP/1.1\r\nHost: a\r\nAccept-Encoding: " + coding + "\r\n\r\n";
                assertThat(hub.raw(request)).startsWith("HTTP/1.1 200").hasSizeGreaterThan(1 << 19).as("no last chunk")
                        .doesNotEndWith("0\r\n\r\n");
            }
            HttpResponse<byte[]> early = hub.send(hub.request("/early").header("Accept-Encoding", "gzip"));
            assertThat(early.statusCode()).isEqualTo(500);
            assertThat(HubFixture.text(early)).startsWith("The hub failed");
            assertThat(early.headers().firstValue("Content-Encoding")).isEmpty();
        }
    }

    @Test
    void health_namesTheFailure() throws Exception {
        try (HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
                var client = HttpClient.newHttpClient()) {
            server.start(List.of(new HealthEndpoint(Map.of("store", () -> Optional.of("the disk is full")))));
            HttpResponse<String> ready = client.send(
                    HttpRequest.newBuilder(URI.create(server.baseUrl() + "/health")).build(),
                    HttpResponse.BodyHandlers.ofString());
            HttpResponse<String> alive = client.send(
                    HttpRequest.newBuilder(URI.create(server.baseUrl() + "/health/live")).build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("store: the disk is full");
            assertThat(alive.statusCode()).isEqualTo(200);
        }
    }
}
