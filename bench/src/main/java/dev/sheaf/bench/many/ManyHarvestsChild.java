package dev.sheaf.bench.many;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import dev.sheaf.bench.Filling;
import dev.sheaf.bench.Usage;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.sync.HostsInParallel;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/**
 * Program that harvests many sources at once into one store, as {@code harvest --all} does. Arguments: data directory, a file with a base
 * URL in each line, hosts at once, records that an ordinary repository has.
 */
final class ManyHarvestsChild {

    private ManyHarvestsChild() {}

    /** Harvests, then reports. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> urls = Files.readAllLines(Path.of(arguments[1]));
        int parallel = Integer.parseInt(arguments[2]);
        int ordinary = Integer.parseInt(arguments[3]);
        try (HubStore store = HubStores.open(Path.of(arguments[0]), Filling.IDENTITY, InstantSource.system());
                HttpFetcher fetcher = new HttpFetcher()) {
            List<Source> sources = new ArrayList<>();
            for (int i = 0; i < urls.size(); i++) {
                Source source = Source.harvested("r" + i, urls.get(i));
                store.put(source);
                sources.add(source);
            }
            AtomicInteger asExpected = new AtomicInteger();
            AtomicInteger running = new AtomicInteger();
            AtomicInteger mostRunning = new AtomicInteger();
            AtomicLong records = new AtomicLong();
            SourceHarvest harvest = new SourceHarvest(store, new Harvester(fetcher));
            AtomicBoolean over = new AtomicBoolean();
            AtomicLong mostHeap = new AtomicLong();
            Thread watch = Thread.ofPlatform().daemon().start(() -> watchHeap(over, mostHeap));
            long begun = System.nanoTime();
            HostsInParallel.forEach(sources, parallel, source -> {
                mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
                Optional<HarvestOutcome> outcome = harvest.run(source, HarvestOptions.DEFAULT, ProgressListener.NONE);
                running.decrementAndGet();
                ManyProvidersChild.Temper character = ManyProvidersChild.Temper
                        .of(Integer.parseInt(source.id().substring(1)));
                long received = outcome.map(ended -> ended.counts().received()).orElse(-1L);
                records.addAndGet(Math.max(0, received));
                boolean complete = outcome.map(HarvestOutcome::isComplete).orElse(false);
                boolean expected = character.canBeHarvested()
                        ? complete && received == character.records(ordinary)
                        : !complete && received == 0;
                if (expected) {
                    asExpected.incrementAndGet();
                } else {
                    System.err.println(source.id() + " " + character + ": " + outcome + " " + received);
                }
            });
            System.out.println("seconds=" + (System.nanoTime() - begun) / 1e9);
            over.set(true);
            watch.join();
            System.out.println("records=" + records);
            System.out.println("as-expected=" + asExpected);
            System.out.println("running=" + mostRunning);
            System.out.println("heap-after-gc=" + (mostHeap.get() >> 20));
            System.out.println("threads=" + ManagementFactory.getThreadMXBean().getPeakThreadCount());
            System.out.println("pages=" + (fetcher.budget().mostUsed() >> 20));
            System.out.println("at-once="
                    + urls.stream().mapToInt(url -> fetcher.pace(URI.create(url)).mostUnderWay()).max().orElse(0));
        }
        Usage.report();
    }

    /** The most that was in use just after a collection. */
    private static void watchHeap(AtomicBoolean over, AtomicLong most) {
        while (!over.get()) {
            long used = ManagementFactory.getMemoryPoolMXBeans().stream().map(pool -> pool.getCollectionUsage())
                    .filter(usage -> usage != null).mapToLong(MemoryUsage::getUsed).sum();
            most.accumulateAndGet(used, Math::max);
            LockSupport.parkNanos(20_000_000);
        }
    }
}
