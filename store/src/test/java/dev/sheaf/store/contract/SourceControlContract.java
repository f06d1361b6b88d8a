package dev.sheaf.store.contract;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceCare;
import dev.sheaf.store.sources.SourceControl;
import dev.sheaf.store.sources.SourceControl.Wish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link SourceControl} and {@link dev.sheaf.store.sources.SourceMonitoring}. */
public abstract class SourceControlContract extends FacetContract {

    private SourceControl control() {
        return store().control();
    }

    @Test
    void removals_countThoseTogetherWithTheRecords() {
        assertThat(store().removals("a")).isZero();
        assertThat(store().removals(UNKNOWN)).isZero();
        store().remove("a", false);
        assertThat(store().removals("a")).isEqualTo(1);
        store().put(Source.harvested("a", "https://a.example.org/oai"));
        store().remove("a", true);
        assertThat(store().removals("a")).as("its records stay").isEqualTo(1);
    }

    @Test
    void pausedSource_staysPausedUntilItIsResumed() {
        assertThat(control().paused("a")).isEmpty();
        assertThat(control().pause("a", START)).isTrue();
        assertThat(control().pause("a", START.plusSeconds(60))).as("it is paused already").isFalse();
        reopen();
        assertThat(control().paused("a")).contains(START);
        assertThat(control().wish("a", 1)).isEqualTo(Wish.PAUSE);
        assertThat(control().isCancelled("a", 1)).isFalse();
        assertThat(store().status("a").orElseThrow().state()).isEqualTo(SourceStatus.State.PAUSED);

        assertThat(control().resume("a")).isTrue();
        assertThat(control().resume("a")).isFalse();
        assertThat(control().wish("a", 1)).isEqualTo(Wish.GO_ON);
    }

    @Test
    void cancellation_endsRunsUnderWay_andNoLaterOnes() {
        long run = store().begin("a", START);
        control().cancel("a");
        assertThat(control().isCancelled("a", run)).isTrue();
        assertThat(control().wish("a", run)).isEqualTo(Wish.CANCEL);
        long next = store().begin("a", START.plusSeconds(60));
        assertThat(control().isCancelled("a", next)).isFalse();
        assertThat(control().wish("a", next)).isEqualTo(Wish.GO_ON);
    }

    @Test
    void heldDeletions_areHeldUntilTheyAreReleased() {
        assertThat(control().hold("a", START)).isTrue();
        assertThat(control().hold("a", START.plusSeconds(60))).isFalse();
        assertThat(control().pause("a", START.plusSeconds(60))).isTrue();
        assertThat(control().holding("a")).contains(START);
        assertThat(control().release("a")).isTrue();
        assertThat(control().release("a")).isFalse();
        assertThat(control().holding("a")).isEmpty();
        assertThat(control().paused("a")).as("untouched").isPresent();
    }

    @Test
    void cancellationByAnotherProcess_isSeenAtOnce() {
        try (HubStore other = open(dataDir, clock)) {
            long run = store().begin("a", START);
            other.control().cancel("a");
            assertThat(control().isCancelled("a", run)).isTrue();
        }
    }

    @Test
    void unknownSource_hasNoControl_andCannotBePaused() {
        assertThat(control().paused(UNKNOWN)).isEmpty();
        assertThat(control().holding(UNKNOWN)).isEmpty();
        assertThat(control().wish(UNKNOWN, 1)).isEqualTo(Wish.GO_ON);
        assertThatThrownBy(() -> control().pause(UNKNOWN, START)).isInstanceOf(StoreException.class)
                .hasMessageContaining(UNKNOWN);
    }

    @Test
    void monitoringSettings_areReplacedByLaterOnes() {
        assertThat(store().monitoring().of("a")).isEqualTo(SourceCare.DEFAULT);
        SourceCare settings = new SourceCare(true, Duration.ofHours(36), 20, true, false, 1L << 33);
        store().monitoring().put("a", settings);
        reopen();
        assertThat(store().monitoring().of("a")).isEqualTo(settings);
        store().monitoring().put("a", SourceCare.DEFAULT);
        assertThat(store().monitoring().of("a")).isEqualTo(SourceCare.DEFAULT);
        assertThat(store().monitoring().of(UNKNOWN)).isEqualTo(SourceCare.DEFAULT);
        assertThatThrownBy(() -> store().monitoring().put(UNKNOWN, settings)).isInstanceOf(StoreException.class);
    }

    @Test
    void removedSource_losesItsSettingsAndRequests() {
        control().pause("a", START);
        control().hold("a", START);
        store().monitoring().put("a", new SourceCare(true, null, null));
        store().remove("a", false);
        assertThat(control().paused("a")).isEmpty();
        assertThat(control().holding("a")).isEmpty();
        assertThat(store().monitoring().of("a").validate()).isFalse();
    }
}
