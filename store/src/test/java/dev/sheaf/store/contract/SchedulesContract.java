package dev.sheaf.store.contract;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sources.Schedules.ChangedSlot;
import dev.sheaf.store.sources.Schedules.Planned;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link dev.sheaf.store.sources.Schedules}. */
public abstract class SchedulesContract extends FacetContract {

    @Test
    void pinnedInterval_isStoredUntilItIsRemoved() {
        store().put(Source.harvested("b", "https://b.example.org/oai"));
        assertThat(store().schedules().pinned("a")).isEmpty();
        store().schedules().pin("a", Duration.ofHours(6));
        reopen();
        assertThat(store().schedules().pinned("a")).contains(Duration.ofHours(6));
        assertThat(store().schedules().pinned()).isEqualTo(Map.of("a", Duration.ofHours(6)));

        store().schedules().pin("a", null);
        assertThat(store().schedules().pinned("a")).isEmpty();
        assertThat(store().schedules().pinned()).isEmpty();
    }

    @Test
    void laterPlan_replacesTheFormerPlan() {
        Planned first = new Planned(START.plusSeconds(60), "it changes every hour");
        Planned second = new Planned(START.plusSeconds(7_200), "it changes every day");
        store().schedules().plan(Map.of("a", first, UNKNOWN, first));
        store().schedules().plan(Map.of("a", second));
        reopen();
        assertThat(store().schedules().planned("a")).contains(second);
        assertThat(store().schedules().planned(UNKNOWN)).isEmpty();
    }

    @Test
    void pinsPlansAndTroubles_areStoredIndependently() {
        Planned plan = new Planned(START.plusSeconds(60), "it changes every hour");
        store().schedules().trouble("a", "its policy is not known");
        store().schedules().plan(Map.of("a", plan));
        store().schedules().pin("a", Duration.ofDays(1));
        assertThat(store().schedules().planned("a")).contains(plan);
        assertThat(store().schedules().pinned("a")).contains(Duration.ofDays(1));
        assertThat(status().state()).isEqualTo(SourceStatus.State.FAILING);
    }

    @Test
    void trouble_isShownUntilItIsRemoved() {
        store().schedules().trouble("a", "its policy is not known");
        assertThat(status().state()).isEqualTo(SourceStatus.State.FAILING);
        assertThat(status().lastOutcome()).isNotNull()
                .satisfies(outcome -> assertThat(outcome.reason()).isEqualTo("its policy is not known"));
        store().schedules().trouble("a", null);
        assertThat(status().state()).isEqualTo(SourceStatus.State.IDLE);

        store().schedules().trouble("a", "again");
        store().schedules().trouble(UNKNOWN, "nobody has it");
        store().schedules().forgetTroubles();
        assertThat(status().state()).isEqualTo(SourceStatus.State.IDLE);
    }

    private SourceStatus status() {
        return store().status("a").orElseThrow();
    }

    @Test
    void changes_areCountedByTheirDatestamps() {
        save(store().begin("a", START), 1, 2, 3);
        List<ChangedSlot> changes = store().schedules().changes("a");
        assertThat(changes).containsExactly(new ChangedSlot(1_704_067_200L, 3));
        save(store().begin("a", START), 1, 2, 3);
        assertThat(store().schedules().changes("a")).as("unchanged").isEqualTo(changes);
    }

    @Test
    void numbers_areStoredByKey() {
        assertThat(store().schedules().value("rate")).isEmpty();
        store().schedules().keep("rate", 0.25);
        store().schedules().keep("rate", 0.1);
        store().schedules().keep("other", -1e300);
        reopen();
        assertThat(store().schedules().value("rate")).contains(0.1);
        assertThat(store().schedules().value("other")).contains(-1e300);
    }

    @Test
    void removedSource_losesItsSchedule() {
        save(store().begin("a", START), 1);
        store().schedules().pin("a", Duration.ofHours(6));
        store().schedules().plan(Map.of("a", new Planned(START, "now")));
        store().remove("a", false);
        assertThat(store().schedules().pinned("a")).isEmpty();
        assertThat(store().schedules().planned("a")).isEmpty();
        assertThat(store().schedules().changes("a")).isEmpty();
        assertThatThrownBy(() -> store().schedules().pin("a", Duration.ofHours(6))).isInstanceOf(StoreException.class);
    }
}
