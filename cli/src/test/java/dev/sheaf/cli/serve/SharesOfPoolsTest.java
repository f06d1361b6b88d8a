package dev.sheaf.cli.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.cli.Features;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.explorer.ExplorerFeature;
import dev.sheaf.platform.gateway.GatewayFeature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ForwardedHeader;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.sru.SruFeature;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every pool of places for strangers whose work waits for another host, with a greedy client that names many slow hosts, and an honest one that
 * comes while those are asked. Each slow host accepts connections, reads and never answers. The pools without another host have tests of their own:
 * requests, connections and uploads ({@code FloodTest}), work ({@code WorkPoolTest}), pushes ({@code RefusedStrangersTest}), delayed answers
 * ({@code FlowGateTest}), and so have key directories ({@code DirectoriesTest}), which are asked for under https alone.
 */
@Timeout(120)
class SharesOfPoolsTest {

    private static final int GREEDY_REQUESTS = 64;
    private static final int SLOW_HOSTS = 32;
    /** As in the watch over repositories. */
    private static final int VALIDATED_AT_ONCE = 4;
    /** A network of IPv6: the client uses another address of it for each request. */
    private static final String GREEDY = "2001:db8:1:2::";
    private static final String HONEST = "198.51.100.2";
    /** The hub gives other catalogues two seconds. */
    private static final Duration ALMOST_TOO_LATE = Duration.ofMillis(1_700);

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<ServerSocket> slow = new ArrayList<>();
    private final List<Socket> held = new ArrayList<>();
    private final BlockingQueue<Integer> asked = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private HttpServer target;
    private ScriptedProvider provider;
    private HubStore store;
    private Hub hub;

    /**
     * A pool: the request that takes a place in it until a host has answered, the statuses that mean that it was served, and what the answer has
     * then.
     */
    enum Pool {
        SUBSCRIPTION("POST", "/sync", "hub.mode=subscribe&hub.topic={hub}/oai/local&hub.callback={there}/callback", "202", ""),
        EXPLORER("GET", "/explorer?verb=Identify&url={there}", "", "200", ""),
        GATEWAY("GET", "/static?initiate={there}/repository.xml", "", "200 302 400 404 502", ""),
        PROXY("GET", "/proxy/{source}?verb=Identify", "", "200", ""),
        CATALOGUE("GET", "/?q={source}", "", "200", "Live from Target");

        final String method;
        final String path;
        final String form;
        /** Statuses, with spaces between them. */
        final String served;
        final String content;

        Pool(String method, String path, String form, String served, String content) {
            this.method = method;
            this.path = path;
            this.form = form;
            this.served = served;
            this.content = content;
        }
    }

