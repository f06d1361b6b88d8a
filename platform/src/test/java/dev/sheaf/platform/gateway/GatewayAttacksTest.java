package dev.sheaf.platform.gateway;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import com.sun.net.httpserver.HttpExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Limit;
import dev.sheaf.harvester.names.PinnedNames;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.provider.flow.RequestLimit;
import dev.sheaf.store.gateways.Mediation;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Attacks on the gateway, and with it on others. */
class GatewayAttacksTest {

    private static final Map<Setting, String> PUBLIC = Map.of(GatewayFeature.INITIATORS, "any");

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final StaticWebServer web = new StaticWebServer();
    private final String url = web.url("/r.xml");

    @AfterEach
    void stop() {
        web.close();
    }

    private GatewayHub guarded() throws Exception {
        return new GatewayHub(folder, PUBLIC, GatewayHub.LIMITS, 100, clock);
    }

    private String port() {
        return web.host().replaceFirst(".*:", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:PORT/r.xml", "http://localhost:PORT/r.xml", "http://10.0.0.1/r.xml",
            "http://192.168.1.1/r.xml", "http://169.254.169.254/latest/meta-data", "http://[::1]:PORT/r.xml",
            "http://0.0.0.0:PORT/r.xml", "http://2130706433:PORT/r.xml", "http://[::ffff:127.0.0.1]:PORT/r.xml",
            "http://0x7f.1:PORT/r.xml", "https://127.0.0.1:PORT/r.xml", "http://127.0.0.1:22/r.xml", "file:///etc/passwd"})
    void addressInAPrivateNetwork_isNotAsked(String address) throws Exception {
        try (GatewayHub hub = guarded()) {
            HttpResponse<String> refused = hub.initiate(address.replace("PORT", port()));
            assertThat(refused.statusCode()).as(refused.body()).isIn(400, 403, 502, 504);
            assertThat(web.requests()).isEmpty();
            assertThat(hub.store.mediations().count()).isZero();
        }
    }

    @Test
    void nameThatMovesToAPrivateAddress_isNotAsked_andTheAddressIsNotTold() throws Exception {
        AtomicInteger next = new AtomicInteger();
        String[] answers = {"192.0.2.1", "127.0.0.1"};
        try (GatewayHub hub = guarded();
                PinnedNames.Pin _ = PinnedNames.answering("moving.example",
                        () -> List.of(InetAddress.ofLiteral(answers[Math.min(1, next.getAndIncrement())])));
                PinnedNames.Pin _ = PinnedNames.answering("inside.example", () -> List.of(InetAddress.ofLiteral("10.1.2.3")))) {
            hub.initiate("http://moving.example:" + port() + "/r.xml");
            hub.initiate("http://moving.example:" + port() + "/r.xml");
            HttpResponse<String> inside = hub.initiate("http://inside.example/r.xml");
            assertThat(inside.statusCode()).isEqualTo(504);
            assertThat(inside.body()).doesNotContain("10.1.2.3");
            assertThat(web.requests()).isEmpty();
        }
    }

    @Test
    void mediatedNameThatMovesToAPrivateAddress_isNotAsked() throws Exception {
        try (GatewayHub hub = guarded();
                PinnedNames.Pin _ = PinnedNames.answering("moved.example",
                        () -> List.of(InetAddress.ofLiteral("127.0.0.1")))) {
            String moved = "http://moved.example:" + port() + "/r.xml";
            web.put("/r.xml", StaticFiles.file(hub.baseUrl(moved), "a", 1), "\"1\"", "");
            hub.store.mediations().begin(Mediation.begun(StaticAddress.ofUrl(moved).text(), moved,
                    "192.0.2.1", clock.instant()), 10);
            assertThat(hub.ask(moved, "verb=Identify").statusCode()).isEqualTo(504);
            assertThat(web.requests()).isEmpty();
        }
    }

