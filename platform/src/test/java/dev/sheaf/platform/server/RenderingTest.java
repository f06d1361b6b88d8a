package dev.sheaf.platform.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.sheaf.platform.server.load.WorkLimits;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers that take a processor's time, over real sockets: threads for them are few, and nothing else waits for one. */
@Timeout(120)
class RenderingTest {

    private static final int THREADS = 2;
    private static final byte[] LARGE = new byte[4 << 20];

    private final CountDownLatch release = new CountDownLatch(1);
    private final Semaphore begun = new Semaphore(0);
    private final List<Socket> sockets = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private HubServer server;

    @BeforeEach
    void listen() throws ServerStartException {
        server = HubServer.listen(new ServerSettings("127.0.0.1", 0, null, Duration.ofMinutes(5), Duration.ofSeconds(10)));
    }

    private void start(WorkLimits limits) throws ServerStartException {
        Endpoint endpoint = config -> {
            config.routes.get("/held", Rendering.of(context -> {
                begun.release();
                release.await();
                PlainText.answer(context, 200, "made by " + Thread.currentThread().getName() + " "
                        + Thread.currentThread().isVirtual());
            }));
            config.routes.get("/large", Rendering.of(context -> {
                begun.release();
                CodedBody.write(context, "text/plain;charset=utf-8", out -> out.write(LARGE));
            }));
            config.routes.get("/quick", Rendering.of(context -> PlainText.answer(context, 200, "quick")));
            config.routes.get("/broken", Rendering.of(_ -> {
                throw new IllegalArgumentException("secret of the inside");
            }));
        };
        server.workingWithin(limits).start(List.of(endpoint, new HealthEndpoint(Map.of())));
    }

    @AfterEach
    void close() throws IOException {
        release.countDown();
        for (Socket socket : sockets) {
            socket.close();
        }
        client.close();
        server.close();
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).timeout(Duration.ofSeconds(60))
                .build();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path), HttpResponse.BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> ask(String path) {
        return client.sendAsync(request(path), HttpResponse.BodyHandlers.ofString());
    }

    /** A client that asks and reads nothing. */
    private void askWithoutReading(String path) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4 * 1024);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void healthIsAnswered_whileEveryThreadForPagesIsHeld() throws Exception {
        start(new WorkLimits(THREADS, 64, 64, Duration.ofMinutes(1)));
        List<CompletableFuture<HttpResponse<String>>> pages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            pages.add(ask("/held"));
        }
        begun.acquire(THREADS);

        assertThat(get("/health").statusCode()).isEqualTo(200);
        assertThat(begun.tryAcquire(100, TimeUnit.MILLISECONDS)).as("a third page at the same time").isFalse();

        release.countDown();
        for (CompletableFuture<HttpResponse<String>> page : pages) {
            assertThat(page.get(60, TimeUnit.SECONDS).body()).startsWith("made by work-").contains("false");
        }
    }

    @Test
    void requestBeyondTheQueue_isRefusedWithRetryAfter() throws Exception {
        start(new WorkLimits(1, 1, 1, Duration.ofMinutes(1)));
        CompletableFuture<HttpResponse<String>> first = ask("/held");
        begun.acquire();
        CompletableFuture<HttpResponse<String>> second = ask("/held");
        CompletableFuture<HttpResponse<String>> third = ask("/held");

        HttpResponse<?> refused = (HttpResponse<?>) CompletableFuture.anyOf(second, third).get(60, TimeUnit.SECONDS);

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("10");
        assertThat((String) refused.body()).contains("overloaded").doesNotContain("Exception");
        release.countDown();
        assertThat(List.of(first.get().statusCode(), Math.min(second.get().statusCode(), third.get().statusCode())))
                .containsOnly(200);
    }

    @Test
    void aPageWhoseTurnDoesNotComeInTime_isRefused() throws Exception {
        start(new WorkLimits(1, 8, 8, Duration.ofMillis(300)));
        CompletableFuture<HttpResponse<String>> held = ask("/held");
        begun.acquire();

        HttpResponse<String> refused = get("/quick");

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        release.countDown();
        assertThat(held.get(60, TimeUnit.SECONDS).statusCode()).as("work that has begun").isEqualTo(200);
        assertThat(get("/quick").body()).isEqualTo("quick\n");
    }

    @Test
    void clientsThatDoNotRead_holdNoThreadForPages() throws Exception {
        start(new WorkLimits(THREADS, 64, 64, Duration.ofMinutes(1)));
        for (int i = 0; i < 3 * THREADS; i++) {
            askWithoutReading("/large");
        }
        assertThat(begun.tryAcquire(3 * THREADS, 60, TimeUnit.SECONDS)).as("all pages are made").isTrue();
        assertThat(get("/quick").statusCode()).isEqualTo(200);
    }

    @Test
    void aBodyArrivesWhole_andCodedAsAsked() throws Exception {
        start(new WorkLimits(THREADS, 64, 64, Duration.ofMinutes(1)));
        HttpResponse<byte[]> plain = client.send(request("/large"), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(Arrays.equals(plain.body(), LARGE)).isTrue();
        HttpResponse<byte[]> coded = client.send(HttpRequest.newBuilder(request("/large").uri()).header("Accept-Encoding", "gzip")
                .build(), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(coded.headers().allValues("Content-Encoding")).containsExactly("gzip");
        assertThat(Arrays.equals(Decoders.decode("gzip", coded.body()), LARGE)).isTrue();
    }

    @Test
    void exceptionOfAPage_isAnsweredWithItsStatus() throws Exception {
        start(WorkLimits.DEFAULT);
        HttpResponse<String> answer = get("/broken");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("secret");
    }
}
