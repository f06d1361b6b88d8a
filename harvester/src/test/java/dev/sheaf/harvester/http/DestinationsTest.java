package dev.sheaf.harvester.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.names.PinnedNames;
import dev.sheaf.testkit.SettableClock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Where requests go when names and redirects lead elsewhere. A server at 127.0.0.2 plays the public network, one at the same port of
 * 127.0.0.1 the private one, and a resolver of the test's own lies.
 */
class DestinationsTest {

    private static final InetAddress OUTSIDE = InetAddress.ofLiteral("127.0.0.2");
    private static final InetAddress INSIDE = InetAddress.ofLiteral("127.0.0.1");
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final Networks networks = new Networks();
    private HttpFetcher fetcher = new HttpFetcher(clock, networks, DestinationsTest::isInside);
    private final RecordingPause pause = new RecordingPause();
    private final List<String> inside = Collections.synchronizedList(new ArrayList<>());
    private final List<String> outside = Collections.synchronizedList(new ArrayList<>());
    private final List<PinnedNames.Pin> names = new ArrayList<>();
    private @Nullable String location;
    private HttpServer publicServer;
    private HttpServer privateServer;

    private static boolean isInside(InetAddress address) {
        return !address.equals(OUTSIDE) && PrivateNetwork.isPrivate(address);
    }

    /** Remembers as a data directory does. */
    private static final class Networks implements SharedHosts {

        private final Map<String, Boolean> kept = new HashMap<>();

        @Override
        public Optional<Boolean> isPrivate(String host) {
            return Optional.ofNullable(kept.get(host));
        }

        @Override
        public void learnNetwork(String host, boolean isPrivate) {
            kept.putIfAbsent(host, isPrivate);
        }

        @Override
        public Claim claim(String host) {
            return Claim.FREE;
        }

        @Override
        public void pause() {
            // Nobody is waited for.
        }

        @Override
        public List<StoredBackOff> rests(String host) {
            return List.of();
        }

        @Override
        public boolean keep(String host, StoredBackOff rest) {
            return false;
        }

        @Override
        public void isWell(String host, String who) {
            // Nothing was kept.
        }
    }

    @BeforeEach
    void listen() throws IOException {
        publicServer = server(OUTSIDE, 0, outside);
        privateServer = server(INSIDE, publicServer.getAddress().getPort(), inside);
    }

