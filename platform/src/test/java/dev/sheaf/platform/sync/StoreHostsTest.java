package dev.sheaf.platform.sync;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.SharedHosts;
import dev.sheaf.harvester.http.StoredBackOff;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Two that have the same data directory open, each with a fetcher of its own. */
@Timeout(60)
class StoreHostsTest extends JobsSetup {

    private static final String HOST = "oai.example.org";

    private StoreHosts hosts() {
        return new StoreHosts(store(), clock, (_, _) -> Thread.onSpinWait());
    }

    @Test
    void backOff_isSharedUntilTheHostAnswersAgain() {
        Instant now = clock.instant();
        StoredBackOff alone = new StoredBackOff(StoredBackOff.Kind.ALONE, "", now, now.plus(Duration.ofDays(1)),
                "it asked for a day");
        StoredBackOff wall = new StoredBackOff(StoredBackOff.Kind.WALL, "abc", now, now.plus(Duration.ofMinutes(15)),
                "a challenge");
        StoredBackOff other = new StoredBackOff(StoredBackOff.Kind.WALL, "def", now, now.plus(Duration.ofMinutes(15)),
                "a challenge");
        try (StoreHosts one = hosts();
                HubStore again = open();
                StoreHosts another = new StoreHosts(again, clock)) {
            assertThat(List.of(alone, wall, other)).allMatch(rest -> one.keep(HOST, rest));
            assertThat(another.rests(HOST)).containsExactlyInAnyOrder(alone, wall, other);
            assertThat(another.rests("example.org")).isEmpty();

            another.isWell(HOST, "abc");
            assertThat(one.rests(HOST)).containsExactly(other);
            clock.advance(Duration.ofDays(3));
            assertThat(one.rests(HOST)).as("too long ago").isEmpty();
        }
    }

    @Test
    void refusedClient_getsTheNextFreePlace() {
        try (StoreHosts one = hosts(); StoreHosts another = hosts()) {
            SharedHosts.Claim first = one.claim(HOST);
            SharedHosts.Claim second = another.claim(HOST);
            SharedHosts.Claim third = one.claim(HOST);
            assertThat(first.take(1)).isTrue();
            assertThat(second.take(1)).isFalse();
            assertThat(one.claim("www.example.org").take(1)).as("another host").isTrue();
            first.close();
            assertThat(third.take(1)).as("not before the one in line").isFalse();
            assertThat(second.take(1)).isTrue();
            second.close();
            assertThat(third.take(1)).isTrue();
            third.close();
        }
    }

    @Test
    void closedFetcher_keepsThePlacesOfOthers() {
        try (StoreHosts one = hosts()) {
            SharedHosts.Claim held = one.claim(HOST);
            assertThat(held.take(2)).isTrue();
            try (StoreHosts another = hosts(); SharedHosts.Claim second = another.claim(HOST)) {
                assertThat(second.take(2)).isTrue();
            }
            try (StoreHosts third = hosts()) {
                assertThat(third.claim(HOST).take(1)).isFalse();
            }
            held.close();
        }
    }

    @Test
    void twoFetchers_shareOneConnectionFairly() throws Exception {
        assertThat(mostAtOnce(1)).isEqualTo(1);
    }

    @Test
    void limitOfConnections_isSharedByAllFetchers() throws Exception {
        assertThat(mostAtOnce(3)).isLessThanOrEqualTo(3);
    }

    /** One asks without end, the other four times. */
    private int mostAtOnce(int allowed) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        ScriptedProvider provider = repository("persistent", SampleRecords.many(1));
        provider.when(ReceivedRequest.any(), (request, reply) -> {
            asked.countDown();
            return Behaviour.body("text/xml", "<p/>").change(request, reply);
        });
        URI address = URI.create(provider.baseUrl("/x"));
        FetchRules rules = FetchRules.DEFAULT.withAccess(Access.DEFAULT.withPace(allowed, null), null);
        AtomicBoolean over = new AtomicBoolean();
        try (StoreHosts one = hosts();
                StoreHosts two = hosts();
                HttpFetcher greedy = new HttpFetcher(clock, one);
                HttpFetcher modest = new HttpFetcher(clock, two);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> asking = IntStream.range(0, 4).<Future<?>>mapToObj(_ -> threads.submit(() -> {
                while (!over.get()) {
                    greedy.fetch(address, rules, (_, _) -> {});
                }
                return true;
            })).toList();
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 4; i++) {
                modest.fetch(address, rules, (_, _) -> {});
            }
            over.set(true);
            for (Future<?> greedyOne : asking) {
                greedyOne.get(20, TimeUnit.SECONDS);
            }
        }
        return provider.mostRequestsAtOnce();
    }
}
