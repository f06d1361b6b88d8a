package dev.sheaf.schedule;

import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.schedule.metrics.Cost;
import dev.sheaf.schedule.metrics.IntervalShare;
import dev.sheaf.schedule.metrics.SyncMetrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SyncMetricsTest {

    private static final long DAY = 86_400;

    @Test
    void oneDayAtALatencyOfOneDayCostsARequestForEachRepository() {
        assertThat(Cost.uniform(1, 1, 100)).isEqualTo(100);
    }

    /** Example 3.2: a latency of a minute against repositories that change every hour. */
    @Test
    void hourlyRepositoriesCost1440TimesMUniformlyAnd24TimesMAdaptively() {
        assertThat(Cost.uniform(24 * 60, 1, 100)).isEqualTo(1_440 * 100);
        assertThat(Cost.adaptive(24, Collections.nCopies(100, 1.0))).isEqualTo(24 * 100);
    }

    @Test
    void fiveChangesInFiveMonths_haveAnIntervalOfOneMonth() {
        long month = 30 * DAY;

        SyncMetrics metrics = SyncMetrics.of(Changes.at(5, month + 5, 2 * month + 5, 3 * month + 5, 4 * month + 5), 0, month, 5);

        assertThat(metrics.interval()).isEqualTo(1);
        assertThat(metrics.frequency()).isEqualTo(1);
        assertThat(metrics.deviation()).isZero();
    }

    @Test
    void recordsOfOneObservationAreOneUpdateAndIntervalsAreCountedInObservations() {
        Changes changes = Changes.of(new long[]{10, 20, 3 * DAY, 9 * DAY + 1}, new long[]{2, 3, 7, 8});

        SyncMetrics metrics = SyncMetrics.of(changes, 0, DAY, 20);

        // Updates at observations 1, 3 and 10: intervals 1, 2 and 7.
        assertThat(metrics.updates()).isEqualTo(3);
        assertThat(metrics.interval()).isCloseTo(10 / 3.0, within(1e-12));
        assertThat(metrics.recordsPerUpdate()).isCloseTo(20 / 3.0, within(1e-12));
        assertThat(metrics.deviation()).isCloseTo(Math.sqrt((1 + 4 + 49) / 3.0 - 100 / 9.0), within(1e-9));
    }

    @Test
    void unchangedSourceHasNoFrequencyAndNoCost() {
        SyncMetrics metrics = SyncMetrics.of(Changes.NONE, 0, DAY, 20);

        assertThat(metrics.interval()).isInfinite();
        assertThat(metrics.frequency()).isZero();
        assertThat(Cost.adaptive(365, metrics.interval())).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "3.25, 11.93, 3.67", "3.8, 4.13, 1.09", "3.7, 7.15, 1.93", "1.71, 2.92, 1.71", "2.81, 7.12, 2.53",
            "2.03, 3.3, 1.62", "2.11, 56.5, 26.77"})
    void variation_isTheDeviationDividedByTheIntervalAsInTable2(double interval, double deviation, double variation) {
        assertThat(SyncMetrics.variation(deviation, interval)).isCloseTo(variation, within(0.011));
    }

    @Test
    void everyIntervalFallsIntoOneShare() {
        List<IntervalShare> shares = IntervalShare.of(List.of(1.0, 6.0, 30.0, 31.0, 400.0, 1e6, Double.POSITIVE_INFINITY));

        assertThat(shares).extracting(IntervalShare::sources).containsExactly(1L, 1L, 2L, 0L, 1L, 1L, 1L);
        assertThat(shares.stream().mapToDouble(IntervalShare::share).sum()).isCloseTo(1, within(1e-9));
    }
}
