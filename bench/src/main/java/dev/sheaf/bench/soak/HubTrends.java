package dev.sheaf.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.sheaf.store.runs.Runs;

/** Memory, threads, files and disk space of one hub over time. Used by one thread. */
final class HubTrends {

    /** MB of the store for each run of a harvest or push. The store keeps the details of the last 1,000 runs of a source. */
    private static final double RUN = 0.004;
    /** Share of the heap that the cache of list segments may use; its own limit is lower. */
    private static final double CACHE = 0.5;

    private final String name;
    private final int sources;
    private final Trend heap;
    private final Trend threads;
    private final Trend files;
    private final Trend database;
    private final Trend index;
    private double cache;
    private double largestCache;
    private double cpu;
    private double runs;

    /**
     * Creates trends without values.
     *
     * @param sources sources of the hub whose runs count
     */
    HubTrends(String name, int sources) {
        this.name = name;
        this.sources = sources;
        this.heap = new Trend(name + ": heap after GC, no cache, MB", 6, 1);
        this.threads = new Trend(name + ": threads", 6, 0);
        this.files = new Trend(name + ": open files", 12, 0);
        this.database = new Trend(name + ": store without runs, MB", 2, 0.5);
        this.index = new Trend(name + ": search index, MB", 3, 0.5);
    }

    /**
     * Adds a reading at a time in seconds; times grow. The cache of list segments does not count as heap, because it may take the whole
     * time to fill.
     */
    void add(double seconds, Meter.Reading reading) {
        heap.add(seconds, reading.heap() - reading.cache());
        threads.add(seconds, reading.threads());
        files.add(seconds, reading.files());
        database.add(seconds, reading.database() - RUN * Math.min(reading.runs(), (double) Runs.RUNS * sources));
        index.add(seconds, reading.index());
        cache = Math.max(cache, reading.cache());
        largestCache = CACHE * reading.most();
        cpu = reading.cpu();
        runs = reading.runs();
    }

    List<Trend> all() {
        return List.of(heap, threads, files, database, index);
    }

    /** Returns the resources that rise, and a cache above its limit, for people; empty if there are none. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (Trend trend : all()) {
            if (!trend.isFlat()) {
                faults.add("rising: " + trend.line().strip());
            }
        }
        if (cache > largestCache) {
            faults.add(String.format(Locale.ROOT, "%s: the cache of list segments takes %.2f MB, more than %.2f MB", name, cache,
                    largestCache));
        }
        return faults;
    }

    /** Returns the largest size of the cache of list segments, in MB. */
    double cache() {
        return cache;
    }

    /** Seconds of CPU time that the process had used at the last sample. */
    double cpu() {
        return cpu;
    }

    /** Runs of harvests and pushes until the last sample. */
    double runs() {
        return runs;
    }
}
