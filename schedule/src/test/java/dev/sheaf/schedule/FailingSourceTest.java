package dev.sheaf.schedule;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A source that fails for months is still asked once a week. */
class FailingSourceTest {

    private static final long DAY = 86_400;
    private static final long START = 20_089 * DAY;

    @Test
    void sourceThatFailsAgainAndAgain_isRetriedAtLeastOnceAWeek() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(24), START);
        schedule.add("broken", SourceTerms.of(PolicyName.NET_RATE, "host"), Changes.NONE, START - 100 * DAY, START);
        long time = schedule.wake();
        long longest = 0;
        for (int failure = 0; failure < 70; failure++) {
            schedule.next(time);
            schedule.failed("broken", time, null);
            longest = Math.max(longest, schedule.wake() - time);
            time = schedule.wake();
        }
        assertThat(longest).isEqualTo(7 * DAY);
    }
}
