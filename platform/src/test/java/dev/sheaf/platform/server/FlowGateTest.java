package dev.sheaf.platform.server;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.RecordStream;
import dev.sheaf.harvester.client.ClientOptions;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FlowGateTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String IDENTIFY = "/oai?verb=Identify";
    private static final ServerSettings ANY_PORT = ServerSettings.of("127.0.0.1", 0, null);
    private static final ClientAddresses BEHIND_PROXY = new ClientAddresses(List.of(AddressBlock.parse("127.0.0.0/8")),
            ForwardedHeader.X_FORWARDED_FOR);
    /** A request each ten seconds, two at once; the third unheeded answer is a refusal for five minutes. */
    private static final FlowRules SIX_PER_MINUTE = FlowRules.NONE.withLimit(new RequestLimit(6, 2, 1, Duration.ofMinutes(5)));

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final List<Duration> waited = new ArrayList<>();
    private final List<HubFixture> hubs = new ArrayList<>();

    @AfterEach
    void stop() {
        hubs.forEach(HubFixture::close);
    }

    private HubFixture hub(FlowRules ofEverything) throws Exception {
        return hub(ofEverything, ClientAddresses.DIRECT);
    }

    private HubFixture hub(FlowRules ofEverything, ClientAddresses clients) throws Exception {
        return hub(ANY_PORT, ofEverything, _ -> FlowRules.NONE, clients, waited::add);
    }

    private HubFixture hub(ServerSettings settings, FlowRules ofEverything, Function<String, FlowRules> byId,
            ClientAddresses clients, DelayLine.Wait wait)
            throws Exception {
        HubFixture hub = new HubFixture(settings, new FlowGates(ofEverything, byId, clients, clock, wait));
        hubs.add(hub);
        return hub;
    }

    private static int status(HubFixture hub, String header, String value) throws Exception {
        return hub.send(hub.request(IDENTIFY).header(header, value)).statusCode();
    }

    private static List<AddressBlock> blocks(String... texts) {
        return List.of(texts).stream().map(AddressBlock::parse).toList();
    }

    @Test
    void tooManyRequests_get503AndTheSecondsToWait() throws Exception {
        HubFixture hub = hub(SIX_PER_MINUTE);
        assertThat(hub.get(IDENTIFY).statusCode()).isEqualTo(200);
        assertThat(hub.post("/oai", FORM, "verb=Identify").statusCode()).isEqualTo(200);
        clock.advance(Duration.ofMillis(3_100));

        HttpResponse<byte[]> refused = hub.get(IDENTIFY);

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().allValues("Retry-After")).containsExactly("7");
        assertThat(refused.headers().firstValue("Content-Type")).contains("text/plain;charset=utf-8");
        assertThat(refused.headers().firstValue("Content-Security-Policy")).contains(SecurityPolicy.FOREIGN.text());
        assertThat(HubFixture.text(refused))
                .isEqualTo("Too many requests: this repository answers 6 a minute from one address, and 2 at once."
                        + " Ask again in 7 seconds.\n");
        clock.advance(Duration.ofSeconds(7));
        assertThat(hub.get(IDENTIFY).statusCode()).isEqualTo(200);
    }

    @Test
    void limits_applyOnlyToTheRepository() throws Exception {
        HubFixture hub = hub(SIX_PER_MINUTE);
        for (int i = 0; i < 9; i++) {
            hub.get(IDENTIFY);
        }
        assertThat(hub.get(IDENTIFY).statusCode()).isEqualTo(403);
        assertThat(hub.get("/oai/maps?verb=Identify").statusCode()).isEqualTo(200);
        assertThat(hub.get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void repositoriesHaveRulesOfTheirOwn() throws Exception {
        HubFixture hub = hub(ANY_PORT, FlowRules.NONE,
                id -> id.equals("maps") ? FlowRules.NONE.withDenied(AddressBlock.ALL) : FlowRules.NONE,
                ClientAddresses.DIRECT, waited::add);

        assertThat(hub.get("/oai/maps?verb=Identify").statusCode()).isEqualTo(403);
        assertThat(hub.send(hub.request("/oai/maps").HEAD()).statusCode()).isEqualTo(403);
        assertThat(hub.get(IDENTIFY).statusCode()).isEqualTo(200);
        assertThat(hub.get("/oai/nobody?verb=Identify").statusCode()).isEqualTo(404);
    }

    @Test
    void clientThatDoesNotWait_gets403AndTheReason() throws Exception {
        HubFixture hub = hub(SIX_PER_MINUTE);
        List<Integer> statuses = new ArrayList<>();
        HttpResponse<byte[]> last = hub.get(IDENTIFY);
        for (int i = 2; i <= 6; i++) {
            last = hub.get(IDENTIFY);
            statuses.add(last.statusCode());
        }

        assertThat(statuses).containsExactly(200, 503, 503, 403, 403);
        assertThat(HubFixture.text(last)).contains("Retry-After").contains("300 seconds");
        assertThat(last.headers().firstValue("Retry-After")).isEmpty();
        clock.advance(Duration.ofMinutes(5));
        assertThat(hub.get(IDENTIFY).statusCode()).isEqualTo(200);
    }

    @Test
    void aHarvesterThatWaitsGetsEveryRecordAndNever403() throws Exception {
        HubFixture hub = hub(FlowRules.NONE.withLimit(new RequestLimit(6, 1, 0, Duration.ofDays(1))));
        List<String> waits = new ArrayList<>();
        List<String> harvested = new ArrayList<>();
        try (HttpFetcher fetcher = new HttpFetcher(clock)) {
            OaiClient client = new OaiClient(fetcher, BaseUrl.parse(hub.server.baseUrl() + "/oai"),
                    ClientOptions.DEFAULT.withPause((time, reason) -> {
                        waits.add(time.toSeconds() + " s because " + reason);
                        clock.advance(time);
                    }));
            client.identify();
            client.listMetadataFormats();
            for (OaiRecord record : new RecordStream(client, new Selection(MetadataPrefix.OAI_DC, null, null, null))) {
                harvested.add(record.identifier());
            }
        }
        assertThat(harvested).hasSize(9).doesNotHaveDuplicates();
        // It also asks more slowly from then on, which may spare a refusal.
        assertThat(waits).as("at most before each request but the first")
                .filteredOn(wait -> wait.contains("asks to come back"))
                .hasSizeBetween(3, 6);
        assertThat(waits).first().asString().startsWith("10 s because 127.0.0.1:")
                .endsWith("answered 503 and asks to come back after: 10");
    }

    @Test
    void refusedHarvester_stopsAtOnce() throws Exception {
        HubFixture hub = hub(FlowRules.NONE.withDenied(blocks("127.0.0.1")));
        try (HttpFetcher fetcher = new HttpFetcher(clock)) {
            OaiClient client = new OaiClient(fetcher, BaseUrl.parse(hub.server.baseUrl() + "/oai"),
                    ClientOptions.DEFAULT.withPause((_, reason) -> {
                        throw new AssertionError("waited because of " + reason);
                    }));
            assertThatThrownBy(client::identify).isInstanceOf(HarvestException.class).hasMessageContaining("403");
        }
    }

    @Test
    void allowedClient_isNeverLimited() throws Exception {
        HubFixture hub = hub(SIX_PER_MINUTE.withDenied(AddressBlock.ALL).withAllowed(blocks("127.0.0.0/8")));
        for (int i = 0; i < 20; i++) {
            assertThat(hub.get(IDENTIFY).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void clientsBehindATrustedProxy_areDistinguished() throws Exception {
        HubFixture hub = hub(SIX_PER_MINUTE, BEHIND_PROXY);
        for (String client : List.of("203.0.113.5", "203.0.113.6", "2001:db8:1::1")) {
            assertThat(status(hub, "X-Forwarded-For", client)).isEqualTo(200);
            assertThat(status(hub, "X-Forwarded-For", client)).isEqualTo(200);
            assertThat(status(hub, "X-Forwarded-For", client)).as(client).isEqualTo(503);
        }
        assertThat(status(hub, "X-Forwarded-For", "2001:db8:1::2")).as("the same 64 bits").isEqualTo(503);
        assertThat(status(hub, "X-Forwarded-For", "1.2.3.4, 203.0.113.5")).as("what the client claims is not believed")
                .isEqualTo(503);
        assertThat(status(hub, "Forwarded", "for=1.2.3.4")).as("nor is the other header").isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "X_FORWARDED_FOR | 203.0.113.5                                             | 203.0.113.5",
            "X_FORWARDED_FOR | 198.51.100.1,203.0.113.5                                | 203.0.113.5",
            "X_FORWARDED_FOR | 203.0.113.5, 127.0.0.9 , 127.0.0.8                      | 203.0.113.5",
            "X_FORWARDED_FOR | 203.0.113.5:4711                                        | 203.0.113.5",
            "X_FORWARDED_FOR | [2001:db8::7]:4711                                      | 2001:db8:0:0:0:0:0:7",
            "X_FORWARDED_FOR | 2001:db8::7                                             | 2001:db8:0:0:0:0:0:7",
            "X_FORWARDED_FOR | 203.0.113.5, unknown                                    | 127.0.0.1",
            "X_FORWARDED_FOR | 203.0.113.5, unknown, 127.0.0.2                         | 127.0.0.2",
            "X_FORWARDED_FOR | localhost                                               | 127.0.0.1",
            "X_FORWARDED_FOR | ''                                                      | 127.0.0.1",
            "X_FORWARDED_FOR | 127.0.0.3, 127.0.0.2                                    | 127.0.0.3",
            "X_FORWARDED_FOR | \" , 203.0.113.5                                        | 203.0.113.5",
            "FORWARDED       | for=203.0.113.5                                         | 203.0.113.5",
            "FORWARDED       | For=\"203.0.113.5:80\";proto=http;by=127.0.0.1          | 203.0.113.5",
            "FORWARDED       | proto=https ; for=\"[2001:db8::7]:4711\"                | 2001:db8:0:0:0:0:0:7",
            "FORWARDED       | for=198.51.100.1, for=203.0.113.5                       | 203.0.113.5",
            "FORWARDED       | for=\"198.51.100.1, for=203.0.113.5                     | 203.0.113.5",
            "FORWARDED       | for=203.0.113.5;host=\"a,for=198.51.100.1\"             | 203.0.113.5",
            "FORWARDED       | for=_hidden                                             | 127.0.0.1",
            "FORWARDED       | for=unknown;by=203.0.113.5                              | 127.0.0.1",
            "FORWARDED       | xfor=203.0.113.5                                        | 127.0.0.1"})
    void client_isTheNearestAddressThatIsNoTrustedProxy(ForwardedHeader header, String value, String client) throws Exception {
        HubFixture hub = hub(FlowRules.NONE.withDenied(AddressBlock.ALL),
                new ClientAddresses(blocks("127.0.0.0/8"), header));

        assertThat(HubFixture.text(hub.send(hub.request(IDENTIFY).header(header.text(), value))))
                .startsWith("This repository does not answer requests from " + client + ".");
    }

    @Test
    void severalHeaderLines_areOneList() throws Exception {
        HubFixture hub = hub(FlowRules.NONE.withDenied(AddressBlock.ALL), BEHIND_PROXY);
        HttpRequest.Builder request = hub.request(IDENTIFY).header("X-Forwarded-For", "198.51.100.1, 203.0.113.5")
                .header("X-Forwarded-For", "127.0.0.2");

        assertThat(HubFixture.text(hub.send(request))).contains(" 203.0.113.5.");
    }

    @Test
    void forwardedHeaderOfAnUntrustedProxy_isIgnored() throws Exception {
        HubFixture hub = hub(FlowRules.NONE.withDenied(blocks("127.0.0.1")),
                new ClientAddresses(blocks("192.0.2.1"), ForwardedHeader.X_FORWARDED_FOR));

        assertThat(status(hub, "X-Forwarded-For", "203.0.113.5")).isEqualTo(403);
    }

    @Test
    void redirectToTheMirror_keepsTheWholeRequest() throws Exception {
        HubFixture hub = hub(FlowRules.NONE.withMirror(URI.create("https://mirror.example/oai")));
        String query = "?verb=ListRecords&resumptionToken=a%2Fb+c:d";

        HttpResponse<byte[]> asked = hub.get("/oai" + query);
        HttpResponse<byte[]> bare = hub.get("/oai");
        HttpResponse<byte[]> posted = hub.post("/oai?verb=GetRecord", FORM, "identifier=oai%3Aa&metadataPrefix=oai_dc");

        assertThat(asked.statusCode()).isEqualTo(302);
        assertThat(asked.headers().firstValue("Location")).contains("https://mirror.example/oai" + query);
        assertThat(HubFixture.text(asked)).contains("https://mirror.example/oai");
        assertThat(bare.headers().firstValue("Location")).contains("https://mirror.example/oai");
        assertThat(posted.statusCode()).isEqualTo(303);
        assertThat(posted.headers().firstValue("Location"))
                .contains("https://mirror.example/oai?verb=GetRecord&identifier=oai%3Aa&metadataPrefix=oai_dc");
    }

    @Test
    void longRequestsReachTheMirrorToo() throws Exception {
        HubFixture hub = hub(FlowRules.NONE.withMirror(URI.create("https://mirror.example/oai")));
        String form = "verb=ListRecords&resumptionToken=" + "x".repeat(14_000);

        HttpResponse<byte[]> asked = hub.get("/oai?" + form);
        HttpResponse<byte[]> posted = hub.post("/oai", FORM, form);

        assertThat(asked.headers().firstValue("Location")).contains("https://mirror.example/oai?" + form);
        assertThat(posted.statusCode()).as("the client sends the form again").isEqualTo(307);
        assertThat(posted.headers().firstValue("Location")).contains("https://mirror.example/oai");
        assertThat(hub.post("/oai", FORM, "x".repeat(FormBody.LIMIT + 1)).statusCode()).isEqualTo(413);
    }

    @Test
    void requestCannotAddHeadersToTheRedirect() throws Exception {
        HubFixture hub = hub(FlowRules.NONE.withMirror(URI.create("https://mirror.example/oai")));

        HttpResponse<byte[]> posted = hub.post("/oai", FORM, "verb=a\r\nSet-Cookie: b=c\u0000&d=é#<\"");

        assertThat(posted.headers().firstValue("Location"))
                .contains("https://mirror.example/oai?verb=a%0D%0ASet-Cookie:%20b=c%00&d=%C3%A9%23%3C%22");
        assertThat(posted.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void redirectedHarvester_getsTheListFromTheMirror() throws Exception {
        String canonical = "https://hub.example.org";
        HubFixture mirror = hub(ServerSettings.of("127.0.0.1", 0, canonical), FlowRules.NONE, _ -> FlowRules.NONE,
                ClientAddresses.DIRECT,
                waited::add);
        HubFixture hub = hub(FlowRules.NONE.withMirror(URI.create("http://127.0.0.1:" + mirror.server.port() + "/oai")));
        hub.everything.failWith(new StoreException("the hub itself is not asked for anything"));
        List<String> harvested = new ArrayList<>();
        try (HttpFetcher fetcher = new HttpFetcher(clock)) {
            OaiClient client = new OaiClient(fetcher, BaseUrl.parse(hub.server.baseUrl() + "/oai"));
            assertThat(client.identify().baseUrl()).isEqualTo(canonical + "/oai");
            for (OaiRecord record : new RecordStream(client, new Selection(MetadataPrefix.OAI_DC, null, null, null))) {
                harvested.add(record.identifier());
            }
        }
        assertThat(harvested).hasSize(9).doesNotHaveDuplicates();
    }

    @Test
    void delayedAnswers_waitOnVirtualThreads() throws Exception {
        List<Boolean> virtual = new ArrayList<>();
        HubFixture hub = hub(ANY_PORT, FlowRules.NONE.withDelay(Duration.ofMillis(250)), _ -> FlowRules.NONE,
                ClientAddresses.DIRECT, time -> {
                    waited.add(time);
                    virtual.add(Thread.currentThread().isVirtual());
                });

        assertThat(hub.get(IDENTIFY).statusCode()).isEqualTo(200);
        assertThat(waited).containsExactly(Duration.ofMillis(250));
        assertThat(virtual).containsExactly(true);
    }

    private static HttpResponse<byte[]> from(int client, String address) throws Exception {
        try (java.net.http.HttpClient http = java.net.http.HttpClient.newBuilder()
                .localAddress(java.net.InetAddress.getByAddress(new byte[]{127, 0, (byte) (client >> 8), (byte) client}))
                .build()) {
            return http.send(java.net.http.HttpRequest.newBuilder(java.net.URI.create(address)).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    @Test
    void fullQueue_answersOthersWithRetryAfter() throws Exception {
        CountDownLatch all = new CountDownLatch(DelayLine.PLACES);
        CountDownLatch mayEnd = new CountDownLatch(1);
        HubFixture hub = hub(ANY_PORT, FlowRules.NONE.withDelay(Duration.ofMillis(1_200)), _ -> FlowRules.NONE,
                ClientAddresses.DIRECT, _ -> {
                    all.countDown();
                    mayEnd.await();
                });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<byte[]>>> waiting = new ArrayList<>();
            for (int i = 0; i < DelayLine.PLACES; i++) {
                // Clients that wait already get no more of the last places.
                int client = 2 + i;
                waiting.add(threads.submit(() -> from(client, hub.server.baseUrl() + IDENTIFY)));
            }
            all.await();
            HttpResponse<byte[]> oneMore = hub.get(IDENTIFY);
            assertThat(oneMore.statusCode()).isEqualTo(503);
            assertThat(oneMore.headers().firstValue("Retry-After")).contains("2");
            assertThat(hub.get("/oai/maps?verb=Identify").statusCode()).isEqualTo(200);
            mayEnd.countDown();
            for (Future<HttpResponse<byte[]>> answer : waiting) {
                assertThat(answer.get().statusCode()).isEqualTo(200);
            }
        } finally {
            mayEnd.countDown();
        }
    }

    @Test
    void clientWithManyDelayedRequests_leavesPlacesToOthers() throws Exception {
        CountDownLatch some = new CountDownLatch(DelayLine.PLACES_OF_CLIENT);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger delayed = new AtomicInteger();
        HubFixture hub = hub(ANY_PORT, FlowRules.NONE.withDelay(Duration.ofMillis(1_200)), _ -> FlowRules.NONE,
                ClientAddresses.DIRECT, _ -> {
                    delayed.incrementAndGet();
                    some.countDown();
                    mayEnd.await();
                });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<byte[]>>> greedy = new ArrayList<>();
            for (int i = 0; i < DelayLine.PLACES_OF_CLIENT + 10; i++) {
                greedy.add(threads.submit(() -> from(2, hub.server.baseUrl() + IDENTIFY)));
            }
            some.await();
            long refused = 0;
            while (refused < 10) {
                refused = greedy.stream().filter(Future::isDone).count();
                Thread.onSpinWait();
            }
            assertThat(delayed).hasValue(DelayLine.PLACES_OF_CLIENT);

            Future<HttpResponse<byte[]>> honest = threads.submit(() -> from(3, hub.server.baseUrl() + IDENTIFY));
            while (delayed.get() == DelayLine.PLACES_OF_CLIENT && !honest.isDone()) {
                Thread.onSpinWait();
            }
            mayEnd.countDown();
            assertThat(honest.get().statusCode()).isEqualTo(200);
        } finally {
            mayEnd.countDown();
        }
    }
}
