package dev.sheaf.cli.serve;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.cli.Features;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.ConfigurationFile;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.hub.HubProxy;
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

/** The values of {@code proxy-limits} in a configuration file decide the answers of the live proxy at both of its addresses. */
class ProxyLimitsTest {

    private static final String ONE = "192.0.2.1";
    private static final String OTHER = "198.51.100.2";
    private static final String IDENTIFY = "?verb=Identify";

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private ScriptedProvider provider;
    private HubStore store;
    private Hub hub;

    @BeforeEach
    void start() throws Exception {
        Path file = Files.writeString(folder.resolve("sheaf.yaml"), """
                defaults:
                  proxy-limits:
                    requests-per-minute: 6
                    burst: 2
                    patience: 2
                    blocked-for: 5m
                repositories:
                  closed:
                    proxy-limits:
                      deny: all
                      allow: [192.0.2.0/24]
                  open:
                    proxy-limits: {}
                """);
        Configuration configuration = Configuration.of(ConfigurationFile.read(file), Map.of(), Map.of());
        provider = ScriptedProvider.start(clock);
        provider.put(SampleRecords.many(3));
        store = HubStores.open(folder.resolve("data"), new HubIdentity("Hub", "admin@example.org", "hub.example.org"),
                clock);
        for (String source : List.of("limited", "second", "closed", "open")) {
            store.put(Source.harvested(source, provider.baseUrl("/" + source)));
        }
        ClientAddresses behindProxy = new ClientAddresses(List.of(AddressBlock.parse("127.0.0.0/8")),
                ForwardedHeader.X_FORWARDED_FOR);
        hub = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null),
                new HubOptions(500, configuration.repositories(), behindProxy, FetchRules.DEFAULT,
                        new HubOptions.Proxying("admin@example.org", 0)),
                Features.ALL, clock);
    }

    @AfterEach
    void stop() {
        client.close();
        hub.close();
        store.close();
        provider.close();
    }

    private HttpResponse<String> get(String from, String pathAndQuery) throws IOException, InterruptedException {
        return send(client, from, hub.baseUrl() + pathAndQuery);
    }

    private static HttpResponse<String> send(HttpClient client, String from, String address)
            throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(address)).header("X-Forwarded-For", from).build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private int status(String from, String pathAndQuery) throws IOException, InterruptedException {
        return get(from, pathAndQuery).statusCode();
    }

    private void useUp(String from) throws IOException, InterruptedException {
        assertThat(status(from, "/proxy/limited" + IDENTIFY)).isEqualTo(200);
        assertThat(status(from, "/proxy/limited/checked" + IDENTIFY)).isEqualTo(200);
    }

    @Test
    void tooManyRequests_getRetryAfterWithoutARequestToTheSource() throws Exception {
        useUp(ONE);
        int asked = provider.requests().size();
        HttpResponse<String> refused = get(ONE, "/proxy/limited/1.1" + IDENTIFY);

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("10");
        assertThat(refused.body()).contains("Ask again in 10 seconds");
        assertThat(provider.requests()).hasSize(asked);
        clock.advance(Duration.ofSeconds(10));
        assertThat(status(ONE, "/proxy/limited" + IDENTIFY)).isEqualTo(200);
    }

    @Test
    void overloadedSource_leavesOtherClientsSourcesAndTheMirrorAvailable() throws Exception {
        useUp(ONE);
        assertThat(status(ONE, "/proxy/limited" + IDENTIFY)).isEqualTo(503);

        assertThat(status(OTHER, "/proxy/limited" + IDENTIFY)).isEqualTo(200);
        assertThat(status(ONE, "/proxy/second" + IDENTIFY)).isEqualTo(200);
        assertThat(status(ONE, "/oai/limited" + IDENTIFY)).isEqualTo(200);
        for (int request = 0; request < 10; request++) {
            assertThat(status(ONE, "/proxy/open" + IDENTIFY)).isEqualTo(200);
        }
    }

    @Test
    void clientThatIgnoresRetryAfter_gets403() throws Exception {
        useUp(ONE);
        assertThat(status(ONE, "/proxy/limited" + IDENTIFY)).isEqualTo(503);
        assertThat(status(ONE, "/proxy/limited" + IDENTIFY)).isEqualTo(503);
        assertThat(status(ONE, "/proxy/limited" + IDENTIFY)).isEqualTo(503);
        assertThat(status(ONE, "/proxy/limited" + IDENTIFY)).isEqualTo(403);
        assertThat(status(OTHER, "/proxy/limited" + IDENTIFY)).isEqualTo(200);
        clock.advance(Duration.ofSeconds(301));
        assertThat(status(ONE, "/proxy/limited" + IDENTIFY)).isEqualTo(200);
    }

    @Test
    void closedSource_isAvailableOnlyToAllowedClients() throws Exception {
        assertThat(status(ONE, "/proxy/closed" + IDENTIFY)).isEqualTo(200);
        assertThat(status(OTHER, "/proxy/closed" + IDENTIFY)).isEqualTo(403);
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void plainProxy_servesAnUnmodifiedHarvester_underTheSameLimits() throws Exception {
        URI address = URI.create(hub.part(HubProxy.class).flatMap(HubProxy::address).orElseThrow());
        try (HttpClient harvester = HttpClient.newBuilder()
                .proxy(ProxySelector.of(new InetSocketAddress(address.getHost(), address.getPort()))).build()) {
            HttpResponse<String> first = send(harvester, ONE, provider.baseUrl("/limited") + "?verb=Identify");
            assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
            assertThat(first.body()).contains("<baseURL>" + provider.baseUrl("/limited") + "</baseURL>");
            assertThat(status(ONE, "/proxy/limited" + IDENTIFY)).isEqualTo(200);

            HttpResponse<String> refused = send(harvester, ONE, provider.baseUrl("/limited") + "?verb=Identify");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("10");
            assertThat(send(harvester, OTHER, provider.baseUrl("/limited") + "?verb=Identify").statusCode()).isEqualTo(200);
            assertThat(send(harvester, OTHER, provider.baseUrl("/closed") + "?verb=Identify").statusCode()).isEqualTo(403);
            assertThat(send(harvester, ONE, provider.baseUrl("/unknown") + "?verb=Identify").statusCode()).isEqualTo(403);
        }
    }
}
