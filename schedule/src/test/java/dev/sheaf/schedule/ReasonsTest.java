package dev.sheaf.schedule;

import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** "Why then?" is answered by what is really planned. */
class ReasonsTest {

    private static final long HOUR = 3_600;
    private static final long DAY = 24 * HOUR;
    private static final long START = 20_089 * DAY;
    private static final Changes NIGHTLY = Changes
            .at(LongStream.range(0, 100).map(day -> START - (100 - day) * DAY + 2 * HOUR + 600).toArray());

    private static HarvestSchedule of(double budget, SourceTerms terms, Changes past) {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(budget), START);
        schedule.add("a", terms, past, START - 100 * DAY, START);
        schedule.wake();
        return schedule;
    }

    private static SourceTerms netRate() {
        return SourceTerms.of(PolicyName.NET_RATE, "h");
    }

    @Test
    void reasonNamesTheHourOfARegularSource() {
        HarvestSchedule schedule = of(2, netRate(), NIGHTLY);

        assertThat(schedule.due("a") - START).isBetween(2 * HOUR, 3 * HOUR);
        assertThat(schedule.because("a")).containsPattern("every 2[45] hours").contains("around 02:00 UTC",
                "longest for the price");
    }

    @Test
    void sourceWithoutChanges_isHarvestedAtTheLongestIntervalWithThatReason() {
        HarvestSchedule schedule = of(1, netRate(), Changes.NONE);

        assertThat(schedule.due("a") - START).isLessThanOrEqualTo(4 * DAY);
        assertThat(schedule.because("a")).contains("no change of the source is known yet");
    }

    @Test
    void latencyThatEndsFirst_isTheReason() {
        HarvestSchedule schedule = of(100, netRate().withLatency(HOUR / 2), Changes.NONE);

        assertThat(schedule.due("a")).isEqualTo(START + HOUR / 2);
        assertThat(schedule.because("a")).contains("acceptable latency");
    }

    @Test
    void otherPoliciesAndPins_nameTheirReason() {
        HarvestSchedule uniform = of(1, SourceTerms.of(PolicyName.UNIFORM, "h"), NIGHTLY);
        HarvestSchedule adaptive = of(1, SourceTerms.of(PolicyName.ADAPTIVE, "h"), NIGHTLY);
        HarvestSchedule pinned = of(1, netRate().withPinned(5 * HOUR), NIGHTLY);

        assertThat(uniform.because("a")).contains("policy uniform", "its turn");
        assertThat(adaptive.because("a")).contains("policy adaptive").containsPattern("every 2[45] hours");
        assertThat(pinned.because("a")).contains("fixed by an operator");
        assertThat(pinned.due("a")).isEqualTo(START + 5 * HOUR);
    }

    @Test
    void event_isTheReasonUntilItIsOver() {
        HarvestSchedule schedule = of(1, netRate(), NIGHTLY);

        schedule.order("a", START + 60);
        assertThat(schedule.because("a")).contains("an operator ordered it");
        schedule.next(START + 60);
        schedule.failed("a", START + 60, null);
        assertThat(schedule.because("a")).contains("failed (1 in a row)");
        assertThat(schedule.due("a")).isEqualTo(START + 60 + 15 * 60);
        schedule.next(schedule.due("a"));
        schedule.harvested("a", START + HOUR, Changes.NONE);
        assertThat(schedule.because("a")).contains("around 02:00 UTC");
        schedule.notified("a", START + 12 * HOUR);
        assertThat(schedule.because("a")).satisfiesAnyOf(text -> assertThat(text).contains("announced changes"),
                text -> assertThat(text).contains("around 02:00 UTC"));
    }
}
