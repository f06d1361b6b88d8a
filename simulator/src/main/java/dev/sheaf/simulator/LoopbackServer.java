package dev.sheaf.simulator;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

import com.sun.net.httpserver.Headers;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 server written by hand, on the loopback interface, so that it can produce faults byte by byte that real servers and libraries
 * prevent.
 *
 * <p>It supports only GET, POST with a form, and persistent connections. Each connection has a virtual thread.
 */
public final class LoopbackServer implements AutoCloseable {

    private static final int LONGEST_LINE = 1 << 16;
    private static final int MOST_HEADERS = 200;
    private static final int LARGEST_FORM = 1 << 20;
    private static final long REST_NANOS = 200_000;

    /** Handler of requests. */
    @FunctionalInterface
    public interface Answers {

        /** Returns the reply to send. Many threads call it. */
        Reply answer(Asked asked);
    }

    /**
     * A request as received.
     *
     * @param method GET or POST
     * @param path of the URL, undecoded
     * @param query undecoded; for POST the body; empty if there is none
     * @param headers as sent
     * @param link the connection on which it arrived
     */
    public record Asked(String method, String path, String query, Headers headers, Link link) {}

    /**
     * A connection. Safe for many threads.
     *
     * @param socket the accepted one
     * @param isSecure true if it is encrypted
     */
    public record Link(Socket socket, boolean isSecure) {

        /** Returns false as soon as this server has closed it, or has noticed that the client did. */
        public boolean isOpen() {
            return !socket.isClosed();
        }
    }

