package dev.sheaf.bench.kills;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;

/** Saves records of a model in this process, which is not killed. */
final class SavedRecords {

    private static final int BATCH = 1_000;

    private SavedRecords() {}

    /**
     * Saves some records as a run of a source.
     *
     * @param numbers of the records
     */
    static void save(HubStore store, String source, ChangingRecords records, Collection<Integer> numbers,
            String... sets) {
        Datestamp now = Datestamp.ofSecond(Instant.now());
        List<OaiRecord> all = new ArrayList<>();
        for (int number : numbers) {
            String title = records.titles().getOrDefault(number, HeldRecords.DELETED);
            all.add(title.equals(HeldRecords.DELETED)
                    ? SampleRecords.deleted(number, now, sets)
                    : SampleRecords.live(number, title, now, sets));
        }
        long run = store.begin(source, Instant.now());
        Counts counts = Counts.ZERO;
        for (int from = 0; from < all.size(); from += BATCH) {
            counts = counts.plus(store.save(
                    new Batch(source, run, MetadataFormat.OAI_DC, all.subList(from, Math.min(all.size(), from + BATCH)))));
        }
        end(store, run, counts);
    }

    static void end(HubStore store, long run, Counts counts) {
        store.end(run, new HarvestOutcome(Verdict.COMPLETE, "", counts, 1), Instant.now());
    }
}
