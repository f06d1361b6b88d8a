package dev.sheaf.platform.proxy;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import javax.xml.parsers.SAXParserFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

import dev.sheaf.core.store.Source;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A response of 100 MB, which a source makes while it is read, passes through the proxy.
 *
 * <p>The bytes that the proxy holds are counted, not guessed from a heap: the source falls silent whenever it is a certain number of bytes
 * ahead of the harvester. A proxy that had to hold more before it passed anything on would never end.
 */
class BoundedMemoryTest {

    private static final int RECORDS = 800;
    private static final int TEXT = 128 * 1024;
    /** The part that is repaired whole and one portion more, with what sockets and their readers hold on both sides. */
    private static final long MOST_AHEAD = Portions.Limits.DEFAULT.whole() + 2L * Portions.Limits.DEFAULT.portion() + (6 << 20);

    /** How far the source is ahead of the harvester. */
    private static final class Distance {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong received = new AtomicLong();
        private volatile boolean stuck;

        void received(long bytes) {
            lock.lock();
            try {
                received.addAndGet(bytes);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        void sending(long bytes) throws InterruptedException, IOException {
            lock.lock();
            try {
                sent.addAndGet(bytes);
                long left = TimeUnit.SECONDS.toNanos(30);
                while (sent.get() - received.get() > MOST_AHEAD) {
                    left = changed.awaitNanos(left);
                    if (left <= 0) {
                        stuck = true;
                        throw new IOException("the proxy holds more than " + MOST_AHEAD + " bytes and passes on none");
                    }
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** A source whose list is made while it is sent. */
    private static final class LongList implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        private final Distance distance;

        LongList(Distance distance) throws IOException {
            this.distance = distance;
            Thread.ofVirtual().start(() -> {
                while (!server.isClosed()) {
                    try (Socket socket = server.accept()) {
                        answer(socket);
                    } catch (IOException | InterruptedException _) {
                        // The test is over, or has failed and says so.
                    }
                }
            });
        }

        String baseUrl() {
            return "http://127.0.0.1:" + server.getLocalPort() + "/oai";
        }

        private void answer(Socket socket) throws IOException, InterruptedException {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                // Nothing but the list is ever asked for.
            }
            OutputStream out = socket.getOutputStream();
            send(out, "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nConnection: close\r\n\r\n");
            send(out, """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-05-10T09:00:00Z</responseDate>
                    <request verb="ListRecords" metadataPrefix="oai_dc">http://example.org/oai</request><ListRecords>
                    """);
            // One reference in each: the JDK's parser takes 100,000 bytes of a response for them and no more.
            String text = "birds & bees " + "birds and bees ".repeat(TEXT / 15);
            for (int number = 0; number < RECORDS; number++) {
                send(out,
                        "<record><header><identifier>oai:example.org:" + number + "</identifier><datestamp>2024-01-01</datestamp>"
                                + "</header><metadata><oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\""
                                + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:description>" + text
                                + "</dc:description></oai_dc:dc></metadata></record>\n");
            }
            send(out, "</ListRecords></OAI-PMH>");
        }

        private void send(OutputStream out, String text) throws IOException, InterruptedException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            distance.sending(bytes.length);
            out.write(bytes);
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    @Test
    void responseOf100MB_isForwardedInBoundedMemory(@TempDir Path data) throws Exception {
        Distance distance = new Distance();
        AtomicInteger records = new AtomicInteger();
        try (ProxyFixture hub = new ProxyFixture(data);
                LongList source = new LongList(distance);
                HttpClient client = HttpClient.newHttpClient()) {
            hub.store.put(Source.harvested("long", source.baseUrl()));
            HttpResponse<InputStream> response = client.send(
                    HttpRequest
                            .newBuilder(URI.create(hub.server.baseUrl() + "/proxy/long?verb=ListRecords&metadataPrefix=oai_dc"))
                            .timeout(Duration.ofSeconds(60)).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            try (InputStream body = counted(response.body(), distance)) {
                SAXParserFactory.newInstance().newSAXParser().parse(body, new DefaultHandler() {
                    @Override
                    public void startElement(String uri, String local, String name, Attributes attributes) {
                        if (name.equals("record")) {
                            records.incrementAndGet();
                        }
                    }
                });
            }
        }
        assertThat(distance.stuck).isFalse();
        assertThat(records.get()).isEqualTo(RECORDS);
        assertThat(distance.sent.get()).isGreaterThan(100L << 20);
    }

    /** Tells what the harvester has read. */
    private static InputStream counted(InputStream in, Distance distance) {
        return new FilterInputStream(in) {
            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                int count = super.read(buffer, offset, length);
                if (count > 0) {
                    distance.received(count);
                }
                return count;
            }
        };
    }
}
