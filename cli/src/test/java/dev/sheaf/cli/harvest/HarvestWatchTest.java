package dev.sheaf.cli.harvest;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.sheaf.cli.program.Progress;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Counts;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Harvests show their progress while they work. */
class HarvestWatchTest {

    private final SettableClock clock = SettableClock.at("2024-01-01T00:00:00Z");
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private static HarvestEvent page(long received, Counts total) {
        return new HarvestEvent.PageSaved(new Selection(MetadataPrefix.OAI_DC, null, null, null), 1, received, 1_000L, total, 0,
                0);
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void showsTheCountsOfAHarvest() {
        try (Progress progress = new Progress(err, clock, 0, false, "arxiv", "records")) {
            ProgressListener watch = new HarvestWatch(progress);
            watch.on(page(0, Counts.ZERO));
            clock.advance(Duration.ofSeconds(10));
            watch.on(page(100, new Counts(40, 30, 20, 9, 1)));
            assertThat(shown()).isEqualTo("arxiv: 100 of 1,000 records, 10/s, 1 min 30 s left; 40 new, 30 changed, 20 the same,"
                    + " 9 deleted, 1 refused");
        }
    }

    @Test
    void severalHarvests_showTheSumOfRunningAndEndedOnes() {
        try (Progress progress = new Progress(err, clock, 0, false, "harvesting", "records")) {
            ManyHarvestsWatch many = new ManyHarvestsWatch(progress, clock, 2);
            ProgressListener a = many.of("a");
            ProgressListener b = many.of("b");
            a.on(page(10, new Counts(8, 0, 0, 1, 1)));
            many.ended("a");
            clock.advance(Duration.ofSeconds(10));
            b.on(page(20, new Counts(15, 3, 0, 2, 0)));
            assertThat(shown()).isEqualTo("1 of 2 sources, 1 running: 30 records, 3/s; 23 new, 3 changed, 3 deleted, 1 refused");
        }
    }
}