    private HttpServer server(InetAddress address, int port, List<String> asked) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(address, port), 20);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            byte[] body = address.getHostAddress().getBytes(UTF_8);
            boolean redirects = location != null && exchange.getRequestURI().getPath().equals("/oai");
            if (redirects) {
                exchange.getResponseHeaders().set("Location", location);
            }
            // A connection that stays open would hide where the next one leads.
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(redirects ? 307 : 200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
        return server;
    }

    @AfterEach
    void close() {
        names.forEach(PinnedNames.Pin::close);
        fetcher.close();
        publicServer.stop(0);
        privateServer.stop(0);
    }

    private int port() {
        return publicServer.getAddress().getPort();
    }

    /** An address whose name resolves to the answers in turn; the last one stays. */
    private URI named(InetAddress... answers) {
        String name = "name" + NAMES.incrementAndGet() + ".example";
        AtomicInteger next = new AtomicInteger();
        Supplier<List<InetAddress>> liar = () -> List.of(answers[Math.min(answers.length - 1, next.getAndIncrement())]);
        names.add(PinnedNames.answering(name, liar));
        return URI.create("http://" + name + ":" + port() + "/oai");
    }

    private URI at(InetAddress address) {
        return URI.create("http://" + address.getHostAddress() + ":" + port() + "/oai");
    }

    private String fetch(URI uri, FetchRules rules) throws HarvestException {
        return new String(fetcher.fetch(uri, rules, pause).body(), UTF_8);
    }

    private void refused(URI uri, FetchRules rules) {
        assertThatThrownBy(() -> fetch(uri, rules)).isInstanceOfSatisfying(HarvestException.class, failure -> {
            assertThat(failure.kind()).isIn(Kind.ACCESS, Kind.REDIRECT);
            assertThat(failure.getMessage()).contains("private network");
        });
        assertThat(inside).isEmpty();
    }

    @Test
    void addressesOfThirdParties_cannotReachPrivateNetworks() {
        FetchRules rules = FetchRules.DEFAULT.withReach(Reach.PUBLIC);

        refused(at(INSIDE), rules);
        refused(named(INSIDE), rules);
        refused(URI.create("http://localhost:" + port() + "/oai"), rules);
        refused(URI.create("http://2130706433:" + port() + "/oai"), rules);
        refused(URI.create("http://[::ffff:127.0.0.1]:" + port() + "/oai"), rules);
    }

    @Test
    void hostNameThatChangesAfterTheCheck_isRequestedAtTheCheckedAddress() throws Exception {
        FetchRules rules = FetchRules.DEFAULT.withReach(Reach.PUBLIC);

        assertThat(fetch(named(OUTSIDE, INSIDE), rules)).isEqualTo("127.0.0.2");
        assertThat(fetch(named(OUTSIDE, OUTSIDE, INSIDE), rules)).isEqualTo("127.0.0.2");

        URI uri = named(OUTSIDE, INSIDE);
        Posted posted = new Posted(Map.of("Content-Type", "text/plain"), new byte[]{1});
        assertThat(fetcher.deliver(uri, posted, rules, pause).status()).isEqualTo(200);
        assertThat(inside).isEmpty();
        assertThat(outside).hasSize(3);
    }

    @Test
    void publicSourceThatMovesIntoAPrivateNetwork_isRefused() throws Exception {
        URI source = named(OUTSIDE, OUTSIDE, INSIDE);

        assertThat(fetch(source, FetchRules.DEFAULT)).isEqualTo("127.0.0.2");
        refused(source, FetchRules.DEFAULT);
    }

    @Test
    void publicSource_staysPublicInTheNextProcess() throws Exception {
        URI source = named(OUTSIDE, OUTSIDE, INSIDE);
        fetch(source, FetchRules.DEFAULT);
        fetcher.close();
        fetcher = new HttpFetcher(clock, networks, DestinationsTest::isInside);

        refused(source, FetchRules.DEFAULT);
    }

    @Test
    void publicSourceThatMovedIntoAPrivateNetwork_isRequestedAfterConfirmation() throws Exception {
        URI source = named(OUTSIDE, OUTSIDE, INSIDE);
        fetch(source, FetchRules.DEFAULT);
        refused(source, FetchRules.DEFAULT);

        networks.kept.clear();

        assertThat(fetch(source, FetchRules.DEFAULT)).isEqualTo("127.0.0.1");
    }

    @Test
    void sourceInAPrivateNetwork_isRequestedThere() throws Exception {
        assertThat(fetch(at(INSIDE), FetchRules.DEFAULT)).isEqualTo("127.0.0.1");
        assertThat(fetch(named(INSIDE), FetchRules.DEFAULT)).isEqualTo("127.0.0.1");
        assertThat(fetch(URI.create("http://localhost:" + port() + "/oai"), FetchRules.DEFAULT)).isEqualTo("127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:%d/in", "http://localhost:%d/in", "http://[::ffff:127.0.0.1]:%d/in",
            "http://2130706433:%d/in", "//127.0.0.1:%d/in"})
    void redirectFromAPublicSourceIntoAPrivateNetwork_isRefused(String target) {
        location = target.formatted(port());

        refused(at(OUTSIDE), FetchRules.DEFAULT);
        refused(named(OUTSIDE), FetchRules.DEFAULT);
    }

    @Test
    void redirectToAHostNameThatChanges_goesToTheCheckedAddress() throws Exception {
        location = named(OUTSIDE, OUTSIDE, INSIDE) + "/next";

        assertThat(fetch(at(OUTSIDE), FetchRules.DEFAULT)).isEqualTo("127.0.0.2");
        assertThat(inside).isEmpty();
    }

    @Test
    void sourceInAPrivateNetwork_mayRedirect() throws Exception {
        location = "http://localhost:" + port() + "/in";

        assertThat(fetch(at(INSIDE), FetchRules.DEFAULT)).isEqualTo("127.0.0.1");
    }

    @Test
    void forwardedRequest_obeysTheSameAddressRules() {
        location = at(INSIDE) + "/in";

        assertThatThrownBy(() -> fetcher.pass(at(OUTSIDE), FetchRules.DEFAULT, pause, new Passing<String>() {
            @Override
            public String take(Arriving response) {
                return "taken";
            }

            @Override
            public String refused(Fetched response) {
                return "refused";
            }
        })).hasMessageContaining("private network");
        assertThat(inside).isEmpty();
    }

    @Test
    void addressNamedByAThirdParty_isJudgedByItsOrigin() throws Exception {
        FetchRules byPublic = FetchRules.DEFAULT.withAccess(FetchRules.DEFAULT.access(), at(OUTSIDE));
        FetchRules byPrivate = FetchRules.DEFAULT.withAccess(FetchRules.DEFAULT.access(), at(INSIDE));

        refused(at(INSIDE), byPublic);
        assertThat(fetch(at(INSIDE), byPrivate)).isEqualTo("127.0.0.1");
    }

    @Test
    void unknownHostName_isReported() {
        String name = "name" + NAMES.incrementAndGet() + ".example";
        names.add(PinnedNames.answering(name, List::of));

        assertThatThrownBy(() -> fetch(URI.create("http://" + name + "/"), FetchRules.DEFAULT.withReach(Reach.PUBLIC)))
                .isInstanceOfSatisfying(HarvestException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN_HOST));
    }
}
