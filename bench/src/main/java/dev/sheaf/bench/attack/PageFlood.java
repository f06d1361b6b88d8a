package dev.sheaf.bench.attack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import dev.sheaf.bench.Filling;

/** Clients that request the same page again and again, simultaneously, and read every response to its end. */
final class PageFlood implements AutoCloseable {

    private static final int READ_BYTES = 64 * 1024;
    private static final int PATIENCE_MILLIS = 90_000;

    /** A page to ask for. */
    record Page(String name, String path) {}

    /** Returns pages that need much processor time: a record of 1.4 MB alone and in lists, and a search. */
    static List<Page> pages() {
        String identifier = Filling.LARGE_IDENTIFIER;
        String inQuery = "verb=GetRecord&metadataPrefix=oai_dc&identifier=" + identifier;
        return List.of(new Page("record page", "/records/" + Filling.LARGE + "/oai_dc/" + identifier),
                new Page("browse record", "/browse/" + Filling.LARGE + "?" + inQuery),
                new Page("browse list", "/browse/" + Filling.LARGE + "?verb=ListRecords&metadataPrefix=oai_dc"),
                new Page("GetRecord", "/oai/" + Filling.LARGE + "?" + inQuery),
                new Page("ListRecords", "/oai/" + Filling.LARGE + "?verb=ListRecords&metadataPrefix=oai_dc"),
                new Page("search page", "/?q=ba"));
    }

    private final int port;
    private final byte[] request;
    private final int clients;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private volatile boolean closed;

    PageFlood(int port, Page page, int clients) {
        this.port = port;
        this.clients = clients;
        this.request = ("GET " + page.path()
                + " HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Starts a number of simultaneous clients. */
    void start(int atOnce) {
        for (int i = 0; i < atOnce; i++) {
            String from = "127.0.0." + (2 + i % clients);
            threads.execute(() -> {
                while (!closed) {
                    ask(from);
                }
            });
        }
    }

    private void ask(String from) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            OutputStream out = socket.getOutputStream();
            out.write(request);
            InputStream in = socket.getInputStream();
            byte[] beginning = in.readNBytes(12);
            byte[] rest = new byte[READ_BYTES];
            while (in.read(rest) >= 0 && !closed) {
                // To the end.
            }
            (switch (new String(beginning, StandardCharsets.US_ASCII)) {
                case "HTTP/1.1 200" -> answered;
                case "HTTP/1.1 503" -> refused;
                default -> failed;
            }).incrementAndGet();
        } catch (IOException _) {
            if (!closed) {
                failed.incrementAndGet();
            }
        }
    }

    /** Returns the counts of the answers as text. */
    String counts() {
        return answered + " answered, " + refused + " refused, " + failed + " failed";
    }

    @Override
    public void close() {
        closed = true;
        threads.close();
    }
}
