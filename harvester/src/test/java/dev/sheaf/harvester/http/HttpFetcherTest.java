package dev.sheaf.harvester.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.Delivery;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HttpFetcherTest {

    private static final String LONG = "<p>" + "all work and no play ".repeat(10_000) + "</p>";

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final RecordingPause pause = new RecordingPause();

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    private Fetched fetch(FetchRules rules) throws HarvestException {
        return fetcher.fetch(URI.create(provider.baseUrl("/x?a=b")), rules, pause);
    }

    private Fetched fetch() throws HarvestException {
        return fetch(FetchRules.DEFAULT);
    }

    private void answersWith(String body) {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", body));
    }

    private static String text(Fetched fetched) {
        return new String(fetched.body(), UTF_8);
    }

    private static void assertFails(ThrowingCallable call, Kind kind, String... words) {
        assertThatThrownBy(call).isInstanceOfSatisfying(HarvestException.class, failure -> {
            assertThat(failure.kind()).isEqualTo(kind);
            assertThat(failure.getMessage()).contains(words);
        });
    }

    @Test
    void userAgentAndFrom_areSent() throws IOException {
        answersWith("<p/>");
        fetch(FetchRules.DEFAULT.withIdentity(null, "librarian@example.org"));
        ReceivedRequest request = provider.requests().getFirst();
        assertThat(request.header("User-Agent")).startsWith("Sheaf/").endsWith("(+https://sheaf.dev/)");
        assertThat(request.header("From")).isEqualTo("librarian@example.org");
        assertThat(request.header("Accept-Encoding")).isEqualTo("gzip;q=1.0, identity;q=0.5");
        assertThat(request.header("Upgrade")).isEmpty();
    }

    @Test
    void identityThatWouldBreakTheHeader_isRefused() {
        assertThatThrownBy(() -> FetchRules.DEFAULT.withIdentity("x\r\nEvil: 1", null)).hasMessageContaining("User-Agent");
    }

    @Test
    void gzip_isUnpacked_andWireBytesAreCounted() throws IOException {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.gzip(true));
        Fetched fetched = fetch();
        assertThat(text(fetched)).isEqualTo(LONG);
        assertThat(fetched.wireBytes()).isBetween(1L, LONG.length() / 50L);
    }

    @Test
    void unlabelledGzip_isUnpacked() throws IOException {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.gzip(false));
        assertThat(text(fetch())).isEqualTo(LONG);
    }

    @Test
    void gzipInGzip_isUnpacked() throws IOException {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.gzip(false)).when(ReceivedRequest.any(), Behaviour.gzip(true));
        assertThat(text(fetch())).isEqualTo(LONG);
    }

    @Test
    void deflate_isUnpacked() throws IOException {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.deflate());
        assertThat(text(fetch())).isEqualTo(LONG);
    }

    @Test
    void plainTextLabelledAsGzip_isRead() throws IOException {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.header("Content-Encoding", "gzip"));
        assertThat(text(fetch())).isEqualTo(LONG);
    }

    @Test
    void brokenCoding_isReplacedByOneRequestForThePlainBody() throws IOException {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.brokenGzip());
        assertThat(text(fetch())).isEqualTo(LONG);
        assertThat(provider.requests()).extracting(request -> request.header("Accept-Encoding"))
                .containsExactly("gzip;q=1.0, identity;q=0.5", "identity");
    }

    @Test
    void refusedCoding_isNamedWithWeightZero_andAPackedResponseIsReadAnyway() throws IOException {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.gzip(true));
        CompressionPolicy compression = new CompressionPolicy();
        compression.refuse("gzip");
        Fetched fetched = fetcher.fetch(URI.create(provider.baseUrl("/x")), FetchRules.DEFAULT, pause, compression);
        assertThat(text(fetched)).isEqualTo(LONG);
        assertThat(provider.requests()).extracting(request -> request.header("Accept-Encoding"))
                .containsExactly("gzip;q=0, identity");
    }

    @Test
    void unknownCoding_fails() {
        answersWith("\u0001\u0002\u0003");
        provider.when(ReceivedRequest.any(), Behaviour.header("Content-Encoding", "br"));
        assertFails(this::fetch, Kind.CONTENT_CODING, "'br'");
        assertThat(provider.requests()).hasSize(2);
    }

    @Test
    void unpackedBytesAboveTheLimit_areNotRead() {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.gzip(true));
        assertFails(() -> fetch(FetchRules.DEFAULT.withSizes(1 << 20, 100_000)), Kind.TOO_LARGE, "100000 bytes");
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void wireBytesAboveTheLimit_areNotRead() {
        answersWith(LONG);
        assertFails(() -> fetch(FetchRules.DEFAULT.withSizes(100_000, 1 << 20)), Kind.TOO_LARGE, "100000 bytes");
    }

    @Test
    void bodyOfExactlyTheLimit_isRead() throws IOException {
        answersWith(LONG);
        assertThat(text(fetch(FetchRules.DEFAULT.withSizes(LONG.length(), LONG.length())))).isEqualTo(LONG);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirects_areFollowed(int status) throws IOException {
        answersWith("<p/>");
        provider.once(ReceivedRequest.any(), Behaviour.redirect(status, "/y?c=d"));
        Fetched fetched = fetch();
        assertThat(fetched.status()).isEqualTo(200);
        assertThat(fetched.uri()).isEqualTo(URI.create(provider.baseUrl("/y?c=d")));
    }

    @Test
    void redirectLoop_fails() {
        provider.when(ReceivedRequest.any(), Behaviour.redirect(302, "/x?a=b"));
        assertFails(this::fetch, Kind.REDIRECT, "more than 5 times");
        assertThat(provider.requests()).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "ftp://example.org/", "http:///nowhere", "ht!tp://x"})
    void redirectToAnotherSchemeThanHttp_isNotFollowed(String location) {
        provider.when(ReceivedRequest.any(), Behaviour.redirect(302, location));
        assertFails(this::fetch, Kind.REDIRECT, "redirects to");
    }

    @Test
    void retryAfter_isObeyed() throws IOException {
        answersWith("<p/>");
        provider.when(ReceivedRequest.any(), Behaviour.inTurn(Behaviour.busy(503, "17"), Behaviour.busy(429, "19")));
        assertThat(fetch().status()).isEqualTo(200);
        assertThat(pause.times).containsExactly(Duration.ofSeconds(17), Duration.ofSeconds(19));
        assertThat(pause.reasons.getLast()).contains("429", "19");
    }

    @Test
    void retryAfterAsADate_isObeyed() throws IOException {
        answersWith("<p/>");
        provider.once(ReceivedRequest.any(), Behaviour.busy(503, "Fri, 10 May 2024 09:01:30 GMT"));
        assertThat(fetch().status()).isEqualTo(200);
        assertThat(pause.times).containsExactly(Duration.ofSeconds(90));
    }

    @Test
    void retryAfterOfDays_isNotWaitedFor() throws IOException {
        provider.when(ReceivedRequest.any(), Behaviour.busy(503, "86400"));
        assertThat(fetch().status()).isEqualTo(503);
        assertThat(pause.times).isEmpty();
    }

    @Test
    void busyServerWithoutRetryAfter_isWaitedForMinutes() throws IOException {
        provider.when(ReceivedRequest.any(), Behaviour.status(503));
        assertThat(fetch().status()).isEqualTo(503);
        assertThat(pause.times).extracting(Duration::toSeconds).containsExactly(30L, 60L, 120L, 240L);
    }

    @Test
    void failingServer_isRetriedWithGrowingPauses() throws IOException {
        provider.when(ReceivedRequest.any(), Behaviour.status(500));
        assertThat(fetch().status()).isEqualTo(500);
        assertThat(pause.times).extracting(Duration::toSeconds).containsExactly(2L, 6L, 18L, 54L);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 501})
    void refusedRequest_isNotRepeated(int status) throws IOException {
        provider.when(ReceivedRequest.any(), Behaviour.status(status));
        assertThat(fetch().status()).isEqualTo(status);
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void cutConnection_isRetried() throws IOException {
        answersWith(LONG);
        provider.once(ReceivedRequest.any(), Behaviour.cutAfter(50_000));
        assertThat(text(fetch())).isEqualTo(LONG);
        assertThat(pause.reasons.getFirst()).contains("broke");
    }

    @Test
    void completeDocumentWithTooLargeContentLength_isRead() throws IOException {
        provider.when(ReceivedRequest.any(), (_, reply) -> reply.with(reply.delivery().stating(reply.body().length + 100L)
                .endingAfter(reply.body().length, Delivery.End.CLOSED)));
        assertThat(text(fetch())).endsWith("</OAI-PMH>\n");

        provider.behave();
        provider.when(ReceivedRequest.any(), (_, reply) -> reply.with(reply.delivery().framedBy(Delivery.Framing.CHUNKED)
                .endingAfter(reply.body().length, Delivery.End.CLOSED)));
        assertThat(text(fetch())).endsWith("</OAI-PMH>\n");
        assertThat(pause.reasons).isEmpty();
    }

    @Test
    void connectionThatIsAlwaysCut_fails() {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.cutAfter(50_000));
        assertFails(() -> fetch(FetchRules.DEFAULT.withAttempts(3)), Kind.CONNECTION, "broke");
        assertThat(provider.requests()).hasSize(3);
    }

    @Test
    void serverThatStallsInABody_timesOut() {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.stallAfter(50_000));
        FetchRules impatient = FetchRules.DEFAULT.withTimes(Duration.ofMillis(200), Duration.ofSeconds(30)).withAttempts(1);
        assertFails(() -> fetch(impatient), Kind.TIMEOUT, "50000 bytes");
    }

    @Test
    void serverThatTakesTooLongForABody_timesOut() {
        answersWith(LONG);
        provider.when(ReceivedRequest.any(), Behaviour.stallAfter(50_000));
        FetchRules impatient = FetchRules.DEFAULT.withTimes(Duration.ofSeconds(30), Duration.ofMillis(200)).withAttempts(1);
        assertFails(() -> fetch(impatient), Kind.TIMEOUT, "50000 bytes");
    }

    @Test
    void serverThatNeverBeginsToAnswer_timesOut() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI uri = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/");
            FetchRules impatient = FetchRules.DEFAULT.withTimes(Duration.ofMillis(200), Duration.ofSeconds(30)).withAttempts(1);
            assertFails(() -> fetcher.fetch(uri, impatient, pause), Kind.TIMEOUT, "took too long");
        }
    }

    @Test
    void unknownHost_isReportedAtOnce() {
        assertFails(() -> fetcher.fetch(URI.create("http://no-such-host.invalid/oai"), FetchRules.DEFAULT, pause),
                Kind.UNKNOWN_HOST,
                "no-such-host.invalid");
        assertThat(pause.times).isEmpty();
    }

    @Test
    void closedPort_isReportedAtOnce() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        assertFails(() -> fetcher.fetch(URI.create("http://127.0.0.1:" + free + "/oai"), FetchRules.DEFAULT, pause), Kind.CONNECT,
                "127.0.0.1:" + free);
        assertThat(pause.times).isEmpty();
    }

    @Test
    void hostThatAnsweredBefore_isRetried() throws IOException {
        answersWith("<p/>");
        fetch();
        provider.close();
        assertFails(this::fetch, Kind.CONNECT, "127.0.0.1");
        assertThat(pause.times).hasSize(4);
    }

    @Test
    void selfSignedCertificate_isRefused(@TempDir Path folder) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(selfSigned(folder.resolve("key.p12"))));
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, -1);
            }
        });
        server.start();
        try {
            URI uri = URI.create("https://localhost:" + server.getAddress().getPort() + "/oai");
            assertFails(() -> fetcher.fetch(uri, FetchRules.DEFAULT, pause), Kind.TLS, "no trustworthy connection to localhost");
            assertThat(pause.times).isEmpty();
        } finally {
            server.stop(0);
        }
    }

    private static SSLContext selfSigned(Path file) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(keytool.toString(), "-genkeypair", "-keyalg", "EC", "-alias", "test", "-dname",
                "CN=localhost", "-ext", "san=dns:localhost", "-storepass", "password", "-keystore", file.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(process.waitFor()).as(new String(process.getInputStream().readAllBytes(), UTF_8)).isZero();
        KeyStore keys = KeyStore.getInstance(file.toFile(), "password".toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "password".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
