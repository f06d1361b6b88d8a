package dev.sheaf.bench.publish;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A relay in front of a web server on this machine, which counts requests, and bytes in both directions with all headers. Closing it closes its
 * connections. Safe for many threads.
 */
final class CountedConnections implements AutoCloseable {

    /** End of the first line of a request. Bodies of requests would be counted too; crawlers and harvesters send none. */
    private static final byte[] REQUEST = " HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /** Numbers of requests and bytes so far. */
    record Count(long requests, long bytes) {

        Count plus(Count other) {
            return new Count(requests + other.requests, bytes + other.bytes);
        }

        Count minus(Count other) {
            return new Count(requests - other.requests, bytes - other.bytes);
        }
    }

    private CountedConnections(ServerSocket server, int target) {
        this.server = server;
        this.target = target;
    }

    /** Opens a relay to a port of this machine. */
    static CountedConnections to(int port) throws IOException {
        CountedConnections relay = new CountedConnections(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
        Thread.ofVirtual().start(relay::accept);
        return relay;
    }

    /** Returns the address of the relay, without a slash at its end. */
    String address() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    Count count() {
        return new Count(requests.get(), bytes.get());
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(client);
                open.add(upstream);
                Thread.ofVirtual().start(() -> copy(client, upstream, true));
                Thread.ofVirtual().start(() -> copy(upstream, client, false));
            } catch (IOException _) {
                // Either the relay is closed, or one connection has failed: its client notices.
            }
        }
    }

    private void copy(Socket from, Socket to, boolean isRequest) {
        try (from; to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1 << 16];
            int matched = 0;
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                // Counted before it goes on: whoever has an answer finds it counted.
                bytes.addAndGet(count);
                for (int i = 0; isRequest && i < count; i++) {
                    matched = buffer[i] == REQUEST[matched] ? matched + 1 : buffer[i] == REQUEST[0] ? 1 : 0;
                    if (matched == REQUEST.length) {
                        requests.incrementAndGet();
                        matched = 0;
                    }
                }
                out.write(buffer, 0, count);
                out.flush();
            }
        } catch (IOException _) {
            // One side has closed the connection.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
