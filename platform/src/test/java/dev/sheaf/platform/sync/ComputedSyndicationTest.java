package dev.sheaf.platform.sync;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.description.Syndication;

import static org.assertj.core.api.Assertions.assertThat;

class ComputedSyndicationTest {

    private static final double HOUR = 3_600;

    @ParameterizedTest
    @CsvSource({"1, HOURLY, 1", "0.5, HOURLY, 2", "24, DAILY, 1", "25, DAILY, 1", "12, DAILY, 2", "168, WEEKLY, 1",
            "56, WEEKLY, 3",
            "730, MONTHLY, 1", "8766, YEARLY, 1", "4383, YEARLY, 2"})
    void anIntervalIsRoundedToTheNearestPeriodAndFrequency(double hours, Syndication.Period period, int frequency) {
        assertThat(ComputedSyndication.nearest(hours * HOUR)).isEqualTo(new Syndication(period, frequency, null));
    }

    @Test
    void whatIsNearNoPeriodIsNotPublished() {
        assertThat(ComputedSyndication.nearest(10 * 8_766 * HOUR)).isNull();
        assertThat(ComputedSyndication.nearest(1)).isNull();
    }
}
