package dev.sheaf.platform.notify;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.extension.SignedRequest;
import dev.sheaf.core.store.Secret;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Unknown senders: a line in the log, a short answer, nothing else. */
class RefusedStrangersTest extends SyncFixture {

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger().detachAppender(log);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(SyncEndpoint.class);
    }

    private List<String> refusals() {
        List<ILoggingEvent> events;
        // The appender locks itself when it adds an event.
        synchronized (log) {
            events = List.copyOf(log.list);
        }
        // Other tests have refusals logged at the same time.
        return events.stream().map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.startsWith("refused: ") && line.contains("client=" + from.getHostAddress() + " "))
                .toList();
    }

    @Test
    void refusal_isLogged_withClientAndReason() throws Exception {
        harvested("a");
        pushing("b");

        notification().signedWith(Secret.of("guessed")).send();
        notification("verb=Notify&baseURL=" + BASE_URL + "&sequence=x").send();
        push("&source=stranger", SampleRecords.live(1)).send();
        push("&source=b", SampleRecords.live(1)).dated("yesterday").send();

        assertThat(refusals()).hasSize(4);
        assertThat(refusals().get(0)).contains("path=/sync", "client=" + from.getHostAddress(), "claims=" + BASE_URL,
                "status=403",
                "reason=\"", "signature does not match");
        assertThat(refusals().get(1)).contains("status=400", "sequence");
        assertThat(refusals().get(2)).contains("claims=stranger", "status=403", "no source of this hub");
        assertThat(refusals().get(3)).contains("claims=b", "status=403", "Date");
        assertThat(told).isEmpty();
    }

    @Test
    void logsForeignTextInOneLineWithoutSecrets() throws Exception {
        harvested("a");

        notification("verb=Notify&baseURL=https://x.example.org/%0Arefused:%20forged%22&sequence=" + next()).send();

        assertThat(refusals()).hasSize(1);
        assertThat(refusals().getFirst()).doesNotContain("\n", "known to both")
                .contains("claims=https://x.example.org/ refused: forged");
    }

    /** It promises 9 MB, sends a little, and waits; its answer does not wait for the rest. */
    @Test
    void unknownSender_isRefusedBeforeItsBodyArrives() throws Exception {
        pushing("b");
        for (String query : List.of("verb=PushMetadata&metadataPrefix=oai_dc&source=stranger&sequence=1", "verb=Notify")) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), hub().server().port())) {
                socket.setSoTimeout(20_000);
                OutputStream out = socket.getOutputStream();
                out.write(("POST /sync?" + query
                        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/xml\r\nContent-Length: 9000000\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                out.write(new byte[SyncEndpoint.MOST_REFUSED]);
                out.flush();
                InputStream in = socket.getInputStream();
                String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                assertThat(answer).as(query).contains("Connection: close").containsAnyOf("HTTP/1.1 403", "HTTP/1.1 413");
            }
        }
    }

    /** It knows the name of a source that pushes, and sends a byte every two minutes. */
    @Test
    void slowSender_isDisconnected() throws Exception {
        pushing("b");
        for (String query : List.of("verb=PushMetadata&metadataPrefix=oai_dc&source=b&sequence=1", "verb=Notify",
                "verb=PushMetadata&metadataPrefix=oai_dc&source=stranger&sequence=1")) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), hub().server().port())) {
                socket.setSoTimeout(20_000);
                OutputStream out = socket.getOutputStream();
                out.write(("POST /sync?" + query + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/xml\r\nDate: "
                        + HTTP_DATE.format(clock.instant()) + "\r\nX-Hub-Signature: sha256=" + "0".repeat(64)
                        + "\r\nContent-Length: 60000\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                for (int sent = 0; socket.getInputStream().available() == 0; sent++) {
                    assertThat(sent).as("bytes that were waited for: " + query).isLessThan(1_000);
                    clock.advance(SyncEndpoint.LONGEST.plusSeconds(1));
                    out.write('x');
                    out.flush();
                    LockSupport.parkNanos(5_000_000);
                }
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).as(query)
                        .contains("Connection: close").containsAnyOf("HTTP/1.1 408", "HTTP/1.1 403");
            }
        }
    }

    /** A push that is signed falsely, of which the body never ends. */
    private Socket unfinishedPush(String source, String client) throws Exception {
        String query = "verb=PushMetadata&metadataPrefix=oai_dc&source=" + source + "&sequence=" + next();
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(client, 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), hub().server().port()));
        socket.getOutputStream().write(("POST /sync?" + query + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nDate: "
                + HTTP_DATE.format(clock.instant()) + "\r\n" + SignedRequest.HEADER + ": sha256=" + "0".repeat(64)
                + "\r\nContent-Length: 9000000\r\n\r\n<").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void endlessPushesWithAFalseSignature_doNotBlockOthers() throws Exception {
        pushing("a");
        pushing("b");
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 24; i++) {
                slow.add(unfinishedPush("a", "127.0.1." + (i / 2 + 1)));
            }
            assertThat(push("&source=b", SampleRecords.live(1)).send().statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void oneClient_getsALimitedNumberOfPlaces() {
        SharedPlaces places = new SharedPlaces(6, 2, 3);
        assertThat(places.enter("one", "a")).isPresent();
        assertThat(places.enter("one", "b")).isPresent();
        assertThat(places.enter("one", "c")).as("a third of one client").isEmpty();
        assertThat(places.enter("two", "a")).isPresent();
        SharedPlaces.Place third = places.enter("three", "a").orElseThrow();
        assertThat(places.enter("four", "a")).as("a fourth of one source").isEmpty();
        third.close();
        assertThat(places.enter("four", "a")).isPresent();
    }
}
