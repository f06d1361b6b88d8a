package dev.sheaf.harvester.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PassingTest {

    private static final String LONG = "<p>" + "all work and no play ".repeat(10_000) + "</p>";

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final RecordingPause pause = new RecordingPause();

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    private static final Passing<String> TEXT = new Passing<>() {
        @Override
        public String take(Arriving response) throws IOException {
            return new String(response.body().readAllBytes(), UTF_8);
        }

        @Override
        public String refused(Fetched response) {
            return "refused with " + response.status() + response.header("Retry-After").map(" after "::concat).orElse("");
        }
    };

    private <T> T pass(FetchRules rules, Passing<T> passing) throws IOException {
        return fetcher.pass(URI.create(provider.baseUrl("/x?a=b")), rules, pause, passing);
    }

    private static void assertFails(ThrowingCallable call, Kind kind) {
        assertThatThrownBy(call).isInstanceOfSatisfying(HarvestException.class,
                failure -> assertThat(failure.kind()).isEqualTo(kind));
    }

    @Test
    void body_isPassedOnWithoutItsCoding() throws IOException {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", LONG));
        provider.when(ReceivedRequest.any(), Behaviour.gzip(true));

        assertThat(pass(FetchRules.DEFAULT, TEXT)).isEqualTo(LONG);
    }

    @Test
    void redirectsAreFollowed_andErrorsArePassedOn() throws IOException {
        provider.when(ReceivedRequest.any(),
                Behaviour.inTurn(Behaviour.redirect(302, provider.baseUrl("/y")), Behaviour.busy(503, "77")));

        assertThat(pass(FetchRules.DEFAULT, TEXT)).isEqualTo("refused with 503 after 77");
        assertThat(provider.requests()).hasSize(2);
    }

    @Test
    void furtherHeaders_goToEachAddress_andAKnownVersionIsRefused() throws IOException {
        provider.when(ReceivedRequest.any(),
                Behaviour.inTurn(Behaviour.redirect(302, provider.baseUrl("/y")), Behaviour.status(304)));

        assertThat(fetcher.pass(URI.create(provider.baseUrl("/x")), FetchRules.DEFAULT, pause,
                Map.of("If-None-Match", "\"v1\"", "Via", "1.1 me"), TEXT)).isEqualTo("refused with 304");
        assertThat(provider.requests()).hasSize(2).allSatisfy(request -> {
            assertThat(request.header("If-None-Match")).isEqualTo("\"v1\"");
            assertThat(request.header("Via")).isEqualTo("1.1 me");
        });
    }

    @Test
    void headerWithALineBreak_isNotSent() {
        assertFails(() -> fetcher.pass(URI.create(provider.baseUrl("/x")), FetchRules.DEFAULT, pause,
                Map.of("If-None-Match", "\"v1\"\r\nX-Evil: 1"), TEXT), Kind.ADDRESS);
        assertThat(provider.requests()).isEmpty();
    }

    @Test
    void busyHost_isPausedForItsRetryAfter() throws IOException {
        provider.once(ReceivedRequest.any(), Behaviour.busy(503, "77"));
        pass(FetchRules.DEFAULT, TEXT);
        pass(FetchRules.DEFAULT, TEXT);

        assertThat(pause.times).first().isEqualTo(Duration.ofSeconds(77));
    }

    @Test
    void botProtection_isRememberedForForwardedRequests() {
        provider.when(ReceivedRequest.any(), (request, reply) -> Behaviour.status(403).change(request, reply)
                .withHeader("cf-mitigated", "challenge"));

        assertFails(() -> pass(FetchRules.DEFAULT, TEXT), Kind.BOT_PROTECTION);
        assertFails(() -> pass(FetchRules.DEFAULT, TEXT), Kind.PAUSED);
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void bodyAboveALimit_isNotPassedOn() {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", LONG));

        assertFails(() -> pass(FetchRules.DEFAULT.withSizes(1_000_000, 10_000), TEXT), Kind.TOO_LARGE);
        assertFails(() -> pass(FetchRules.DEFAULT.withSizes(10_000, 1_000_000), TEXT), Kind.TOO_LARGE);
    }

    @Test
    void brokenOrStalledConnection_isReportedAsSuch() {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", LONG));
        provider.once(ReceivedRequest.any(), Behaviour.cutAfter(5_000));
        assertFails(() -> pass(FetchRules.DEFAULT, TEXT), Kind.CONNECTION);

        provider.once(ReceivedRequest.any(), Behaviour.stallAfter(5_000));
        assertFails(() -> pass(FetchRules.DEFAULT.withTimes(Duration.ofMillis(200), Duration.ofSeconds(20)), TEXT),
                Kind.TIMEOUT);
    }

    @Test
    void failureOfTheReceiver_isThrownUnchanged() {
        IOException own = new IOException("the client has gone");
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", LONG));

        assertThatThrownBy(() -> pass(FetchRules.DEFAULT, new Passing<String>() {
            @Override
            public String take(Arriving response) throws IOException {
                throw own;
            }

            @Override
            public String refused(Fetched response) {
                throw new AssertionError("a success");
            }
        })).isSameAs(own);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.1.2.3", "172.16.9.9", "192.168.0.1", "169.254.1.1", "100.64.0.1", "0.0.0.0", "::1",
            "fe80::1", "fd12:3456::1", "::127.0.0.1", "::", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::808:808",
            "2002:7f00:1::", "2002:808:808::", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "198.18.0.1", "198.19.255.255",
            "240.0.0.1",
            "255.255.255.255", "192.0.0.1", "192.0.0.170", "0.1.2.3", "100.127.255.255", "172.31.255.255", "224.0.0.1", "ff02::1",
            "fec0::1", "febf::1", "100::1", "::ffff:0:127.0.0.1", "5f00::1", "192.88.99.1"})
    void privateAddresses_areRecognised(String address) {
        assertThat(PrivateNetwork.isPrivate(of(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "100.128.0.1", "172.32.0.1", "2001:db8::1", "198.17.255.255", "198.20.0.1", "192.0.1.1",
            "11.0.0.1",
            "223.255.255.255", "1.0.0.1", "64:ff9b::808:808", "2001:4860:4860::8888", "2606:4700::1111", "169.253.1.1"})
    void otherAddresses_arePublic(String address) {
        assertThat(PrivateNetwork.isPrivate(of(address))).isFalse();
    }

    private static InetAddress of(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
