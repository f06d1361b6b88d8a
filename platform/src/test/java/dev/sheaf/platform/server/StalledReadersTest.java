package dev.sheaf.platform.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many clients that stop reading and then go on, as behind an uplink that stalls. A handler that waits in a write once kept the
 * very thread that the end of this write needed, so that the hub never answered again.
 */
class StalledReadersTest {

    /** More than requests are answered at a time. */
    private static final int CLIENTS = HubServer.CONCURRENT_REQUESTS + 20;
    private static final int REQUESTS = 2;
    /** More than the buffers of both ends of a connection hold. */
    private static final int CHUNKS = 12;
    private static final long POLL_NANOS = 10_000_000;
    private static final byte[] CHUNK = new byte[64 * 1024];

    @Test
    void readersThatStallAndGoOn_areAllAnswered() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        List<Socket> sockets = new ArrayList<>();
        // Nothing but the readers decides when a connection ends.
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, null, Duration.ofMinutes(5), Duration.ofSeconds(10));
        try (HubServer server = HubServer.listen(settings);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.start(List.of(config -> config.routes.get("/large", context -> {
                begun.incrementAndGet();
                context.header("Content-Length", Integer.toString(CHUNKS * CHUNK.length));
                var body = context.res().getOutputStream();
                for (int i = 0; i < CHUNKS; i++) {
                    body.write(CHUNK);
                }
            })));
            for (int i = 0; i < CLIENTS; i++) {
                sockets.add(stalled(server.port(), i));
            }
            awaitAtLeast(begun, HubServer.CONCURRENT_REQUESTS - 12);

            List<Future<Long>> received = sockets.stream().map(socket -> threads.submit(() -> bytesUntilEnd(socket)))
                    .toList();

            for (Future<Long> bytes : received) {
                assertThat(bytes.get(120, TimeUnit.SECONDS)).isGreaterThanOrEqualTo((long) REQUESTS * CHUNKS * CHUNK.length);
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** A connection that has sent its requests, the last of which ends it, and reads nothing. */
    private static Socket stalled(int port, int number) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4 * 1024);
        // Of several clients: one alone does not get all places.
        socket.bind(new InetSocketAddress("127.0.0." + (10 + number % 32), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        String request = "GET /large HTTP/1.1\r\nHost: a\r\n";
        socket.getOutputStream().write(((request + "\r\n").repeat(REQUESTS - 1) + request + "Connection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static long bytesUntilEnd(Socket socket) {
        byte[] buffer = new byte[64 * 1024];
        long bytes = 0;
        try {
            socket.setReceiveBufferSize(256 * 1024);
            InputStream in = socket.getInputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                bytes += n;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("after " + bytes + " bytes", e);
        }
        return bytes;
    }

    private static void awaitAtLeast(AtomicInteger number, int wanted) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (number.get() < wanted && System.nanoTime() < end) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        assertThat(number.get()).isGreaterThanOrEqualTo(wanted);
    }
}
