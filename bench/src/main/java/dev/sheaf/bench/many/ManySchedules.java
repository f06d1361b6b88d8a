package dev.sheaf.bench.many;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.sheaf.bench.Filling;
import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.plan.SyncScheduler;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

/**
 * Measurement of the time that the scheduler of a hub needs with many sources: at its start, for a check of all sources, and for a round in
 * between.
 */
public final class ManySchedules {

    private static final Instant NOW = Instant.parse("2025-06-01T12:00:00Z");
    private static final int CHANGES = 20;
    private static final int ROUNDS = 20;

    private ManySchedules() {}

    /**
     * Prints the times.
     *
     * @param arguments empty folder for the store, and number of sources
     */
    public static void main(String[] arguments) throws IOException {
        int sources = Integer.parseInt(arguments[1]);
        SettableClock clock = new SettableClock(NOW);
        try (HubStore store = HubStores.open(Path.of(arguments[0]), Filling.IDENTITY, clock)) {
            for (int i = 0; i < sources; i++) {
                fill(store, i);
            }
            int[] begun = {0};
            try (SyncScheduler scheduler = new SyncScheduler(store, ScheduleTerms.of(0.1), 4, id -> {
                begun[0]++;
                return ActionResult.done("the harvest is not carried out");
            }, clock, (_, _) -> {})) {
                tell("start", seconds(scheduler));
                double least = Double.POSITIVE_INFINITY;
                double most = 0;
                for (int i = 0; i < ROUNDS; i++) {
                    clock.advance(Duration.ofSeconds(10));
                    double time = seconds(scheduler);
                    least = Math.min(least, time);
                    most = Math.max(most, time);
                }
                tell("round with a check of all sources", most);
                tell("round in between", least);
                System.out.println(sources + " sources, " + begun[0] + " harvests begun");
            }
        }
    }

    private static void fill(HubStore store, int number) {
        String id = "s" + number;
        store.put(Source.harvested(id, "https://" + id + ".example.org/oai"));
        Instant started = NOW.minus(Duration.ofSeconds(number * 8L + 1));
        long run = store.begin(id, started);
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < CHANGES; i++) {
            records.add(SampleRecords.live(number * CHANGES + i, "Record " + i,
                    Datestamp.ofSecond(started.minus(Duration.ofHours((i * 37L + number) % 4_000 + 1)))));
        }
        store.save(new Batch(id, run, MetadataFormat.OAI_DC, records));
        store.end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", new Counts(CHANGES, 0, 0, 0, 0), 1), started);
    }

    private static double seconds(SyncScheduler scheduler) {
        long begun = System.nanoTime();
        scheduler.round();
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void tell(String what, double seconds) {
        System.out.printf(Locale.ROOT, "%-24s %.3f s%n", what, seconds);
    }
}
