package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HostPaceTest {

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final RecordingPause pause = new RecordingPause();
    private final RecordingPause anothersPause = new RecordingPause();

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    private Fetched fetch(FetchRules rules, Pause waits) throws HarvestException {
        return fetcher.fetch(URI.create(provider.baseUrl("/x")), rules, waits);
    }

    private Fetched fetch() throws HarvestException {
        return fetch(FetchRules.DEFAULT, pause);
    }

    private HostPace pace() {
        return fetcher.pace(URI.create(provider.baseUrl()));
    }

    private static void assertPaused(ThrowingCallable call, String... words) {
        assertThatThrownBy(call).isInstanceOfSatisfying(HarvestException.class, failure -> {
            assertThat(failure.kind()).isEqualTo(Kind.PAUSED);
            assertThat(failure.getMessage()).contains(words);
        });
    }

    @ParameterizedTest
    @CsvSource({"http://Example.org/oai,example.org", "https://example.org:443/,example.org",
            "http://example.org:443/,example.org:443",
            "https://example.org:8443/,example.org:8443"})
    void host_isItsNameAndPort(String address, String host) {
        assertThat(HostPace.host(URI.create(address))).isEqualTo(host);
    }

    @Test
    void host_getsOneRequestAtATime() throws Exception {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", "<p/>"));
        assertThat(mostAtOnce(FetchRules.DEFAULT)).isEqualTo(1);
        assertThat(pace().mostUnderWay()).isEqualTo(1);
        assertThat(pace().underWay()).isZero();
    }

    @Test
    void host_getsAsManyRequestsAtOnceAsConfigured() throws Exception {
        CountDownLatch three = new CountDownLatch(3);
        provider.when(ReceivedRequest.any(), (request, reply) -> {
            three.countDown();
            try {
                assertThat(three.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
            return Behaviour.body("text/xml", "<p/>").change(request, reply);
        });
        assertThat(mostAtOnce(FetchRules.DEFAULT.withAccess(Access.DEFAULT.withPace(3, null), null))).isEqualTo(3);
    }

    private int mostAtOnce(FetchRules rules) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Fetched>> all = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                all.add(threads.submit(() -> fetch(rules, pause)));
            }
            for (Future<Fetched> one : all) {
                assertThat(one.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
            }
        }
        return provider.mostRequestsAtOnce();
    }

    @Test
    void waitRequestedByAHost_appliesToAllItsSources() throws HarvestException {
        provider.once(ReceivedRequest.any(), Behaviour.busy(429, "30"));
        assertThat(fetch(FetchRules.DEFAULT.withAttempts(1), pause).status()).isEqualTo(429);
        fetch(FetchRules.DEFAULT, anothersPause);
        assertThat(anothersPause.times).containsExactly(Duration.ofSeconds(30));
        assertThat(anothersPause.reasons.getFirst()).isEqualTo(pace().host() + " answered 429 and asks to come back after: 30");
    }

    @Test
    void retryAfter_slowsTheHostDown_andItRecoversSlowly() throws HarvestException {
        fetch();
        assertThat(pace().interval()).isZero();
        provider.times(2, ReceivedRequest.any(), Behaviour.busy(429, "10"));
        fetch();
        Duration told = pace().interval();
        assertThat(told).isBetween(Duration.ofMillis(1_500), Duration.ofSeconds(2));
        fetch();
        assertThat(pause.times.getLast()).isEqualTo(told);
        assertThat(pause.reasons.getLast()).contains("asked more slowly", "429");
        for (int i = 0; i < 20; i++) {
            fetch();
        }
        assertThat(pace().interval()).isBetween(Duration.ofMillis(500), Duration.ofMillis(900));
        for (int i = 0; i < 400; i++) {
            fetch();
        }
        assertThat(pace().interval()).isZero();
    }

    @Test
    void secondBusyAnswer_slowsRequestsDown() throws HarvestException {
        provider.once(ReceivedRequest.any(), Behaviour.busy(503, "10"));
        fetch();
        assertThat(pace().interval()).isZero();
        provider.once(ReceivedRequest.any(), Behaviour.busy(503, "10"));
        fetch();
        assertThat(pace().interval()).isPositive();
    }

    @Test
    void growingResponseTimes_slowRequestsDown() throws HarvestException {
        for (int i = 0; i < 20; i++) {
            fetch();
        }
        provider.when(ReceivedRequest.any(), (request, reply) -> {
            clock.advance(Duration.ofSeconds(20));
            return reply;
        });
        for (int i = 0; i < 3; i++) {
            fetch();
        }
        assertThat(pace().interval()).isPositive();
    }

    @Test
    void constantlySlowHost_isNotSlowedDownFurther() throws HarvestException {
        provider.when(ReceivedRequest.any(), (request, reply) -> {
            clock.advance(Duration.ofSeconds(40));
            return reply;
        });
        for (int i = 0; i < 30; i++) {
            fetch();
        }
        assertThat(pace().interval()).isZero();
        assertThat(pause.times).isEmpty();
    }

    @Test
    void configuredInterval_isKept() throws HarvestException {
        FetchRules gentle = FetchRules.DEFAULT.withAccess(Access.DEFAULT.withPace(0, Duration.ofSeconds(5)), null);
        fetch(gentle, pause);
        clock.advance(Duration.ofSeconds(2));
        fetch(gentle, pause);
        assertThat(pause.times).containsExactly(Duration.ofSeconds(3));
        clock.advance(Duration.ofSeconds(6));
        fetch(gentle, pause);
        assertThat(pause.times).hasSize(1);
    }

    @Test
    void hostThatFailsRepeatedly_isPaused_withTheReason() throws HarvestException {
        fetch();
        provider.when(ReceivedRequest.any(), Behaviour.cutAfter(3));
        FetchRules once = FetchRules.DEFAULT.withAttempts(1);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> fetch(once, pause)).hasMessageContaining("broke");
        }
        provider.clearLog();
        assertPaused(() -> fetch(once, anothersPause), "are paused until 2024-05-10 09:01 UTC", "again and again", "broke");
        assertThat(pace().leftAlone()).get().asString().contains("09:01");
        assertThat(provider.requests()).isEmpty();
        assertThat(anothersPause.times).isEmpty();

        clock.advance(Duration.ofSeconds(61));
        assertThatThrownBy(() -> fetch(once, pause)).as("one trial").hasMessageContaining("broke");
        assertPaused(() -> fetch(once, pause), "09:03");
        assertThat(provider.requests()).hasSize(1);

        clock.advance(Duration.ofSeconds(121));
        provider.behave();
        fetch();
        assertThat(pace().leftAlone()).isEmpty();
    }

    @Test
    void pageThatAlwaysFails_doesNotPauseTheHost() throws HarvestException {
        FetchRules once = FetchRules.DEFAULT.withAttempts(1);
        provider.when(ReceivedRequest.any(), Behaviour.status(500));
        for (int i = 0; i < 6; i++) {
            assertThat(fetch(once, pause).status()).isEqualTo(500);
        }
        assertThat(pace().leftAlone()).isEmpty();
    }

    @Test
    void hostWithALongRetryAfter_isPausedForAnHour_ifTheRequestBelongsToNoSource() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.busy(503, "7200"));
        assertThat(fetch().status()).isEqualTo(503);
        assertPaused(this::fetch, "until 2024-05-10 10:00 UTC", "answered 503 and asks to come back after: 7200");
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void longRetryAfter_pausesTheBaseUrlOfItsSourceOnly() throws HarvestException {
        provider.once(ReceivedRequest.any(), Behaviour.busy(503, "7200"));
        FetchRules source = FetchRules.DEFAULT.withAccess(Access.DEFAULT, URI.create(provider.baseUrl() + "/journal?x=1"));
        FetchRules other = FetchRules.DEFAULT.withAccess(Access.DEFAULT, URI.create(provider.baseUrl() + "/other"));
        assertThat(fetch(source, pause).status()).isEqualTo(503);
        assertPaused(() -> fetch(source, pause), "/journal are paused until 2024-05-10 11:00 UTC", "7200");
        assertThat(fetch(other, pause).status()).isEqualTo(200);
        assertPaused(() -> fetch(source, pause), "/journal are paused");
    }

    @Test
    void failureOfAnEarlierRequest_doesNotShortenTheBackOff() {
        pace().pause(FetchRules.DEFAULT, Duration.ofHours(2), "busy");
        for (int i = 0; i < 3; i++) {
            pace().failed(FetchRules.DEFAULT, CircuitBreaker.Weight.MUCH, "broke");
        }
        assertPaused(this::fetch, "until 2024-05-10 10:00 UTC: busy");
    }

    @Test
    void botProtection_pausesOnlyRequestsWithTheSameIdentity() throws HarvestException {
        provider.when(request -> request.header("User-Agent").startsWith("Sheaf"),
                (request, reply) -> Behaviour.status(403).change(request, reply).withHeader("cf-mitigated", "challenge"));
        assertThatThrownBy(this::fetch).hasMessageContaining("Cloudflare");
        assertPaused(this::fetch, "Cloudflare", "09:15");
        assertThat(provider.requests()).hasSize(1);
        assertThat(fetch(FetchRules.DEFAULT.withIdentity("Example Library", null), pause).status()).isEqualTo(200);
        Access login = Access.DEFAULT.withLogin(new Access.Login.Bearer(Secret.of("t")));
        assertThatThrownBy(() -> fetch(FetchRules.DEFAULT.withAccess(login, null), pause)).as("asked once in this way too")
                .hasMessageContaining("Cloudflare");
        assertThat(provider.requests()).hasSize(3);
        clock.advance(Duration.ofMinutes(16));
        provider.behave();
        assertThat(fetch().status()).isEqualTo(200);
    }
}
