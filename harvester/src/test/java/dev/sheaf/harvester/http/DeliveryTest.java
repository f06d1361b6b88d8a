package dev.sheaf.harvester.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Documents that are sent to receivers on a host where somebody else is asked, too. */
class DeliveryTest {

    private static final Posted DOCUMENT = new Posted(Map.of("Content-Type", "text/xml"), new byte[]{'<', 'a', '/', '>'});

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpFetcher fetcher = new HttpFetcher();
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestURI().getPath().equals("/never")) {
                arrived.countDown();
                try {
                    answered.await();
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        answered.countDown();
        server.stop(0);
        threads.close();
        fetcher.close();
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void receiverThatNeverAnswers_doesNotDelayOthersOnItsHost() throws Exception {
        Future<Fetched> pending = threads
                .submit(() -> fetcher.deliver(address("/never"), DOCUMENT, FetchRules.DEFAULT, Pause.REAL));
        arrived.await();

        assertThat(fetcher.deliver(address("/other"), DOCUMENT, FetchRules.DEFAULT, Pause.REAL).status()).isEqualTo(200);
        assertThat(fetcher.fetch(address("/oai?verb=Identify"), FetchRules.DEFAULT, Pause.REAL).status()).isEqualTo(200);

        assertThat(pending.isDone()).isFalse();
        answered.countDown();
        assertThat(pending.get().status()).isEqualTo(200);
    }
}