    @BeforeEach
    void start() throws Exception {
        provider = ScriptedProvider.start(clock);
        provider.put(SampleRecords.many(3));
        store = HubStores.open(folder.resolve("data"), new HubIdentity("Hub", "admin@example.org", "hub.example.org"), clock);
        store.put(Source.harvested("local", provider.baseUrl("/good")));
        store.put(Source.harvested("good", provider.baseUrl("/good")));
        for (int host = 0; host < SLOW_HOSTS; host++) {
            ServerSocket socket = new ServerSocket(0, 50, InetAddress.ofLiteral("127.9." + host + ".1"));
            slow.add(socket);
            store.put(Source.harvested("slow" + host, slowHost(host) + "/oai"));
            Thread.ofVirtual().start(() -> accept(socket));
        }
        target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        target.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        target.createContext("/", this::search);
        target.start();
        ClientAddresses behindProxy = new ClientAddresses(List.of(AddressBlock.parse("127.0.0.0/8")),
                ForwardedHeader.X_FORWARDED_FOR);
        hub = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null),
                new HubOptions(500, RepositoryOptions.OfAll.DEFAULTS, behindProxy, FetchRules.DEFAULT,
                        new HubOptions.Proxying("admin@example.org", 0))
                        .withAnnouncing(new HubOptions.Announcing(Duration.ofSeconds(5), true))
                        .withSettings(Map.of(ExplorerFeature.PRIVATE, "yes", GatewayFeature.PRIVATE, "yes",
                                GatewayFeature.INITIATORS, "any",
                                SruFeature.PRIVATE, "yes", SruFeature.TARGETS,
                                "Target=http://127.0.0.1:" + target.getAddress().getPort() + "/")),
                Features.ALL, clock);
    }

    /** Answers a search of another catalogue: those of the greedy client shortly before the hub's patience ends, others at once. */
    private void search(HttpExchange exchange) throws IOException {
        if (exchange.getRequestURI().getQuery().contains("slow")) {
            asked.add(1);
            try {
                var _ = ended.await(ALMOST_TOO_LATE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        byte[] answer = """
                <s:searchRetrieveResponse xmlns:s="http://www.loc.gov/zing/srw/" xmlns:dc="http://purl.org/dc/elements/1.1/">\
                <s:records><s:record><s:recordData><dc><dc:title>A hit</dc:title></dc></s:recordData></s:record></s:records>\
                </s:searchRetrieveResponse>""".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    private void accept(ServerSocket socket) {
        try {
            while (true) {
                Socket connection = socket.accept();
                synchronized (held) {
                    held.add(connection);
                }
                asked.add(1);
            }
        } catch (IOException _) {
            // The test has ended.
        }
    }

    @AfterEach
    void stop() throws IOException {
        ended.countDown();
        for (ServerSocket socket : slow) {
            socket.close();
        }
        synchronized (held) {
            for (Socket connection : held) {
                connection.close();
            }
        }
        hub.close();
        client.shutdownNow();
        store.close();
        provider.close();
        target.stop(0);
    }

    private String slowHost(int number) {
        return "http://127.9." + number + ".1:" + slow.get(number).getLocalPort();
    }

    private HttpRequest request(Pool pool, String from, String there, String source) {
        String path = pool.path.replace("{there}", URLEncoder.encode(there, StandardCharsets.UTF_8)).replace("{source}", source);
        String form = pool.form.replace("{there}", there).replace("{hub}", hub.baseUrl());
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).header("X-Forwarded-For", from);
        return (pool.method.equals("GET")
                ? request.GET()
                : request.header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form)))
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void honestClient_isServedWhileAGreedyOneAsksForSlowHosts(Pool pool) throws Exception {
        HttpResponse<String> alone = client.send(request(pool, HONEST, provider.baseUrl("/good"), "good"),
                HttpResponse.BodyHandlers.ofString());
        assertThat(alone.body()).contains(pool.content);
        List<CompletableFuture<HttpResponse<String>>> greedy = new ArrayList<>();
        for (int number = 0; number < GREEDY_REQUESTS; number++) {
            int host = number % SLOW_HOSTS;
            greedy.add(client.sendAsync(request(pool, GREEDY + Integer.toHexString(number + 1), slowHost(host), "slow" + host),
                    HttpResponse.BodyHandlers.ofString()));
        }
        assertThat(asked.poll(20, TimeUnit.SECONDS)).as("a slow host was asked").isNotNull();
        // The refused ones have an answer; afterwards the places are as full as they get.
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (greedy.stream().noneMatch(CompletableFuture::isDone) && System.nanoTime() < deadline) {
            assertThat(asked.poll(50, TimeUnit.MILLISECONDS)).satisfiesAnyOf(found -> assertThat(found).isNull(),
                    found -> assertThat(found).isOne());
        }

        HttpResponse<String> honest = client.sendAsync(request(pool, HONEST, provider.baseUrl("/good"), "good"),
                HttpResponse.BodyHandlers.ofString()).get(5, TimeUnit.SECONDS);

        assertThat(pool.served).as(honest.body()).contains(Integer.toString(honest.statusCode()));
        assertThat(honest.body()).contains(pool.content);
        assertThat(held.size()).as("places of the greedy client").isLessThan(GREEDY_REQUESTS / 2);
    }

    @Test
    void honestRepository_isValidatedWhileOneDomainNamesSlowHosts() throws Exception {
        for (int host = 1; host <= 2 * VALIDATED_AT_ONCE; host++) {
            ServerSocket socket = new ServerSocket(0, 50, InetAddress.ofLiteral("127.77.0." + host));
            slow.add(socket);
            store.registry().add(new Registry.Entry("http://127.77.0." + host + ":" + socket.getLocalPort() + "/oai", "",
                    clock.instant(), null), "a test");
            Thread.ofVirtual().start(() -> accept(socket));
        }
        ServerSocket honest = new ServerSocket(0, 50, InetAddress.ofLiteral("127.78.0.1"));
        slow.add(honest);
        store.registry().add(new Registry.Entry("http://127.78.0.1:" + honest.getLocalPort() + "/oai", "",
                clock.instant().plusSeconds(1), null), "a test");
        honest.setSoTimeout((int) Duration.ofSeconds(60).toMillis());
        clock.advance(Duration.ofMinutes(2));
        assertThat(asked.poll(60, TimeUnit.SECONDS)).as("a slow host was asked").isNotNull();

        try (Socket request = honest.accept()) {
            assertThat(request.getInetAddress().isLoopbackAddress()).as("the honest repository is asked").isTrue();
        }
        assertThat(asked.size()).as("further slow hosts that are asked at the same time").isLessThan(VALIDATED_AT_ONCE / 2);
    }
}
