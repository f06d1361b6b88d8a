package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Two fetchers that share their hosts, as two processes do. */
class SharedHostsTest {

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock);
    private final Kept kept = new Kept();
    private final HttpFetcher fetcher = new HttpFetcher(clock, kept);
    private final HttpFetcher another = new HttpFetcher(clock, kept);
    private final RecordingPause pause = new RecordingPause();

    @AfterEach
    void close() {
        fetcher.close();
        another.close();
        provider.close();
    }

    /** Shared state in memory. Another process holds the place while the claim is refused. */
    private static final class Kept implements SharedHosts {

        private final List<StoredBackOff> rests = new ArrayList<>();
        private int refused;
        private int moments;
        private int held;
        private Runnable whenRead = () -> {};
        private Runnable whenKept = () -> {};

        @Override
        public Claim claim(String host) {
            return new Claim() {
                private boolean taken;

                @Override
                public boolean take(int places) {
                    taken = refused-- <= 0;
                    held += taken ? 1 : 0;
                    return taken;
                }

                @Override
                public void close() {
                    held -= taken ? 1 : 0;
                    taken = false;
                }
            };
        }

        @Override
        public void pause() {
            moments++;
        }

        @Override
        public List<StoredBackOff> rests(String host) {
            List<StoredBackOff> now = List.copyOf(rests);
            whenRead.run();
            return now;
        }

        @Override
        public boolean keep(String host, StoredBackOff rest) {
            whenKept.run();
            rests.removeIf(one -> one.kind() == rest.kind() && one.who().equals(rest.who()));
            return rests.add(rest);
        }

        @Override
        public void baseIsWell(String host, String base) {
            rests.removeIf(one -> one.kind() == StoredBackOff.Kind.BASE && one.who().equals(base));
        }

        @Override
        public void isWell(String host, String who) {
            rests.removeIf(one -> one.kind() == StoredBackOff.Kind.ALONE || one.who().equals(who));
        }
    }

    private Fetched fetch(HttpFetcher which, FetchRules rules) throws HarvestException {
        return which.fetch(URI.create(provider.baseUrl("/x")), rules, pause);
    }

    private Fetched fetch(HttpFetcher which) throws HarvestException {
        return fetch(which, FetchRules.DEFAULT);
    }

    private void assertPaused(HttpFetcher which, FetchRules rules) {
        int before = provider.requests().size();
        assertThatThrownBy(() -> fetch(which, rules)).isInstanceOfSatisfying(HarvestException.class,
                failure -> assertThat(failure.kind()).isEqualTo(Kind.PAUSED)).hasMessageContaining("are paused until");
        assertThat(provider.requests()).as("not asked").hasSize(before);
    }

    @Test
    void backOffOfADay_holdsInTheNextProcess() throws HarvestException {
        provider.once(ReceivedRequest.any(), Behaviour.busy(503, "86400"));
        FetchRules rules = FetchRules.DEFAULT.withAccess(Access.DEFAULT, URI.create(provider.baseUrl()));
        assertThat(fetch(fetcher, rules).status()).isEqualTo(503);

        assertPaused(another, rules);
        clock.advance(Duration.ofHours(23));
        assertPaused(another, rules);
        clock.advance(Duration.ofHours(2));
        fetch(another, rules);

        assertThat(kept.rests).as("it is well again").isEmpty();
        fetch(fetcher, rules);
    }

    @Test
    void hostSeenToAnswerAgain_isAskedByOtherProcessesAtOnce() throws HarvestException {
        provider.once(ReceivedRequest.any(), Behaviour.busy(503, "86400"));
        fetch(fetcher);
        assertPaused(fetcher, FetchRules.DEFAULT);
        kept.rests.clear();

        fetch(another);
        clock.advance(Duration.ofSeconds(2));

        assertThat(fetch(fetcher).status()).isNotEqualTo(503);
    }

    @Test
    void hostThatFailsRepeatedly_isPausedForAllProcesses_andThenTriedOnce() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.busy(503, "1"));
        FetchRules once = FetchRules.DEFAULT.withAttempts(1);
        for (int i = 0; i < 3; i++) {
            fetch(fetcher, once);
        }
        assertPaused(another, once);

        clock.advance(Duration.ofMinutes(2));
        fetch(another, once);
        clock.advance(Duration.ofSeconds(90));

        assertPaused(fetcher, once);
        assertThat(kept.rests.stream().filter(rest -> rest.kind() == StoredBackOff.Kind.ALONE).findFirst().orElseThrow())
                .satisfies(rest -> assertThat(Duration.between(rest.since(), rest.until())).as("twice as long as before")
                        .isEqualTo(Duration.ofMinutes(2)));
    }

    @Test
    void shortBackOff_isWaitedForOnceByEachProcess() throws HarvestException {
        provider.once(ReceivedRequest.any(), Behaviour.busy(429, "30"));
        fetch(fetcher, FetchRules.DEFAULT.withAttempts(1));

        fetch(another);
        clock.advance(Duration.ofSeconds(2));
        fetch(another);

        assertThat(pause.times).containsExactly(Duration.ofSeconds(30));
        assertThat(pause.reasons.getFirst()).contains("answered 429");
    }

    @Test
    void shorterBackOff_doesNotReplaceALongerOne() {
        HostPace pace = fetcher.pace(URI.create(provider.baseUrl()));
        pace.tooMuch(Duration.ofMinutes(10), false, "busy for long");
        pace.tooMuch(Duration.ofSeconds(6), false, "busy for a moment");

        assertThat(kept.rests).singleElement().satisfies(rest -> assertThat(rest.reason()).isEqualTo("busy for long"));
    }

    @Test
    void stateReadBeforeABackOff_doesNotUndoIt() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch keptNow = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Fetched>> others = new ArrayList<>();
            kept.whenRead = () -> {
                read.countDown();
                awaited(keptNow);
            };
            kept.whenKept = () -> {
                others.add(threads.submit(() -> fetch(fetcher)));
                awaited(read);
            };
            fetcher.pace(URI.create(provider.baseUrl())).pause(FetchRules.DEFAULT, Duration.ofHours(5), "busy");
            keptNow.countDown();

            assertThatThrownBy(others.getFirst()::get).hasMessageContaining("are paused until");
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
    }

    @Test
    void botProtection_isRememberedForTheRefusedClient() throws HarvestException {
        provider.once(ReceivedRequest.any(), (request, reply) -> Behaviour.status(403).change(request, reply)
                .withHeader("cf-mitigated", "challenge"));
        assertThatThrownBy(() -> fetch(fetcher)).isInstanceOf(HarvestException.class);

        assertPaused(another, FetchRules.DEFAULT);
        fetch(another, FetchRules.DEFAULT.withIdentity("Library/1.0", null));
        assertThat(kept.rests).hasSize(1).allSatisfy(rest -> assertThat(rest.who()).matches("[0-9a-f]{16}"));
    }

    @Test
    void longWaitForAnotherProcess_isReported() throws HarvestException {
        kept.refused = 2 * 3_000 / SharedHosts.MOMENT;

        fetch(fetcher);

        assertThat(pause.times).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(1));
        assertThat(pause.reasons.getFirst()).contains("another process", fetcher.pace(URI.create(provider.baseUrl())).host());
        assertThat(kept.moments).isBetween(290, 300);
        assertThat(kept.held).as("given back").isZero();
    }

    @Test
    void doesNotWaitForeverForAProcessThatWasStopped() throws HarvestException {
        kept.refused = Integer.MAX_VALUE;

        assertThat(fetch(fetcher).attempts()).isEqualTo(1);

        assertThat(pause.times.stream().reduce(Duration.ZERO, Duration::plus)).isLessThan(Duration.ofMinutes(31));
    }

    @Test
    void changesByAnotherProcess_areSeen() {
        kept.refused = 1;
        kept.rests.add(new StoredBackOff(StoredBackOff.Kind.ALONE, "", clock.instant(), clock.instant().plus(Duration.ofHours(5)),
                "busy"));

        assertPaused(fetcher, FetchRules.DEFAULT);
        assertThat(Optional.of(kept.held)).contains(0);
    }
}