    private final ServerSocket listening;
    private final Encryption encryption;
    private final @Nullable SSLContext context;
    private final Answers answers;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);

    private LoopbackServer(int port, Encryption encryption, Answers answers) {
        this.encryption = encryption;
        this.context = encryption.context();
        this.answers = answers;
        try {
            listening = new ServerSocket();
            listening.setReuseAddress(true);
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    port == 0 ? "no free port on the loopback interface" : "port " + port + " is not free", failure);
        }
        threads.execute(this::accept);
    }

    /**
     * Starts a server.
     *
     * @param port 0 for any free port
     * @throws UncheckedIOException if the port is taken
     */
    public static LoopbackServer start(int port, Answers answers) {
        return start(port, Encryption.NONE, answers);
    }

    /**
     * Starts a server with encrypted connections.
     *
     * @param port 0 for any free port
     * @throws UncheckedIOException if the port is taken
     */
    public static LoopbackServer start(int port, Encryption encryption, Answers answers) {
        return new LoopbackServer(port, encryption, answers);
    }

    /** Returns scheme, host and port, without a slash at the end. */
    public String address() {
        // Certificates are issued for names, not for addresses.
        String host = encryption == Encryption.NONE ? listening.getInetAddress().getHostAddress() : "localhost";
        return encryption.scheme() + "://" + host + ":" + port();
    }

    /** Returns the port. */
    public int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket connection = listening.accept();
                connections.add(connection);
                threads.execute(() -> serve(connection));
            } catch (IOException _) {
                // The server is closed, or the client left before the handshake.
            }
        }
    }

    private void serve(Socket plain) {
        try (plain) {
            plain.setTcpNoDelay(true);
            byte[] begun = encryption.isPlainToo() ? plain.getInputStream().readNBytes(1) : new byte[0];
            Socket connection = encryption.secured(plain, begun, context);
            Link link = new Link(plain, connection instanceof SSLSocket);
            InputStream in = new BufferedInputStream(link.isSecure()
                    ? connection.getInputStream()
                    : new SequenceInputStream(new ByteArrayInputStream(begun), connection.getInputStream()));
            OutputStream out = new BufferedOutputStream(connection.getOutputStream(), 1 << 15);
            boolean open = true;
            while (open) {
                Asked asked = read(in, link);
                open = asked != null && send(connection, out, answers.answer(asked))
                        && !"close".equalsIgnoreCase(asked.headers().getFirst("Connection"));
            }
        } catch (IOException _) {
            // The client has gone, or this server is being closed.
        } finally {
            connections.remove(plain);
        }
    }

    private static @Nullable Asked read(InputStream in, Link link) throws IOException {
        String first = line(in);
        if (first == null) {
            return null;
        }
        String[] parts = first.split(" ", 3);
        Headers headers = new Headers();
        String line = line(in);
        for (int count = 0; line != null && !line.isEmpty() && count < MOST_HEADERS; count++) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.add(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
            }
            line = line(in);
        }
        if (parts.length < 2) {
            throw new IOException("not a request line: " + first);
        }
        int question = parts[1].indexOf('?');
        String path = question < 0 ? parts[1] : parts[1].substring(0, question);
        String query = question < 0 ? "" : parts[1].substring(question + 1);
        String form = form(in, headers);
        return new Asked(parts[0], path, parts[0].equals("POST") && !form.isEmpty() ? form : query, headers, link);
    }

    private static String form(InputStream in, Headers headers) throws IOException {
        String length = headers.getFirst("Content-Length");
        if (length == null) {
            return "";
        }
        try {
            return new String(in.readNBytes(Math.min(Integer.parseInt(length), LARGEST_FORM)), StandardCharsets.ISO_8859_1);
        } catch (NumberFormatException failure) {
            throw new IOException("not a length: " + length, failure);
        }
    }

    private static @Nullable String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.size() > LONGEST_LINE) {
                return null;
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    /** Sends a reply. Returns true if the connection may serve another request. */
    private boolean send(Socket connection, OutputStream out, Reply reply) throws IOException {
        Delivery delivery = reply.delivery();
        byte[] body = reply.body();
        out.write(head(reply, body.length).getBytes(StandardCharsets.ISO_8859_1));
        int length = delivery.sent() < 0 ? body.length : Math.min(delivery.sent(), body.length);
        switch (delivery.framing()) {
            case LENGTH, UNTIL_CLOSE -> write(out, body, length, delivery.portion());
            case CHUNKED, BROKEN_CHUNKS -> chunks(out, body, length, delivery);
        }
        out.flush();
        return switch (delivery.end()) {
            case OPEN -> delivery.framing() == Delivery.Framing.LENGTH || delivery.framing() == Delivery.Framing.CHUNKED;
            case CLOSED -> false;
            case RESET -> {
                // Closing without lingering sends a reset.
                connection.setSoLinger(true, 0);
                yield false;
            }
            case STALLED -> {
                await();
                yield false;
            }
        };
    }

    private static String head(Reply reply, int length) {
        Delivery delivery = reply.delivery();
        StringBuilder head = new StringBuilder(delivery.before());
        head.append(delivery.version()).append(' ').append(reply.status()).append(" Status\r\n");
        Map<String, String> headers = reply.headers();
        if (headers.keySet().stream().noneMatch("Date"::equalsIgnoreCase)) {
            // The Date header, by the server's own clock as in every server.
            headers = reply.withHeader("Date", DateTimeFormatter.RFC_1123_DATE_TIME
                    .format(Instant.now().atOffset(ZoneOffset.UTC))).headers();
        }
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        switch (delivery.framing()) {
            case LENGTH -> {
                if (reply.status() != 204 && reply.status() != 304) {
                    head.append("Content-Length: ").append(delivery.statedLength() < 0 ? length : delivery.statedLength())
                            .append("\r\n");
                }
            }
            case CHUNKED, BROKEN_CHUNKS -> head.append("Transfer-Encoding: chunked\r\n");
            case UNTIL_CLOSE -> head.append("Connection: close\r\n");
        }
        return head.append("\r\n").toString();
    }

    private static void write(OutputStream out, byte[] body, int length, int portion) throws IOException {
        if (portion <= 0) {
            out.write(body, 0, length);
            return;
        }
        for (int at = 0; at < length; at += portion) {
            out.write(body, at, Math.min(portion, length - at));
            out.flush();
            LockSupport.parkNanos(REST_NANOS);
        }
    }

    private static void chunks(OutputStream out, byte[] body, int length, Delivery delivery) throws IOException {
        int size = delivery.portion() > 0 ? delivery.portion() : 1000;
        for (int at = 0; at < length; at += size) {
            int count = Math.min(size, length - at);
            String stated = delivery.framing() == Delivery.Framing.BROKEN_CHUNKS && at > 0
                    ? "what follows"
                    : Integer.toHexString(count);
            out.write((stated + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            out.write(body, at, count);
            out.write("\r\n".getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }
        if (delivery.sent() < 0) {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private void await() {
        try {
            closing.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops answering; connections that are open break. */
    @Override
    public void close() {
        closing.countDown();
        try {
            listening.close();
            for (Socket connection : connections) {
                connection.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("closing a socket failed", failure);
        }
        threads.shutdownNow();
    }
}
