package dev.sheaf.schedule;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PoissonTest {

    @Test
    void harvestsAtTheMeanInterval_give63PercentFreshnessAtAnyRate() {
        assertThat(Poisson.freshness(1, 1)).isCloseTo(1 - 1 / Math.E, within(1e-9));
        assertThat(Poisson.freshness(24, 1.0 / 24)).isCloseTo(1 - 1 / Math.E, within(1e-9));
    }

    @Test
    void age_equalsTheClosedForm() {
        assertThat(Poisson.age(1, 1)).isCloseTo(0.5 - 1 + (1 - 1 / Math.E), within(1e-9));
        assertThat(Poisson.age(1e-6, 1)).isCloseTo(1e-6 / 6, within(1e-12));
    }

    /** Cho and Garcia-Molina: five pages that change 1 to 5 times a day, five requests a day. The last is not worth one. */
    @Test
    void fiveRequestsAreDividedAmongFivePagesAsTheLiteratureSays() {
        double[] rates = {1, 2, 3, 4, 5};
        double[] weights = {1, 1, 1, 1, 1};

        double price = Poisson.price(rates, weights, 5, Double.POSITIVE_INFINITY);

        double[] expected = {1.15, 1.36, 1.35, 1.14, 0};
        double fresh = 0;
        for (int i = 0; i < rates.length; i++) {
            double interval = Poisson.interval(rates[i], 1, price);
            assertThat(1 / interval).isCloseTo(expected[i], within(0.006));
            fresh += (Double.isInfinite(interval) ? 0 : Poisson.freshness(rates[i], interval)) / rates.length;
        }
        assertThat(fresh).isCloseTo(0.374, within(0.001));
    }
}
