package dev.sheaf.platform.sync.plan;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.description.Syndication;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.sync.JobsSetup;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Descriptions of local repositories. */
class ComputedSyndicationTest extends JobsSetup {

    private static final double HOUR = 3_600;

    @ParameterizedTest
    @CsvSource({"1, HOURLY, 1", "0.5, HOURLY, 2", "24, DAILY, 1", "25, DAILY, 1", "12, DAILY, 2", "168, WEEKLY, 1",
            "56, WEEKLY, 3",
            "730, MONTHLY, 1", "8766, YEARLY, 1", "4383, YEARLY, 2"})
    void anIntervalIsRoundedToTheNearestPeriodAndFrequency(double hours, Syndication.Period period, int frequency) {
        assertThat(ComputedSyndication.nearest(hours * HOUR)).isEqualTo(new Syndication(period, frequency, null));
    }

    @Test
    void intervalNearNoPeriod_isNotPublished() {
        assertThat(ComputedSyndication.nearest(10 * 8_766 * HOUR)).isNull();
        assertThat(ComputedSyndication.nearest(1)).isNull();
    }

    /** A record on each of so many days, at ten o'clock. */
    private void daily(String id, int days) {
        long run = store().begin(id, clock.instant());
        List<OaiRecord> records = IntStream.range(0, days)
                .mapToObj(day -> SampleRecords.live(day, "No. " + day,
                        Datestamp.parse("2025-02-%02dT10:00:00Z".formatted(10 + day))))
                .toList();
        store().save(new Batch(id, run, MetadataFormat.OAI_DC, records));
    }

    @Test
    void localRepositoryWithSixChanges_publishesItsFrequency() {
        store().put(Source.imported("own", "Our own"));
        daily("own", 7);

        assertThat(new ComputedSyndication(store(), clock).of("own"))
                .contains(new Syndication(Syndication.Period.DAILY, 1, null));
    }

    @Test
    void fewerChanges_publishNoFrequency() {
        store().put(Source.imported("own", "Our own"));
        daily("own", 6);
        store().put(Source.imported("silent", "Silent"));

        ComputedSyndication computed = new ComputedSyndication(store(), clock);
        assertThat(computed.of("own")).isEmpty();
        assertThat(computed.of("silent")).isEmpty();
        assertThat(computed.of("nobody")).isEmpty();
    }

    @Test
    void frequency_isComputedOnceAnHour() {
        store().put(Source.imported("own", "Our own"));
        ComputedSyndication computed = new ComputedSyndication(store(), clock);
        assertThat(computed.of("own")).isEmpty();
        daily("own", 7);

        clock.advance(Duration.ofMinutes(59));
        assertThat(computed.of("own")).isEmpty();
        clock.advance(Duration.ofMinutes(2));
        assertThat(computed.of("own")).isPresent();
    }

    @Test
    void mirror_publishesNoFrequencyOfItsOrigin() {
        store().put(Source.harvested(ID, "https://a.example.org/oai"));
        daily(ID, 9);

        assertThat(new ComputedSyndication(store(), clock).of(ID)).isEmpty();
    }
}
