package dev.sheaf.schedule.simulation;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.schedule.Changes;
import dev.sheaf.schedule.PolicyName;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.schedule.SourceTerms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SimulationTest {

    private static final long DAY = 86_400;

    private static PollLog run(ChangeTrace trace, PolicyName policy, double budget, List<Notice> notices) {
        return Simulation.run(trace, ScheduleTerms.of(budget), SourceTerms.of(policy, ""), notices);
    }

    private static Measures measured(ChangeTrace trace, PolicyName policy, double budget, List<Notice> notices) {
        return Measures.of(trace, run(trace, policy, budget, notices), DAY);
    }

    @Test
    void netRate_isFresherThanThePapersPolicies_withinEveryBudget() {
        ChangeTrace trace = TraceGenerator.generate(TraceGenerator.Mix.REPO, 150, 60, 3);

        for (double budget : new double[]{0.1, 0.25, 0.5, 1}) {
            Measures netRate = measured(trace, PolicyName.NET_RATE, budget, List.of());
            Measures uniform = measured(trace, PolicyName.UNIFORM, budget, List.of());
            Measures adaptive = measured(trace, PolicyName.ADAPTIVE, budget, List.of());

            assertThat(netRate.freshness()).as("at " + budget).isGreaterThan(uniform.freshness())
                    .isGreaterThan(adaptive.freshness());
            for (Measures measures : List.of(netRate, uniform, adaptive)) {
                assertThat((double) measures.requests()).as("at " + budget)
                        .isLessThanOrEqualTo(Math.max(1, 0.01 * budget * 150 * 60) + budget * 150 * 60);
            }
        }
    }

    @Test
    void repositoriesThatChangeHourlyCost1440TimesMUniformlyAtAMinuteAnd24TimesMAdaptively() {
        ChangeTrace trace = TraceGenerator.generate(TraceGenerator.Mix.HOURLY, 50, 10, 1);

        Measures uniform = measured(trace, PolicyName.UNIFORM, 1_440, List.of());
        Measures adaptive = Measures.of(trace,
                Simulation.run(trace, ScheduleTerms.unbounded(), SourceTerms.of(PolicyName.ADAPTIVE, ""), List.of()), DAY);

        assertThat(uniform.requestsPerSourceDay()).isCloseTo(1_440, within(1.0));
        assertThat(adaptive.requestsPerSourceDay()).isCloseTo(24, within(0.25));
        assertThat(adaptive.fruitful()).isGreaterThan(0.95);
    }

    @Test
    void sourcesThatChangeManyTimesADayAreAskedInTheirQuietHours() {
        ChangeTrace trace = TraceGenerator.generate(TraceGenerator.Mix.NEWS, 60, 14, 3);

        for (double budget : new double[]{0.25, 1, 2}) {
            assertThat(measured(trace, PolicyName.NET_RATE, budget, List.of()).freshness()).as("at " + budget)
                    .isGreaterThan(measured(trace, PolicyName.UNIFORM, budget, List.of()).freshness());
        }
    }

    @Test
    void announcements_increaseTheFreshness() {
        ChangeTrace trace = TraceGenerator.generate(TraceGenerator.Mix.REPO, 100, 60, 5);

        Measures without = measured(trace, PolicyName.NET_RATE, 0.25, List.of());
        Measures with = measured(trace, PolicyName.NET_RATE, 0.25, TraceGenerator.notices(trace, 5));

        assertThat(with.freshness()).isGreaterThan(without.freshness() + 0.005);
    }

    /** Nothing later than a poll may have influenced it. */
    @Test
    void laterChangesDoNotAlterEarlierRequests() {
        ChangeTrace trace = TraceGenerator.generate(TraceGenerator.Mix.REPO, 40, 40, 9);
        long cut = trace.start() + 20 * DAY;
        ChangeTrace shorter = new ChangeTrace(trace.start(), trace.end(), trace.sources().stream()
                .map(source -> new ChangeTrace.Source(source.name(), source.changes().between(Long.MIN_VALUE, cut))).toList());

        PollLog whole = run(trace, PolicyName.NET_RATE, 0.5, List.of());
        PollLog first = run(shorter, PolicyName.NET_RATE, 0.5, List.of());

        for (int i = 0; i < 40; i++) {
            assertThat(java.util.Arrays.stream(first.of(i)).filter(time -> time <= cut))
                    .containsExactlyElementsOf(java.util.Arrays.stream(whole.of(i)).filter(time -> time <= cut).boxed().toList());
        }
    }

    @Test
    void seed_decidesTheTrace() {
        List<Long> one = times(TraceGenerator.generate(TraceGenerator.Mix.NEWS, 20, 5, 1));

        assertThat(times(TraceGenerator.generate(TraceGenerator.Mix.NEWS, 20, 5, 1))).isEqualTo(one);
        assertThat(times(TraceGenerator.generate(TraceGenerator.Mix.NEWS, 20, 5, 2))).isNotEqualTo(one);
    }

    private static List<Long> times(ChangeTrace trace) {
        return trace.sources().stream().flatMap(source -> java.util.stream.IntStream.range(0, source.changes().size())
                .mapToObj(source.changes()::time)).toList();
    }

    /** Six per cent change daily, sixty monthly or less often, as in the paper. */
    @Test
    void generatedRepositories_changeAsOftenAsInThePaper() {
        ChangeTrace trace = TraceGenerator.generate(TraceGenerator.Mix.REPO, 1_000, 120, 2);

        double daily = share(trace, 0, 1.5);
        double monthly = share(trace, 27, Double.POSITIVE_INFINITY);

        assertThat(daily).isBetween(0.04, 0.09);
        assertThat(monthly).isBetween(0.55, 0.67);
    }

    private static double share(ChangeTrace trace, double least, double most) {
        return trace.sources().stream().filter(source -> {
            Changes changes = source.changes();
            long days = java.util.stream.IntStream.range(0, changes.size()).mapToLong(i -> changes.time(i) / DAY).distinct()
                    .count();
            double interval = days == 0 ? Double.POSITIVE_INFINITY : 2 * trace.days() / days;
            return interval >= least && interval <= most;
        }).count() / (double) trace.sources().size();
    }

    @Test
    void replay_measuresAsDefined() {
        ChangeTrace trace = new ChangeTrace(0, 10 * DAY, List.of(
                new ChangeTrace.Source("a", Changes.of(new long[]{DAY, 2 * DAY, 6 * DAY}, new long[]{1, 3, 4})),
                new ChangeTrace.Source("b", Changes.NONE)));
        PollLog log = new PollLog(2);
        log.add(0, 4 * DAY);
        log.add(0, 5 * DAY);
        log.add(1, 5 * DAY + 60);

        Measures measures = Measures.of(trace, log, DAY);

        // Source a is stale from day 1 to 4 and from 6 to 10.
        assertThat(measures.freshness()).isCloseTo((0.3 + 1) / 2, within(1e-9));
        assertThat(measures.recordFreshness()).isCloseTo(0.3, within(1e-9));
        assertThat(measures.withinLatency()).isCloseTo(1 - (2 + 3) / 10.0 / 2, within(1e-9));
        assertThat(measures.meanAge()).isCloseTo(24 * (4.5 + 8) / 10 / 2, within(1e-9));
        assertThat(measures.meanWait()).isCloseTo(24 * (3 + 3 * 2 + 4 * 4) / 8.0, within(1e-9));
        assertThat(measures.longestUnseen()).isEqualTo(4 * 24);
        assertThat(measures.longestGap()).isCloseTo(5 * 24 + 1 / 60.0, within(1e-9));
        assertThat(measures.requests()).isEqualTo(3);
        assertThat(measures.fruitful()).isCloseTo(1 / 3.0, within(1e-9));
        assertThat(measures.mostInAnHour()).isEqualTo(2);
        assertThat(DailyFreshness.of(trace, log)).containsExactly(1.0, 0.5, 0.5, 0.5, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5);
    }
}
