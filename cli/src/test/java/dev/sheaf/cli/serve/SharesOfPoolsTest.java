package dev.sheaf.cli.serve;

import java.io.IOException;
import java.net.InetAddress;
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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every pool of places for strangers, with a greedy client that names many slow hosts, and an honest one that comes while those are asked.
 * Each slow host accepts connections, reads and never answers.
 */
@Timeout(120)
class SharesOfPoolsTest {

    private static final int GREEDY_REQUESTS = 64;
    private static final int SLOW_HOSTS = 32;
    /** A network of IPv6: the client uses another address of it for each request. */
    private static final String GREEDY = "2001:db8:1:2::";
    private static final String HONEST = "198.51.100.2";

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<ServerSocket> slow = new ArrayList<>();
    private final List<Socket> held = new ArrayList<>();
    private final BlockingQueue<Integer> asked = new LinkedBlockingQueue<>();
    private ScriptedProvider provider;
    private HubStore store;
    private Hub hub;

    /** A pool: the request that takes a place in it until a host has answered, and the statuses that mean that it was served. */
    enum Pool {
        SUBSCRIPTION("POST", "/sync", "hub.mode=subscribe&hub.topic={hub}/oai/local&hub.callback={there}/callback", "202"),
        EXPLORER("GET", "/explorer?verb=Identify&url={there}", "", "200"),
        GATEWAY("GET", "/static?initiate={there}/repository.xml", "", "200 302 400 404 502"),
        PROXY("GET", "/proxy/{source}?verb=Identify", "", "200");

        final String method;
        final String path;
        final String form;
        /** Statuses, with spaces between them. */
        final String served;

        Pool(String method, String path, String form, String served) {
            this.method = method;
            this.path = path;
            this.form = form;
            this.served = served;
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
        ClientAddresses behindProxy = new ClientAddresses(List.of(AddressBlock.parse("127.0.0.0/8")),
                ForwardedHeader.X_FORWARDED_FOR);
        hub = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null),
                new HubOptions(500, RepositoryOptions.OfAll.DEFAULTS, behindProxy, FetchRules.DEFAULT,
                        new HubOptions.Proxying("admin@example.org", 0))
                        .withAnnouncing(new HubOptions.Announcing(Duration.ofSeconds(5), true))
                        .withSettings(Map.of(ExplorerFeature.PRIVATE, "yes", GatewayFeature.PRIVATE, "yes",
                                GatewayFeature.INITIATORS, "any")),
                Features.ALL, clock);
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
        assertThat(held.size()).as("places of the greedy client").isLessThan(GREEDY_REQUESTS / 2);
    }
}
