package dev.sheaf.platform.crawl;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.address.IpAddress;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.dumps.DumpFeature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ForwardedHeader;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Pages of one network are counted together, behind a trusted proxy as well; harvesters and dumps are not counted. */
class NetworkBudgetTest {

    private static final int PER_MINUTE = 5;
    private static final int AT_ONCE = 10;

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private HubStore store;
    private Hub hub;

    @BeforeEach
    void start() throws Exception {
        store = HubStores.open(folder, new HubIdentity("hub", "admin@hub.example.org", "hub.example.org"), clock);
        hub = hub(List.of(AddressBlock.parse("127.0.0.1")), Map.of());
    }

    private Hub hub(List<AddressBlock> proxies, Map<Setting, String> more) throws Exception {
        Map<Setting, String> settings = new HashMap<>(more);
        settings.put(CrawlFeature.BUDGET, Integer.toString(PER_MINUTE));
        HubOptions options = new HubOptions(100, RepositoryOptions.OfAll.DEFAULTS,
                new ClientAddresses(proxies, ForwardedHeader.X_FORWARDED_FOR)).withSettings(settings);
        return Hub.start(folder, store, ServerSettings.of("127.0.0.1", 0, null), options, List.of(new CrawlFeature()), clock);
    }

    @AfterEach
    void stop() {
        client.close();
        hub.close();
        store.close();
    }

    private HttpResponse<String> get(String path, String forwardedFor) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(hub.baseUrl() + path));
        if (!forwardedFor.isEmpty()) {
            request.header("X-Forwarded-For", forwardedFor);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private void spend(String network, String end) throws Exception {
        for (int i = 1; i <= AT_ONCE; i++) {
            assertThat(get("/bins", network + i + end).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void networkBeyondItsBudget_isToldWhenAndWhereElse_andIsServedLater() throws Exception {
        spend("192.0.2.", "");

        HttpResponse<String> refused = get("/?q=whale", "192.0.2.200");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("12");
        assertThat(refused.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(refused.body()).contains("Ask again in 12 seconds", "OAI-PMH at " + hub.baseUrl() + "/oai")
                .doesNotContain("/dumps");
        assertThat(get("/bins", "192.0.3.1").statusCode()).as("another network").isEqualTo(200);

        clock.advance(Duration.ofSeconds(12));
        assertThat(get("/bins", "192.0.2.201").statusCode()).isEqualTo(200);
        assertThat(get("/bins", "192.0.2.202").statusCode()).isEqualTo(429);
    }

    @Test
    void networkOfIpv6_has48Bits() throws Exception {
        spend("2001:db8:7:", "::1");

        assertThat(get("/bins", "2001:db8:7:ffff::1").statusCode()).isEqualTo(429);
        assertThat(get("/bins", "2001:db8:8::1").statusCode()).isEqualTo(200);
    }

    @Test
    void harvestersAndMachines_areNotCounted() throws Exception {
        spend("192.0.2.", "");

        for (String path : List.of("/oai?verb=Identify", "/robots.txt", "/sitemap.xml", "/health/live")) {
            assertThat(get(path, "192.0.2.7").statusCode()).as(path).isEqualTo(200);
        }
        assertThat(get("/oaix", "192.0.2.7").statusCode()).as("a path that only begins so").isEqualTo(429);
    }

    @Test
    void stubbornNetwork_staysRefused() throws Exception {
        spend("192.0.2.", "");

        for (int i = 0; i < 50; i++) {
            assertThat(get("/bins", "192.0.2.9").statusCode()).isEqualTo(429);
        }
    }

    @Test
    void refusal_namesTheDumps() throws Exception {
        hub.close();
        hub = hub(List.of(AddressBlock.parse("127.0.0.1")), Map.of(DumpFeature.DUMPS, "all"));
        spend("192.0.2.", "");

        assertThat(get("/bins", "192.0.2.9").body()).contains("as files at " + hub.baseUrl() + "/dumps, and by OAI-PMH");
    }

    @Test
    void readersBehindAnUntrustedProxy_areNotCountedAsOne() throws Exception {
        hub.close();
        hub = hub(List.of(), Map.of());

        for (int i = 0; i < 3 * AT_ONCE; i++) {
            assertThat(get("/bins", "192.0.2.9").statusCode()).isEqualTo(200);
            assertThat(get("/bins", "").statusCode()).as("this machine").isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"203.0.113.7,false,true", "203.0.113.7,true,true", "2001:db8::1,true,true", "192.168.1.4,false,true",
            "192.168.1.4,true,false", "fd00::1,true,false", "127.0.0.1,false,false", "::1,true,false"})
    void statementOfAProxy_isBelievedInPrivateNetworksAlone(String client, boolean namesProxy, boolean isCounted) {
        assertThat(NetworkBudget.isCounted(IpAddress.parse(client), namesProxy)).isEqualTo(isCounted);
    }
}
