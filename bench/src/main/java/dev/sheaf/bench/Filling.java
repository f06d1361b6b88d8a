package dev.sheaf.bench;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/**
 * Filling of a store with synthetic records under an artificial clock: one second for each batch of {@link #ALL}, and the same second for
 * all records of {@link #MOMENT}. Existing records in the folder are kept, so an interrupted filling is continued.
 */
public final class Filling {

    /** Source of the records. */
    static final String ALL = "bench";
    /** Source whose records have the same datestamp. */
    static final String MOMENT = "moment";
    /** Source with some records of 1.4 MB, as archives have them. */
    public static final String LARGE = "large";
    /** Identifier of one of them. */
    public static final String LARGE_IDENTIFIER = "oai:bench.example.org:large-1";
    public static final HubIdentity IDENTITY = new HubIdentity("Benchmark", "bench@example.org", "bench.example.org");

    private static final int BATCH = 1_000;
    private static final long BEGIN = 1_600_000_000L;

    /** First synthetic number of the records of {@link #MOMENT}, after all others, because identifiers are unique. */
    private static final int MOMENT_FIRST = 10_000_000;
    private static final long MOMENT_SECOND = BEGIN + 100_000_000L;

    private final AtomicLong second = new AtomicLong(BEGIN);
    private double cpu;
    private double seconds;
    private int saved;

    private Filling() {}

    /**
     * Fills a store up to a number of records.
     *
     * @param moment number of further records with the same datestamp
     */
    static Filling fill(Path folder, int records, int moment) {
        return fill(folder, records, moment, BEGIN);
    }

    /** Fills a store up to a number of records, whose newest datestamp is some seconds old. */
    static Filling fillUntilNow(Path folder, int records) {
        return fill(folder, records, 0, Instant.now().getEpochSecond() - records / BATCH - 2);
    }

    private static Filling fill(Path folder, int records, int moment, long begin) {
        Filling filling = new Filling();
        filling.second.set(begin);
        InstantSource clock = () -> Instant.ofEpochSecond(filling.second.get());
        try (HubStore store = HubStores.open(folder, IDENTITY, clock)) {
            filling.fill(store, ALL, 0, records, 1);
            if (moment > 0) {
                filling.second.set(MOMENT_SECOND);
                filling.fill(store, MOMENT, MOMENT_FIRST, moment, 0);
            }
        }
        return filling;
    }

    private void fill(HubStore store, String source, int offset, int records, int step) {
        long held = store.status(source).map(status -> status.records() + status.deleted()).orElse(0L);
        if (held > records) {
            throw new IllegalStateException(
                    "the store holds " + held + " records of " + source + " instead of " + records
                            + "; name another folder");
        }
        if (held == records) {
            return;
        }
        store.put(Source.imported(source, "Synthetic records"));
        second.addAndGet(held / BATCH * step);
        SyntheticRecords synthetic = new SyntheticRecords();
        for (int first = (int) held; first < records; first += BATCH) {
            Batch batch = new Batch(source, 0, MetadataFormat.OAI_DC,
                    synthetic.batch(offset + first, Math.min(BATCH, records - first)));
            double cpuBefore = Usage.cpuSeconds();
            long begun = System.nanoTime();
            store.save(batch);
            seconds += (System.nanoTime() - begun) / 1e9;
            cpu += Usage.cpuSeconds() - cpuBefore;
            saved += batch.parts().getFirst().records().size();
            second.addAndGet(step);
        }
    }

    /** Adds the records of {@link #LARGE} to a store. */
    void addLarge(Path folder, int records) {
        try (HubStore store = HubStores.open(folder, IDENTITY, () -> Instant.ofEpochSecond(second.get() + 1))) {
            store.put(Source.imported(LARGE, "Large records"));
            for (int i = 1; i <= records; i++) {
                store.save(new Batch(LARGE, 0, MetadataFormat.OAI_DC, List.of(new SyntheticRecords().large(i))));
            }
        }
    }

    /** Returns the number of records that were saved now; 0 if the folder had them all. */
    int saved() {
        return saved;
    }

    /** Returns the CPU seconds of saving them, without creating them. */
    double cpu() {
        return cpu;
    }

    /** Returns the seconds of saving them, without creating them. */
    double seconds() {
        return seconds;
    }
}
