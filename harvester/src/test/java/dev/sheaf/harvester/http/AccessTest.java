package dev.sheaf.harvester.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.RecordingSink;
import dev.sheaf.harvester.client.ClientOptions;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AccessTest {

    private static final Access PROTECTED = Access.DEFAULT
            .withLogin(new Access.Login.Basic("reader", Secret.of("päss")))
            .withHeaders(List.of(new Access.Header("X-Api-Key", Secret.of("k1"))));
    private static final String BASIC = "Basic "
            + Base64.getEncoder().encodeToString("reader:päss".getBytes(StandardCharsets.UTF_8));

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock);
    private final ScriptedProvider elsewhere = ScriptedProvider.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final RecordingPause pause = new RecordingPause();

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
        elsewhere.close();
    }

    private Fetched fetch(Access access) throws HarvestException {
        URI uri = URI.create(provider.baseUrl("/x"));
        return fetcher.fetch(uri, FetchRules.DEFAULT.withAccess(access, uri), pause);
    }

    @Test
    void credentials_areSentWithTheFirstRequest() throws HarvestException {
        fetch(PROTECTED);
        ReceivedRequest request = provider.requests().getFirst();
        assertThat(request.header("Authorization")).isEqualTo(BASIC);
        assertThat(request.header("X-Api-Key")).isEqualTo("k1");
        fetch(Access.DEFAULT.withLogin(new Access.Login.Bearer(Secret.of("t0k3n"))));
        assertThat(provider.requests().getLast().header("Authorization")).isEqualTo("Bearer t0k3n");
        assertThat(provider.requests().getLast().header("X-Api-Key")).isEmpty();
    }

    @Test
    void credentials_areNotSentToTheHostOfARedirect() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.redirectTo(302, elsewhere.baseUrl()));
        fetch(PROTECTED);
        assertThat(provider.requests().getFirst().header("Authorization")).isEqualTo(BASIC);
        assertThat(elsewhere.requests()).hasSize(1);
        assertThat(elsewhere.requests().getFirst().header("Authorization")).isEmpty();
        assertThat(elsewhere.requests().getFirst().header("X-Api-Key")).isEmpty();
    }

    @Test
    void credentials_areNotSentToAnotherHostOfALaterPage() throws HarvestException {
        FetchRules rules = FetchRules.DEFAULT
                .of(Source.harvested("a", provider.baseUrl()).withSettings(Source.Settings.DEFAULT.withAccess(PROTECTED)));
        fetcher.fetch(URI.create(elsewhere.baseUrl("/oai?verb=ListRecords&resumptionToken=2")), rules, pause);
        assertThat(elsewhere.requests().getFirst().header("Authorization")).isEmpty();
        fetcher.fetch(URI.create(provider.baseUrl("/other?verb=Identify")), rules, pause);
        assertThat(provider.requests().getFirst().header("Authorization")).isEqualTo(BASIC);
    }

    @Test
    void credentials_areNotSentWithoutTlsAfterTls() {
        URI home = URI.create("https://example.org/oai");
        assertThat(Requests.isHome(home, URI.create("https://example.org/other"))).isTrue();
        assertThat(Requests.isHome(home, URI.create("http://example.org/oai"))).isFalse();
        assertThat(Requests.isHome(URI.create("http://example.org/oai"), home)).as("a step up").isTrue();
        assertThat(Requests.isHome(home, URI.create("https://www.example.org/oai"))).isFalse();
        assertThat(Requests.isHome(home, URI.create("https://example.org:8443/oai"))).isFalse();
    }

    @Test
    void redirectAwayFromTls_isNotFollowedWithCredentials() throws HarvestException {
        URI start = URI.create("https://example.org/oai");
        Fetched redirect = new Fetched(start, 302, HttpHeaders.of(
                Map.of("Location", List.of("http://example.org/oai")), (_, _) -> true), new byte[0], 0);
        assertThatThrownBy(() -> new Redirects(start, FetchRules.DEFAULT.withAccess(PROTECTED, start)).next(redirect))
                .isInstanceOfSatisfying(HarvestException.class, failure -> assertThat(failure.kind()).isEqualTo(Kind.REDIRECT))
                .hasMessageContaining("away from TLS");
        assertThat(new Redirects(start, FetchRules.DEFAULT).next(redirect)).contains(URI.create("http://example.org/oai"));
    }

    @Test
    void cookies_areNotKept() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.header("Set-Cookie", "session=1; Path=/"));
        fetch(Access.DEFAULT);
        fetch(Access.DEFAULT);
        assertThat(provider.requests().getLast().header("Cookie")).isEmpty();
    }

    @Test
    void permanentRedirect_isReported() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.redirectTo(301, elsewhere.baseUrl("/new")));
        assertThat(fetch(Access.DEFAULT).remarks()).containsExactly(provider.baseUrl("/x") + " has moved for good to "
                + elsewhere.baseUrl("/new") + ": sheaf source set ID --url " + elsewhere.baseUrl("/new"));
        provider.behave();
        provider.when(ReceivedRequest.any(), Behaviour.redirectTo(302, elsewhere.baseUrl("/new")));
        assertThat(fetch(Access.DEFAULT).remarks()).isEmpty();
    }

    @Test
    void harvestOfAMovedRepository_isCompleteAndReportsTheMoveOnce() {
        elsewhere.put(SampleRecords.many(25));
        provider.when(ReceivedRequest.any(),
                (request, reply) -> Behaviour.redirectTo(301, elsewhere.baseUrl()).change(request, reply));
        RecordingSink sink = new RecordingSink();
        List<String> notes = new CopyOnWriteArrayList<>();
        assertThat(new Harvester(fetcher, FetchRules.DEFAULT, clock, pause).harvest(Source.harvested("moved", provider.baseUrl()),
                HarvestOptions.DEFAULT, sink, event -> {
                    if (event instanceof HarvestEvent.Note(String message)) {
                        notes.add(message);
                    }
                })).hasToString("complete");
        assertThat(notes).filteredOn(note -> note.contains("has moved for good")).hasSize(1);
        assertThat(elsewhere.pagesAsked()).containsExactly(1, 2, 3);
        assertThat(provider.pagesAsked()).as("tokens go to where they came from").containsExactly(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?"})
    void redirectThatLosesTheArguments_isFollowedWithThem_andNamed(String end) {
        elsewhere.put(SampleRecords.many(25));
        provider.when(ReceivedRequest.any(), Behaviour.redirect(302, elsewhere.baseUrl() + end));
        List<String> notes = new CopyOnWriteArrayList<>();
        assertThat(new Harvester(fetcher, FetchRules.DEFAULT, clock, pause).harvest(Source.harvested("lost", provider.baseUrl()),
                HarvestOptions.DEFAULT, new RecordingSink(), event -> {
                    if (event instanceof HarvestEvent.Note(String message)) {
                        notes.add(message);
                    }
                })).hasToString("complete");
        assertThat(notes).contains(provider.baseUrl() + " redirects to " + elsewhere.baseUrl() + end
                + " without the arguments of the request: they were added again");
    }

    @Test
    void redirectOfAnotherRequest_isFollowedAsItStands() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.redirect(302, elsewhere.baseUrl("/page")));
        fetcher.fetch(URI.create(provider.baseUrl("/x") + "?id=1"), FetchRules.DEFAULT, pause);
        assertThat(elsewhere.requests().getLast().query()).isNullOrEmpty();
    }

    @Test
    void proxy_isUsedWithItsPassword() throws HarvestException {
        URI proxy = URI.create(elsewhere.baseUrl());
        elsewhere.when(ReceivedRequest.any(), Behaviour.body("text/xml", "<proxied/>"));
        Access access = Access.DEFAULT.withProxy(new Access.Proxy(proxy.getHost(), proxy.getPort(), "me", Secret.of("pw")));
        URI uri = URI.create("http://repository.example.org/oai");
        Fetched fetched = fetcher.fetch(uri, FetchRules.DEFAULT.withAccess(access, uri), pause);
        assertThat(new String(fetched.body(), StandardCharsets.UTF_8)).isEqualTo("<proxied/>");
        ReceivedRequest request = elsewhere.requests().getFirst();
        assertThat(request.header("Host")).isEqualTo("repository.example.org");
        assertThat(request.header("Proxy-Authorization"))
                .isEqualTo("Basic " + Base64.getEncoder().encodeToString("me:pw".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void tunnelRequest_carriesOnlyTheProxysPassword() throws Exception {
        BlockingQueue<String> head = new LinkedBlockingQueue<>();
        try (ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> refuse(proxy, head));
            Access access = PROTECTED.withProxy(new Access.Proxy("127.0.0.1", proxy.getLocalPort(), "me", Secret.of("pw")));
            URI uri = URI.create("https://repository.example.org/oai");
            try {
                fetcher.fetch(uri, FetchRules.DEFAULT.withAttempts(1).withAccess(access, uri), pause);
            } catch (HarvestException _) {
                // The proxy refuses: what counts is what it was told.
            }
            assertThat(head.poll(10, TimeUnit.SECONDS)).startsWith("CONNECT repository.example.org:443")
                    .containsIgnoringCase("Proxy-Authorization: Basic "
                            + Base64.getEncoder().encodeToString("me:pw".getBytes(StandardCharsets.UTF_8)))
                    .doesNotContain(BASIC, "k1");
        }
    }

    private static void refuse(ServerSocket proxy, BlockingQueue<String> head) {
        try (Socket socket = proxy.accept();
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
            StringBuilder lines = new StringBuilder();
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                lines.append(line).append('\n');
            }
            head.add(lines.toString());
            socket.getOutputStream().write("HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException failure) {
            head.add(failure.toString());
        }
    }

    @Test
    void secretThatCannotBeSent_isNotInTheErrorMessage() {
        Access broken = Access.DEFAULT.withLogin(new Access.Login.Bearer(Secret.of("se\ncret")));
        assertThatThrownBy(() -> fetch(broken)).isInstanceOfSatisfying(HarvestException.class, failure -> {
            assertThat(failure.kind()).isEqualTo(Kind.ACCESS);
            assertThat(failure).hasNoCause();
            assertThat(failure.getMessage()).doesNotContain("se\ncret", "cret");
        });
        assertThat(provider.requests()).isEmpty();
    }

    @Test
    void status401_isReportedWithTheOptionForALogin() {
        provider.when(ReceivedRequest.any(), Behaviour.status(401));
        assertThatThrownBy(() -> new OaiClient(fetcher, BaseUrl.parse(provider.baseUrl())).identify())
                .isInstanceOfSatisfying(HarvestException.class, failure -> assertThat(failure.kind()).isEqualTo(Kind.LOGIN))
                .hasMessageContaining("--access user");
    }

    @Test
    void status403_isReportedWithTheOptionForTheUserAgent() {
        provider.when(request -> request.header("User-Agent").startsWith("Sheaf"), Behaviour.status(403));
        assertThatThrownBy(() -> new OaiClient(fetcher, BaseUrl.parse(provider.baseUrl())).identify())
                .hasMessageContaining("--user-agent").hasMessageContaining("docs/access.md");
    }

    @Test
    void refusalOfALargeList_isRecognised() {
        OaiClient client = new OaiClient(fetcher, BaseUrl.parse(provider.baseUrl()), ClientOptions.DEFAULT.withPause(pause));
        Selection all = Selection.all(MetadataPrefix.OAI_DC);
        provider.once(ReceivedRequest.any(), Behaviour.status(413));
        assertTooLarge(() -> client.listRecords(all));
        provider.once(ReceivedRequest.any(), Behaviour.html("The query matches too many records (>100000)"));
        assertTooLarge(() -> client.listRecords(all));
        provider.once(ReceivedRequest.any(), Behaviour.html("Too many records")).once(ReceivedRequest.any(),
                Behaviour.sameWithStatus(400));
        assertTooLarge(() -> client.listRecords(all));
    }

    private static void assertTooLarge(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(HarvestException.class,
                failure -> assertThat(failure.kind()).isEqualTo(Kind.LIST_TOO_LARGE));
    }
}
