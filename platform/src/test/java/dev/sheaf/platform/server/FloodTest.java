package dev.sheaf.platform.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.platform.server.load.LoadLimits;

import static org.assertj.core.api.Assertions.assertThat;

/** Clients that send or read too slowly, and too many of them, over real sockets. */
class FloodTest {

    private static final int FLOOD = HubServer.CONCURRENT_REQUESTS + 100;
    private static final int PATIENCE_MILLIS = 30_000;
    private static final byte[] LARGE = new byte[1 << 20];

    private final AtomicInteger begun = new AtomicInteger();
    private final List<Socket> sockets = new ArrayList<>();
    private HubServer server;

    @BeforeEach
    void listen() throws ServerStartException {
        server = HubServer.listen(new ServerSettings("127.0.0.1", 0, null, Duration.ofMinutes(5), Duration.ofSeconds(10)));
    }

    private void start(LoadLimits limits) throws ServerStartException {
        Endpoint endpoint = config -> {
            config.routes.get("/search", context -> PlainText.answer(context, 200, "found"));
            config.routes.get("/large", context -> {
                begun.incrementAndGet();
                context.header("Content-Length", Integer.toString(LARGE.length));
                context.res().getOutputStream().write(LARGE);
            });
            config.routes.post("/form", context -> {
                begun.incrementAndGet();
                PlainText.answer(context, 200, "read " + context.bodyAsBytes().length);
            });
        };
        server.limitedBy(limits).start(List.of(endpoint, new HealthEndpoint(Map.of())));
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    /** @param from last number of the client's address */
    private Socket connect(int from, String text) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4 * 1024);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.bind(new InetSocketAddress("127.0.0." + from, 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String request(String method, String path, String headers) {
        return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    }

    /** The first line of what the server answers until it closes the connection; empty when it only closes it. */
    private static String answer(Socket socket) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        for (int next = in.read(); next >= 0 && next != '\r'; next = in.read()) {
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.US_ASCII);
    }

    private Duration asked(int from, String path) throws IOException {
        long begin = System.nanoTime();
        assertThat(answer(connect(from, request("GET", path, "Connection: close\r\n")))).contains("200");
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n",
            "Content-Type: text/xml\r\nContent-Length: 10000000\r\n", "Transfer-Encoding: chunked\r\n"})
    void slowBodies_delayNoOtherClient(String headers) throws Exception {
        start(LoadLimits.DEFAULT);
        for (int i = 0; i < FLOOD; i++) {
            connect(10 + i % 2, request("POST", "/form", headers) + (headers.contains("chunked") ? "1\r\na" : "a"));
        }
        assertThat(asked(10, "/health")).isLessThan(Duration.ofSeconds(10));
        assertThat(asked(99, "/search")).isLessThan(Duration.ofSeconds(10));
        assertThat(begun.get()).as("uploads in progress").isLessThanOrEqualTo(LoadLimits.DEFAULT.uploads());
    }

    @Test
    void stalledReaders_doNotDelayOthers() throws Exception {
        start(LoadLimits.DEFAULT);
        for (int i = 0; i < FLOOD; i++) {
            connect(10, request("GET", "/large", ""));
        }
        assertThat(asked(10, "/health")).isLessThan(Duration.ofSeconds(10));
        assertThat(asked(99, "/search")).isLessThan(Duration.ofSeconds(10));
        assertThat(begun.get()).as("requests of one client in progress")
                .isLessThanOrEqualTo(LoadLimits.DEFAULT.requestsOfClient());
    }

    @Test
    void idleConnections_makeRoomForNewOnes() throws Exception {
        start(LoadLimits.DEFAULT);
        Socket oldest = connect(10, request("GET", "/health", ""));
        assertThat(answer(oldest)).contains("200");
        for (int i = 0; i < LoadLimits.DEFAULT.connectionsOfClient() + 50; i++) {
            connect(10, i % 2 == 0 ? "" : "GET /sea");
        }
        assertThat(asked(10, "/health")).isLessThan(Duration.ofSeconds(10));
        assertThat(asked(10, "/search")).isLessThan(Duration.ofSeconds(10));
        // The rest of the first answer, then the end.
        assertThat(oldest.getInputStream().readAllBytes()).as("the oldest connection is closed").isNotEmpty();
    }

    @Test
    void slowBody_closesItsConnection() throws Exception {
        start(LoadLimits.DEFAULT.withTimes(Duration.ofMillis(200), Duration.ofMillis(200)));

        assertThat(answer(connect(10, request("POST", "/form", "Content-Length: 1000\r\n") + "a"))).isEmpty();
        assertThat(answer(connect(10, request("POST", "/form", "Content-Length: 10000000\r\n") + "a"))).doesNotContain("200");
    }

    @Test
    void slowHeaders_closeTheirConnection() throws Exception {
        start(LoadLimits.DEFAULT.withTimes(Duration.ofMillis(200), Duration.ofMillis(200)));

        assertThat(answer(connect(10, "GET /search HTTP/1.1\r\nHost: loc"))).isEmpty();
        Socket second = connect(10, request("GET", "/search", ""));
        assertThat(answer(second)).contains("200");
    }

    @Test
    void aBodyThatComesInTimeIsRead() throws Exception {
        start(LoadLimits.DEFAULT);
        for (int length : new int[]{1, 60_000, 70_000, 200_000}) {
            String body = "b".repeat(length);
            for (String head : List.of("Content-Length: " + length + "\r\n", "Transfer-Encoding: chunked\r\n")) {
                String sent = head.startsWith("T") ? Integer.toHexString(length) + "\r\n" + body + "\r\n0\r\n\r\n" : body;
                Socket socket = connect(10, request("POST", "/form", head + "Connection: close\r\n") + sent);
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)).as(head + length)
                        .startsWith("HTTP/1.1 200").endsWith("read " + length + "\n");
            }
        }
    }

    @Test
    void severalRequestsOfOneConnectionAreAnswered() throws Exception {
        start(LoadLimits.DEFAULT);
        String form = request("POST", "/form", "Content-Length: 3\r\n") + "a=b";
        Socket socket = connect(10, form + request("GET", "/search", "") + form + request("GET", "/health", "")
                + request("GET", "/search", "Connection: close\r\n"));

        assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)).containsSubsequence("read 3",
                "found",
                "read 3", "ready", "found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xyz\r\n", "-1\r\n", "5\r\nabcdefgh\r\n"})
    void malformedChunks_areAnsweredAsAClientError(String chunk) throws Exception {
        start(LoadLimits.DEFAULT);

        assertThat(answer(connect(10, request("POST", "/form", "Transfer-Encoding: chunked\r\n") + chunk))).contains("400");
        // Behind as much as is read before the endpoint is asked.
        assertThat(
                answer(connect(10, request("POST", "/form", "Transfer-Encoding: chunked\r\n") + "11170\r\n" + "b".repeat(70_000)
                        + "\r\n" + chunk)))
                .contains("400");
    }

    @Test
    void methodOverrideHeader_isIgnored() throws Exception {
        start(LoadLimits.DEFAULT);

        assertThat(answer(connect(10, request("GET", "/search", "X-HTTP-Method-Override: POST\r\n")))).contains("200");
        assertThat(answer(connect(10, request("GET", "/form", "X-HTTP-Method-Override: POST\r\n")))).contains("405");
    }
}
