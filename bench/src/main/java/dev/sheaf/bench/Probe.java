package dev.sheaf.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Asks a hub again and again, each time on a new connection: {@code /health} from an address that floods, a search from another one. */
final class Probe implements AutoCloseable {

    private static final long PAUSE_NANOS = 100_000_000L;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final double NANOS = 1e9;

    private final InetAddress server;
    private final int port;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    /**
     * Longest waits, in seconds.
     *
     * @param failed requests without an answer of success
     */
    record Waits(double health, double search, int failed) {}

    private record One(double longest, int failed) {}

    Probe(InetAddress server, int port) {
        this.server = server;
        this.port = port;
    }

    /** Asks for some time. */
    Waits measure(int seconds) throws Exception {
        long end = System.nanoTime() + (long) (seconds * NANOS);
        Callable<One> health = () -> ask("127.0.0.2", "/health", end);
        Future<One> first = threads.submit(health);
        One search = ask("127.0.9.9", "/?q=history", end);
        One healthy = first.get();
        return new Waits(healthy.longest(), search.longest(), healthy.failed() + search.failed());
    }

    private One ask(String from, String path, long end) {
        double longest = 0;
        int failed = 0;
        while (System.nanoTime() < end) {
            long begin = System.nanoTime();
            if (!isAnswered(from, path)) {
                failed++;
            }
            longest = Math.max(longest, (System.nanoTime() - begin) / NANOS);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return new One(longest, failed);
    }

    private boolean isAnswered(String from, String path) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            socket.connect(new InetSocketAddress(server, port), PATIENCE_MILLIS);
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(answer);
            return answer.toString(StandardCharsets.UTF_8).startsWith("HTTP/1.1 200");
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
