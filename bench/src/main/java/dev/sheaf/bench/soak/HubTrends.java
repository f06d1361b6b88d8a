package dev.sheaf.bench.soak;

import java.io.IOException;
import java.util.List;

import dev.sheaf.platform.store.RunLedger;

/** The memory, threads, files and disk that one hub uses over time. */
final class HubTrends implements AutoCloseable {

    /** MB that the store may take for each run of a harvest or push: the ledger keeps the last 1,000 runs of a source with their details. */
    private static final double RUN = 0.004;

    private final SoakedHub hub;
    private final Meter meter;
    private final List<String> sources;
    private final Trend heap;
    private final Trend threads;
    private final Trend files;
    private final Trend database;
    private final Trend index;
    private double cpu;
    private double runs;

    /** @param sources whose runs the ledger counts */
    HubTrends(String name, SoakedHub hub, List<String> sources) throws IOException {
        this.hub = hub;
        this.sources = sources;
        this.meter = Meter.attach(hub);
        this.heap = new Trend(name + ": heap after GC, MB", 6, 1);
        this.threads = new Trend(name + ": threads", 6, 0);
        this.files = new Trend(name + ": open files", 12, 0);
        this.database = new Trend(name + ": store without runs, MB", 2, 0.5);
        this.index = new Trend(name + ": search index, MB", 3, 0.5);
    }

    /** Takes a sample. */
    void sample(double seconds) throws IOException, InterruptedException {
        Meter.Reading reading = meter.read();
        for (String source : sources) {
            // Numbers of runs count those of all sources.
            runs = Math.max(runs, (double) hub.runs(source));
        }
        heap.add(seconds, reading.heap());
        threads.add(seconds, reading.threads());
        files.add(seconds, reading.files());
        database.add(seconds, reading.database() - RUN * Math.min(runs, (double) RunLedger.RUNS * sources.size()));
        index.add(seconds, reading.index());
        cpu = reading.cpu();
    }

    List<Trend> all() {
        return List.of(heap, threads, files, database, index);
    }

    /** Seconds of CPU time that the process had used at the last sample. */
    double cpu() {
        return cpu;
    }

    /** Runs of harvests and pushes until the last sample. */
    double runs() {
        return runs;
    }

    @Override
    public void close() throws IOException {
        meter.close();
    }
}
