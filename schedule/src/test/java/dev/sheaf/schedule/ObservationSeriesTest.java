package dev.sheaf.schedule;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.schedule.metrics.ObservationSeries;
import dev.sheaf.schedule.metrics.ObservationSeries.Observation;
import dev.sheaf.schedule.metrics.SyncMetrics;

import static org.assertj.core.api.Assertions.assertThat;

/** Observations at 10, 20, 30 … 100. */
class ObservationSeriesTest {

    private static final Changes CHANGES = Changes.of(new long[]{11, 12, 30, 55}, new long[]{3, 4, 1, 2});

    private static ObservationSeries series(Long... harvests) {
        return ObservationSeries.of(CHANGES, List.of(harvests), 0, 10, 10);
    }

    private static Observation observation(ObservationSeries series, long number) {
        return series.observations().stream().filter(one -> one.number() == number).findFirst().orElseThrow();
    }

    @Test
    void observation_countsChangesAndTheIntervalSinceTheLastUpdate() {
        List<Observation> updates = series().observations().stream().filter(Observation::updated).toList();

        assertThat(updates).extracting(Observation::number).containsExactly(2L, 3L, 6L);
        assertThat(updates).extracting(Observation::records).containsExactly(7L, 1L, 2L);
        assertThat(updates).extracting(Observation::interval).containsExactly(2L, 1L, 3L);
        assertThat(updates).extracting(one -> one.at().getEpochSecond()).containsExactly(20L, 30L, 60L);
    }

    @Test
    void theSeriesAddsUpToTheMetrics() {
        SyncMetrics metrics = SyncMetrics.of(CHANGES, 0, 10, 10);
        List<Observation> updates = series(25L).observations().stream().filter(Observation::updated).toList();

        assertThat(updates).hasSize((int) metrics.updates());
        assertThat(updates.stream().mapToLong(Observation::records).sum()).isEqualTo(metrics.records());
        assertThat(updates.stream().mapToLong(Observation::interval).average().orElseThrow()).isEqualTo(metrics.interval());
    }

    @Test
    void copyWithAllChanges_isFresh() {
        ObservationSeries series = series(5L, 35L, 71L);

        assertThat(observation(series, 1).fresh()).isTrue();
        assertThat(observation(series, 2).fresh()).isFalse();
        assertThat(observation(series, 3).fresh()).isFalse();
        assertThat(observation(series, 4).fresh()).as("harvested at 35").isTrue();
        assertThat(observation(series, 6).fresh()).isFalse();
        assertThat(observation(series, 8).fresh()).as("harvested at 71").isTrue();
        assertThat(series.observations()).as("the others are as the ones before").hasSize(6);
        assertThat(series.count()).isEqualTo(10);
    }

    @Test
    void beforeTheFirstHarvest_noFreshnessIsReported() {
        assertThat(observation(series(35L), 3).fresh()).isNull();
        assertThat(series().observations()).allSatisfy(one -> assertThat(one.fresh()).isNull());
    }

    @Test
    void harvestAtTheTimeOfAChange_includesTheChange() {
        assertThat(observation(series(30L), 3).fresh()).isTrue();
    }

    @Test
    void withoutObservations_thereAreNoMetrics() {
        assertThat(ObservationSeries.of(CHANGES, List.of(5L), 0, 10, 0).observations()).isEmpty();
    }
}
