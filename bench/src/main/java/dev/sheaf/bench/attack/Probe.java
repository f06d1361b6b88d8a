package dev.sheaf.bench.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Client that sends requests to a hub again and again, each on a new connection: for {@code /health} from an address that floods, and for a
 * search from another one. Used by one thread.
 */
public final class Probe implements AutoCloseable {

    private static final long PAUSE_NANOS = 100_000_000L;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final double NANOS = 1e9;

    private final InetAddress server;
    private final int port;
    private final String search;
    private final long pause;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    /**
     * Longest waits, in seconds.
     *
     * @param health wait for {@code /health}
     * @param search wait for a search
     * @param failures path and first line of each unsuccessful answer, or the reason why there was none
     */
    public record Waits(double health, double search, List<String> failures) {}

    private record One(double longest, List<String> failures) {}

    Probe(InetAddress server, int port) {
        this(server, port, "/?q=history", PAUSE_NANOS);
    }

    /**
     * Creates a client of a hub.
     *
     * @param search path and query of the search
     * @param pause nanoseconds between two requests of a kind
     */
    public Probe(InetAddress server, int port, String search, long pause) {
        this.server = server;
        this.port = port;
        this.search = search;
        this.pause = pause;
    }

    /**
     * Sends requests one after another for a number of seconds, and measures how long each waits.
     *
     * @throws Exception when the thread is interrupted
     */
    public Waits measure(int seconds) throws Exception {
        long end = System.nanoTime() + (long) (seconds * NANOS);
        Callable<One> health = () -> ask("127.0.0.2", "/health", end);
        Future<One> first = threads.submit(health);
        One searched = ask("127.0.9.9", search, end);
        One healthy = first.get();
        return new Waits(healthy.longest(), searched.longest(),
                Stream.concat(healthy.failures().stream(), searched.failures().stream()).toList());
    }

    private One ask(String from, String path, long end) {
        double longest = 0;
        List<String> failures = new ArrayList<>();
        while (System.nanoTime() < end) {
            long begin = System.nanoTime();
            String answer = answer(from, path);
            if (!answer.startsWith("HTTP/1.1 200")) {
                failures.add(path + ": " + answer);
            }
            longest = Math.max(longest, (System.nanoTime() - begin) / NANOS);
            LockSupport.parkNanos(pause);
        }
        return new One(longest, failures);
    }

    /** Returns the first line of the answer, or the reason why there is none. */
    private String answer(String from, String path) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            socket.connect(new InetSocketAddress(server, port), PATIENCE_MILLIS);
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(answer);
            return answer.toString(StandardCharsets.UTF_8).lines().findFirst().orElse("closed without an answer");
        } catch (IOException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
