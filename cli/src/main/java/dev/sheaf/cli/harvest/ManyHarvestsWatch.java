package dev.sheaf.cli.harvest;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import dev.sheaf.cli.program.Progress;
import dev.sheaf.core.store.Counts;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.platform.report.Phrases;

/** Display of many simultaneous harvests for the user who started them: one line for all, and one for each that has ended. Thread-safe. */
final class ManyHarvestsWatch {

    /** Shortest wait that is displayed. */
    private static final Duration WORTH_TELLING = Duration.ofSeconds(5);

    private final Progress progress;
    private final InstantSource clock;
    private final int sources;
    private final Instant start;
    private final Map<String, Counts> received = new LinkedHashMap<>();
    private final Map<String, Instant> waiting = new LinkedHashMap<>();
    private long ended;
    private Counts endedRecords = Counts.ZERO;

    ManyHarvestsWatch(Progress progress, InstantSource clock, int sources) {
        this.progress = progress;
        this.clock = clock;
        this.sources = sources;
        this.start = clock.instant();
    }

    /** Returns the listener for one harvest. */
    ProgressListener of(String id) {
        begun(id);
        return event -> on(id, event);
    }

    private synchronized void begun(String id) {
        received.put(id, Counts.ZERO);
        show();
    }

    private synchronized void on(String id, HarvestEvent event) {
        switch (event) {
            case HarvestEvent.PageSaved page -> {
                received.put(id, page.total());
                waiting.remove(id);
                show();
            }
            case HarvestEvent.Waiting wait -> {
                if (wait.time().compareTo(WORTH_TELLING) >= 0) {
                    waiting.put(id, clock.instant().plus(wait.time()));
                    progress.note("  " + id + ": waiting " + Phrases.lasting(wait.time().toSeconds()) + ": " + wait.reason());
                }
            }
            case HarvestEvent.Note note -> progress.note("  " + id + ": " + note.message());
            default -> {
                // Notes are left out, because so many harvests would have too many.
            }
        }
    }

    /** Removes a harvest that has ended from the display; the caller prints its line. */
    synchronized void ended(String id) {
        ended++;
        endedRecords = endedRecords.plus(received.getOrDefault(id, Counts.ZERO));
        received.remove(id);
        waiting.remove(id);
        show();
    }

    private void show() {
        progress.line(this::line, () -> Phrases.countParts(sum()));
    }

    private Counts sum() {
        return received.values().stream().reduce(endedRecords, Counts::plus);
    }

    private String line() {
        Instant now = clock.instant();
        long records = sum().received();
        long waits = waiting.values().stream().filter(until -> until.isAfter(now)).count();
        double seconds = Math.max(0.001, Duration.between(start, now).toNanos() / 1e9);
        return String.format(Locale.ROOT, "%,d of %,d sources, %,d running%s: %,d records, %,.0f/s", ended, sources,
                received.size(),
                waits == 0 ? "" : String.format(Locale.ROOT, " (%,d waiting)", waits), records, records / seconds);
    }
}
