package dev.sheaf.store.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.HostBackOffs.Rest;
import dev.sheaf.store.sources.HostBackOffs.Waiting;
import dev.sheaf.store.sources.HostPermits;
import dev.sheaf.store.sources.SourceLease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Contract of the facets by which several users of one store share work: {@link dev.sheaf.store.sources.SourceLeases},
 * {@link HostPermits}, {@link dev.sheaf.store.sources.HostBackOffs} and {@link HubStore#stableTime}.
 */
public abstract class SharedWorkContract extends FacetContract {

    private static final String HOST = "oai.example.org";

    @Test
    void lease_hasOneHolderAtATime() {
        try (HubStore other = open(dataDir, clock)) {
            SourceLease lease = store().leases().tryTake("a").orElseThrow();
            assertThat(store().leases().tryTake("a")).isEmpty();
            assertThat(other.leases().tryTake("a")).isEmpty();
            assertThat(other.leases().isHeld("a")).isTrue();
            try (SourceLease another = other.leases().tryTake("b").orElseThrow()) {
                assertThat(another).isNotNull();
                assertThat(store().leases().isHeld("b")).isTrue();
            }
            lease.close();
            lease.close();
            assertThat(other.leases().isHeld("a")).isFalse();
            other.leases().tryTake("a").orElseThrow().close();
        }
    }

    @Test
    void leaseWithAnIllegalId_isRefused() {
        assertThatThrownBy(() -> store().leases().tryTake("../a")).isInstanceOf(IllegalArgumentException.class);
        assertThat(store().leases().isHeld("never-taken")).isFalse();
    }

    @Test
    void sourceWithAHeldLease_isBeingFilled() {
        assertThat(store().status("a").orElseThrow().filling()).isFalse();
        try (SourceLease _ = store().leases().tryTake("a").orElseThrow()) {
            assertThat(store().status("a").orElseThrow().filling()).isTrue();
        }
        assertThat(store().status("a").orElseThrow().filling()).isFalse();
    }

    @Test
    void permitsOfAHost_areLimited() {
        try (HubStore other = open(dataDir, clock);
                HostPermits permits = store().hostPermits();
                HostPermits others = other.hostPermits()) {
            HostPermits.Claim first = permits.claim(HOST);
            HostPermits.Claim second = others.claim(HOST);
            HostPermits.Claim third = permits.claim(HOST);
            assertThat(first.take(2)).isTrue();
            assertThat(second.take(2)).isTrue();
            assertThat(third.take(2)).isFalse();
            assertThat(permits.claim("www.example.org").take(1)).as("another host").isTrue();
            second.close();
            assertThat(third.take(2)).isTrue();
            third.close();
            first.close();
        }
    }

    @Test
    void releasedPermit_goesToTheFirstWaitingClaim() {
        try (HostPermits permits = store().hostPermits(); HostPermits others = store().hostPermits()) {
            HostPermits.Claim first = permits.claim(HOST);
            HostPermits.Claim second = others.claim(HOST);
            HostPermits.Claim third = permits.claim(HOST);
            assertThat(first.take(1)).isTrue();
            assertThat(second.take(1)).isFalse();
            first.close();
            assertThat(third.take(1)).as("the second claim is first in line").isFalse();
            assertThat(second.take(1)).isTrue();
            second.close();
            assertThat(third.take(1)).isTrue();
            third.close();
        }
    }

    @Test
    void closedPermits_doNotReleaseThoseOfOthers() {
        try (HostPermits permits = store().hostPermits()) {
            HostPermits.Claim held = permits.claim(HOST);
            assertThat(held.take(1)).isTrue();
            HostPermits others = store().hostPermits();
            others.close();
            others.close();
            try (HostPermits third = store().hostPermits()) {
                assertThat(third.claim(HOST).take(1)).isFalse();
            }
            held.close();
        }
    }

    @Test
    void backOff_replacesTheOneOfTheSameKindAndParty() {
        Instant now = START.plusMillis(250);
        Rest alone = new Rest("alone", "", now, now.plus(Duration.ofDays(1)), "it asked for a day");
        Rest wall = new Rest("wall", "abc", now, now.plusSeconds(900), "a challenge");
        Rest longer = new Rest("wall", "abc", now, now.plusSeconds(1_800), "a challenge again");
        store().hosts().put(HOST, alone);
        store().hosts().put(HOST, wall);
        store().hosts().put(HOST, longer);
        reopen();
        assertThat(store().hosts().of(HOST, now)).containsExactlyInAnyOrder(alone, longer);
        assertThat(store().hosts().of("www.example.org", now)).isEmpty();

        store().hosts().remove(HOST, "wall", "abc");
        assertThat(store().hosts().of(HOST, now)).containsExactly(alone);
        assertThat(store().hosts().of(HOST, now.plus(Duration.ofDays(3)))).as("it ended long ago").isEmpty();
        assertThat(store().hosts().forget(HOST)).isTrue();
        assertThat(store().hosts().forget(HOST)).isFalse();
    }

    @Test
    void firstLearntNetworkOfAHost_isKeptUntilItIsForgotten() {
        assertThat(store().hosts().isPrivate(HOST)).isEmpty();
        store().hosts().learnNetwork(HOST, false, START);
        store().hosts().learnNetwork(HOST, true, START);
        assertThat(store().hosts().isPrivate(HOST)).contains(false);
        assertThat(store().hosts().forget(HOST)).as("there were no back-offs").isFalse();
        assertThat(store().hosts().isPrivate(HOST)).isEmpty();
    }

    @Test
    void sourceWaitsForItsHost_untilTheTimeOrTheNextRequest() {
        Waiting waiting = new Waiting(HOST, START.plusSeconds(60), "it asked for a minute", true);
        store().hosts().wait("a", waiting);
        assertThat(store().hosts().waiting("a", START)).contains(waiting);
        assertThat(store().hosts().waiting("a", START.plusSeconds(60))).isEmpty();
        assertThat(store().hosts().waiting(START)).containsExactly(Map.entry("a", waiting));
        assertThat(store().hosts().waiting(START.plusSeconds(60))).isEmpty();
        store().hosts().asked("a");
        assertThat(store().hosts().waiting("a", START)).isEmpty();
        assertThatThrownBy(() -> store().hosts().waiting(UNKNOWN, START)).isInstanceOf(StoreException.class);
    }

    @Test
    void recordSavedWithASlowClock_isDatedAfterTheStableTime() {
        Instant stable = store().stableTime();
        assertThat(stable).isEqualTo(START);
        try (HubStore other = open(dataDir, clock)) {
            clock.advance(Duration.ofSeconds(-30));
            assertThat(other.stableTime()).as("it never goes back").isEqualTo(stable);
            save(store().begin("a", START), 1);
            Repository repository = other.repository("a", "https://hub.example.org/oai/a").orElseThrow();
            assertThat(repository.settled()).isAfterOrEqualTo(stable);
            assertThat(repository.records(new RecordQuery(MetadataPrefix.OAI_DC, stable, Instant.parse("9999-12-31T23:59:59Z"),
                    null, null, 10, false)).read()).hasSize(1);
        }
    }
}