    @Test
    void addressOfTheHubItself_isRefused() throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            for (String path : List.of("/static/x/y.xml", "/oai", "/records/a", "/admin")) {
                assertThat(hub.initiate(hub.baseUrl() + path).statusCode()).as(path).isEqualTo(403);
            }
            assertThat(hub.store.mediations().count()).isZero();
        }
    }

    @Test
    void redirectToTheGateway_isALoop_andEndsAtOnce() throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            web.put("/r.xml", StaticFiles.file(hub.baseUrl(url), "a", 1), "\"1\"", "");
            assertThat(hub.initiate(url).statusCode()).isEqualTo(200);
            web.answer("/r.xml", exchange -> {
                exchange.getResponseHeaders().set("Location", hub.baseUrl(url) + "?verb=Identify");
                return StaticWebServer.send(exchange, 302, new byte[0]);
            });
            web.forgetRequests();
            HttpResponse<String> looped = hub.ask(url, "verb=Identify");
            assertThat(looped.statusCode()).isEqualTo(504);
            assertThat(looped.body()).contains("508");
            assertThat(web.requests()).as("no request caused by the answer to another one").hasSize(1);
            assertThat(web.requests().getFirst().header("Via")).contains("sheaf-static-gateway");
        }
    }

    @Test
    void redirectToAnotherPageOfTheHub_isRefused() throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            web.answer("/r.xml", exchange -> {
                exchange.getResponseHeaders().set("Location", hub.baseUrl() + "/oai?verb=Identify");
                return StaticWebServer.send(exchange, 302, new byte[0]);
            });
            HttpResponse<String> refused = hub.initiate(url);
            assertThat(refused.statusCode()).isEqualTo(502);
            assertThat(refused.body()).contains("leads to this gateway itself");
        }
    }

    @Test
    void gatewaysThatMediateEachOther_areRefused() throws Exception {
        try (GatewayHub one = GatewayHub.open(folder.resolve("one"), clock);
                GatewayHub two = GatewayHub.open(folder.resolve("two"), clock)) {
            HttpResponse<String> refused = one.initiate(two.baseUrl() + "/static/" + web.host() + "/r.xml");
            assertThat(refused.statusCode()).isEqualTo(504);
            assertThat(refused.body()).contains("508");
            assertThat(web.requests()).isEmpty();
        }
    }

    @Test
    void endlessRedirects_areRefused() throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            web.answer("/r.xml", exchange -> {
                exchange.getResponseHeaders().set("Location", url);
                return StaticWebServer.send(exchange, 302, new byte[0]);
            });
            assertThat(hub.initiate(url).statusCode()).isEqualTo(504);
            assertThat(web.requests()).hasSizeLessThan(10);
        }
    }

    @Test
    void endlessFile_andAPackedBomb_areCutOff_andLeaveNothingOnTheDisk() throws Exception {
        GatewayLimits patient = new GatewayLimits(Duration.ofMinutes(2), Duration.ofMinutes(5),
                GatewayHub.LIMITS.ofHarvester(), GatewayHub.LIMITS.ofInitiator(), 16, Duration.ofDays(30));
        try (GatewayHub hub = new GatewayHub(folder, GatewayHub.HERE, patient, 100, clock)) {
            web.answer("/r.xml", exchange -> endless(exchange.getResponseBody(), exchange, false));
            HttpResponse<String> endless = hub.initiate(url);
            assertThat(endless.statusCode()).isEqualTo(502);
            assertThat(endless.body()).contains("larger than");
            web.answer("/r.xml", exchange -> {
                exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                return endless(exchange.getResponseBody(), exchange, true);
            });
            assertThat(hub.initiate(url).body()).contains("larger than");
            try (Stream<Path> files = Files.list(folder.resolve("static"))) {
                assertThat(files).isEmpty();
            }
        }
    }

    private static int endless(OutputStream body, HttpExchange exchange, boolean isPacked)
            throws IOException {
        exchange.sendResponseHeaders(200, 0);
        byte[] blanks = " ".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = isPacked ? new GZIPOutputStream(body) : body) {
            for (long sent = 0; sent < 4 * Limit.STATIC_BYTES.number(); sent += blanks.length) {
                out.write(blanks);
            }
        } catch (IOException _) {
            // The gateway has closed the connection.
        }
        return 200;
    }

    @Test
    void fileThatBreaksOff_isRefused() throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            byte[] whole = StaticFiles.file(hub.baseUrl(url), "a", 50).getBytes(StandardCharsets.UTF_8);
            web.answer("/r.xml", exchange -> {
                exchange.sendResponseHeaders(200, whole.length);
                exchange.getResponseBody().write(whole, 0, whole.length / 2);
                return 200;
            });
            assertThat(hub.initiate(url).statusCode()).isEqualTo(504);
            assertThat(hub.store.mediations().count()).isZero();
        }
    }

    @Test
    void serverThatStalls_holdsNoMoreThanItsPlaces() throws Exception {
        CountDownLatch arrived = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        web.answer("/slow.xml", exchange -> {
            arrived.countDown();
            try {
                end.await();
            } catch (InterruptedException failure) {
                throw new IOException(failure);
            }
            return StaticWebServer.send(exchange, 404, new byte[0]);
        });
        web.answer("/slower.xml", exchange -> {
            arrived.countDown();
            try {
                end.await();
            } catch (InterruptedException failure) {
                throw new IOException(failure);
            }
            return StaticWebServer.send(exchange, 404, new byte[0]);
        });
        try (GatewayHub hub = GatewayHub.open(folder, clock); ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<HttpResponse<String>>> waiting = Stream.of("/slow.xml", "/slower.xml")
                    .map(path -> threads.submit(() -> hub.initiate(web.url(path)))).toList();
            arrived.await();
            HttpResponse<String> third = hub.initiate(web.url("/third.xml"));
            assertThat(third.statusCode()).isEqualTo(503);
            assertThat(third.headers().firstValue("Retry-After")).isPresent();
            assertThat(web.requests()).isEmpty();
            end.countDown();
            for (Future<HttpResponse<String>> one : waiting) {
                assertThat(one.get().statusCode()).isEqualTo(504);
            }
        }
    }

    @Test
    void clientThatInitiatesTooOften_isAskedToWait() throws Exception {
        GatewayLimits few = new GatewayLimits(Duration.ofSeconds(2), Duration.ofSeconds(5),
                new RequestLimit(6, 3, 100, Duration.ofMinutes(1)), new RequestLimit(6, 3, 100, Duration.ofMinutes(1)), 16,
                Duration.ofDays(30));
        try (GatewayHub hub = new GatewayHub(folder, GatewayHub.HERE, few, 100, clock)) {
            web.put("/r.xml", StaticFiles.file(hub.baseUrl(url), "a", 1), "\"1\"", "");
            assertThat(hub.initiate(url).statusCode()).isEqualTo(200);
            assertThat(hub.terminate(url).statusCode()).isEqualTo(409);
            assertThat(hub.initiate(url).statusCode()).isEqualTo(200);
            HttpResponse<String> fourth = hub.initiate(url);
            assertThat(fourth.statusCode()).isEqualTo(429);
            assertThat(fourth.headers().firstValue("Retry-After")).isPresent();
            for (int i = 0; i < 3; i++) {
                assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(200);
            }
            web.forgetRequests();
            HttpResponse<String> harvester = hub.ask(url, "verb=Identify");
            assertThat(harvester.statusCode()).isEqualTo(503);
            assertThat(harvester.headers().firstValue("Retry-After")).isPresent();
            assertThat(web.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneDomainOrClient_doesNotTakeAllPlaces(boolean isOfOneDomain) throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            web.put("/r.xml", StaticFiles.file(hub.baseUrl(url), "a", 1), "\"1\"", "");
            int quarter = Limit.STATIC_REPOSITORIES.count() / 4;
            for (int i = 0; i < quarter; i++) {
                String address = (isOfOneDomain ? "127.0.0.1:1" : "host" + i + ".test") + "/" + i + ".xml";
                hub.store.mediations().begin(
                        Mediation.begun(address, "http://" + address, isOfOneDomain ? "192.0.2." + i : "127.0.0.1",
                                clock.instant()),
                        quarter);
            }
            HttpResponse<String> refused = hub.initiate(url);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body())
                    .contains("answers for 250 static repositories of this domain, or initiated by you, already");
            hub.store.mediations().end((isOfOneDomain ? "127.0.0.1:1" : "host0.test") + "/0.xml", clock.instant(), "a test");
            assertThat(hub.initiate(url).statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/static/h.org", "/static/h.org/", "/static/h.org/../r.xml", "/static/h.org/%2e%2e/r.xml",
            "/static/h.org//r.xml", "/static/h.org/a%2Fb", "/static/h.org/a%5Cb", "/static/h.org/a%00b", "/static/user@h.org/a",
            "/static/h.org%3A22/a", "/static/h.org:99999/a", "/static/..%2f..%2fetc/passwd", "/static/%2e%2e/admin",
            "/static/h.org/a;b=c/../../x", "/static/http://h.org/a"})
    void trickInAPath_isNotFound(String path) throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            HttpResponse<String> response = hub.get(path + "?verb=Identify");
            assertThat(response.statusCode()).as(path).isIn(400, 404, 502);
            assertThat(response.body()).doesNotContain("<OAI-PMH", "root:");
            assertThat(web.requests()).isEmpty();
        }
    }

    @Test
    void headerOfAServer_cannotAddHeadersToTheNextRequest() {
        assertThat(StaticVersion.Validators.of(Optional.of("\"a\"\r\nX: y"), Optional.of("yesterday")).conditions())
                .isEmpty();
        assertThat(StaticVersion.Validators.of(Optional.of("\"" + "a".repeat(10_000) + "\""), Optional.empty())
                .conditions()).isEmpty();
        assertThat(StaticVersion.Validators.of(Optional.of("W/\"a\""), Optional.empty()).conditions())
                .containsExactly(Map.entry("If-None-Match", "W/\"a\""));
    }

    @Test
    void scriptInTheMetadata_isSandboxed() throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            String format = "<oai:metadataFormat><oai:metadataPrefix>html</oai:metadataPrefix><oai:schema>http://x.org/x.xsd"
                    + "</oai:schema><oai:metadataNamespace>http://www.w3.org/1999/xhtml</oai:metadataNamespace></oai:metadataFormat>";
            web.put("/r.xml", StaticFiles.file(hub.baseUrl(url), "a", 1).replace("</ListMetadataFormats>",
                    format + "</ListMetadataFormats>").replace("</Repository>",
                            "<ListRecords metadataPrefix='html'><oai:record>"
                                    + "<oai:header><oai:identifier>oai:a:1</oai:identifier><oai:datestamp>2002-01-01</oai:datestamp>"
                                    + "</oai:header><oai:metadata><h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:script>alert(1)"
                                    + "</h:script></h:html></oai:metadata></oai:record></ListRecords></Repository>"),
                    "\"1\"", "");
            HttpResponse<String> initiated = hub.initiate(url);
            assertThat(initiated.statusCode()).as(initiated.body()).isEqualTo(200);
            HttpResponse<String> answer = hub.ask(url, "verb=ListRecords&metadataPrefix=html");
            assertThat(answer.body()).contains("<h:script>");
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse("")).contains("sandbox");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        }
    }
}
