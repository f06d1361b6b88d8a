package dev.sheaf.bench.soak;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The straight line through the second half of a trend, and its bound. */
class TrendTest {

    private static Trend trend(double... values) {
        Trend trend = new Trend("threads", 2, 1);
        for (int i = 0; i < values.length; i++) {
            trend.add(i * 900.0, values[i]);
        }
        return trend;
    }

    @Test
    void riseOnlyInTheFirstHalf_isFlat() {
        assertThat(trend(0, 10, 20, 30, 30, 30, 30, 30).isFlat()).isTrue();
    }

    @Test
    void steadyRiseAboveTheBound_isNotFlat() {
        Trend rising = trend(10, 12, 14, 16, 18, 20, 22, 24);

        assertThat(rising.rise()).isCloseTo(6, within(1e-9));
        assertThat(rising.bound()).isCloseTo(2.75, within(1e-9));
        assertThat(rising.isFlat()).isFalse();
    }

    @Test
    void highValueInTheMiddle_isFlat() {
        assertThat(trend(10, 10, 10, 10, 10, 19, 10, 10).isFlat()).isTrue();
    }

    @Test
    void fallingValues_areFlat() {
        assertThat(trend(30, 28, 26, 24, 22, 20, 18, 16).isFlat()).isTrue();
    }
}
