package dev.sheaf.bench;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.schedule.PolicyName;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.schedule.simulation.ChangeTrace;
import dev.sheaf.schedule.simulation.TraceGenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Three days of a hub with ten repositories, over real HTTP, by a clock that is set. */
class HubMonthTest {

    @TempDir
    Path folder = Path.of("");

    @Test
    void hub_achievesTheFreshnessOfTheSimulator() throws Exception {
        ChangeTrace trace = TraceGenerator.generate(TraceGenerator.Mix.REPO, 10, 3, 11);

        HubMonth.Result result;
        try (HubMonth month = new HubMonth(trace, folder)) {
            result = month.run(ScheduleTerms.of(1), PolicyName.NET_RATE);
        }

        assertThat(result.failed()).isZero();
        assertThat(result.behind()).isZero();
        assertThat(result.hub().requests()).isPositive().isLessThanOrEqualTo(31);
        assertThat((double) result.hub().requests()).isCloseTo((double) result.simulated().requests(), within(6.0));
        assertThat(result.hub().freshness()).isCloseTo(result.simulated().freshness(), within(0.08));
        assertThat(result.report().freshness()).isCloseTo(result.hub().freshness(), within(0.1));
    }
}
