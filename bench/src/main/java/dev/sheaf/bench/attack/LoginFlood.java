package dev.sheaf.bench.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/** Clients that send wrong passwords to the login page, each from its own address, and again after each answer. */
final class LoginFlood implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 90_000;
    private static final String BODY = "password=wrong&next=";
    private static final byte[] REQUEST = ("POST /admin/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY)
            .getBytes(StandardCharsets.US_ASCII);

    private final int port;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, LongAdder> answers = new ConcurrentSkipListMap<>();
    private volatile boolean closed;

    LoginFlood(int port) {
        this.port = port;
    }

    /** Starts a number of clients, at most 200, that log in simultaneously. */
    void start(int atOnce) {
        for (int i = 0; i < atOnce; i++) {
            String from = "127.0.1." + (2 + i);
            threads.execute(() -> {
                while (!closed) {
                    answers.computeIfAbsent(attempt(from), _ -> new LongAdder()).increment();
                }
            });
        }
    }

    private String attempt(String from) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.getOutputStream().write(REQUEST);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.startsWith("HTTP/1.1 ") ? answer.substring(9, 12) : "none";
        } catch (IOException _) {
            return "none";
        }
    }

    /** Returns the number of answers by status. */
    String counts() {
        return new TreeMap<>(answers).toString();
    }

    @Override
    public void close() {
        closed = true;
        threads.close();
    }
}
