package dev.sheaf.schedule;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ChangeModelTest {

    private static final long HOUR = 3_600;
    private static final long DAY = 24 * HOUR;
    /** A Monday. */
    private static final long START = 1_735_516_800L;
    private static final int DAYS = 28;

    /** One change in every second hour from 8 to 20, none at night. */
    private static Changes byDay(int days) {
        SplittableRandom random = new SplittableRandom(5);
        return Changes.at(java.util.stream.LongStream.range(0, days * 24L)
                .filter(hour -> hour % 24 >= 8 && hour % 24 < 20 && random.nextBoolean())
                .map(hour -> START + hour * HOUR + random.nextInt((int) HOUR)).toArray());
    }

    @Test
    void frequentChanges_areModelledAsFrequent() {
        Changes past = byDay(DAYS);

        ChangeModel model = ChangeModel.of(past, START, START + DAYS * DAY, false, null);

        double ofAWeek = 0;
        for (int hour = 0; hour < HourOfWeek.PER_WEEK; hour++) {
            ofAWeek += model.weeklyHazard(hour);
        }
        assertThat(ofAWeek / (past.size() / 4.0)).isBetween(0.8, 1.2);
        assertThat(model.weeklyHazard(12) / model.weeklyHazard(2)).isGreaterThan(3);
    }

    @Test
    void sourceWithoutHistory_isModelledAfterSomeHarvests() {
        Changes news = byDay(DAYS);

        ChangeModel model = ChangeModel.of(Changes.at(), START, START, false, null);
        model.observe(news, START + DAYS * DAY);

        double ofAWeek = 0;
        for (int hour = 0; hour < HourOfWeek.PER_WEEK; hour++) {
            ofAWeek += model.weeklyHazard(hour);
        }
        assertThat(ofAWeek / (news.size() / 4.0)).isBetween(0.6, 1.5);
        assertThat(model.weeklyHazard(12) / model.weeklyHazard(2)).isGreaterThan(3);
    }

    @Test
    void changesAtAFixedHour_areModelledByTheHour() {
        long[] nights = new long[60];
        for (int night = 0; night < nights.length; night++) {
            nights[night] = START + night * DAY + 2 * HOUR + 600;
        }

        ChangeModel model = ChangeModel.of(Changes.at(nights), START, START + 60 * DAY, false, null);

        assertThat(model.likeliestHour()).isEqualTo(2);
        assertThat(model.meanRate() * 24).isCloseTo(1, within(0.1));
    }
}
