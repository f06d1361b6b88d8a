package dev.sheaf.bench.copy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import com.github.luben.zstd.ZstdInputStream;
import org.jspecify.annotations.Nullable;

import dev.sheaf.bench.CommandLine;
import dev.sheaf.bench.SyntheticRecords;
import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.dumps.DumpFeature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

/**
 * Copy of a repository into a second hub: from its full dump and its deltas, and beside it by OAI-PMH alone. Both copies must be equal, also after
 * further changes. Started by {@code bench/copies}.
 */
final class DumpCopy implements AutoCloseable {

    private static final int USUAL_RECORDS = 1_000_000;
    private static final int USUAL_CHANGES = 10_000;
    private static final int BATCH = 1_000;
    private static final int DELTAS = 3;
    private static final long SEED = 76;
    private static final String SOURCE = "bench";
    private static final MetadataPrefix PREFIX = MetadataPrefix.OAI_DC;
    private static final int TRIES = 36_000;

    private final SettableClock clock = SettableClock.at("2026-01-05T06:00:00Z");
    private final SyntheticRecords synthetic = new SyntheticRecords();
    private final Random random = new Random(SEED);
    private final Path folder;
    private final HubStore store;
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private @Nullable Hub hub;
    private int records;
    /** Port of the hub; 0 before its first start. */
    private int port;
    private long changedBytes;

    /**
     * Result of a comparison.
     *
     * @param dump records of a second, from the dump to the end of the run
     * @param harvest records of a second by OAI-PMH
     * @param packed bytes of the deltas as files for each byte of the changed records
     * @param plain bytes of the deltas as text for each byte of the changed records
     */
    record Result(double dump, double harvest, double packed, double plain) {}

    /** @param folder exists, and is empty */
    DumpCopy(Path folder) {
        this.folder = folder;
        store = HubStores.open(folder.resolve("data"), new HubIdentity("Site", "admin@site.example.org", "site.example.org"),
                clock);
        store.put(Source.imported(SOURCE, "Synthetic records"));
    }

    private void fill(int wanted) {
        for (int first = 0; first < wanted; first += BATCH) {
            store.save(new Batch(SOURCE, 1, MetadataFormat.OAI_DC, synthetic.batch(first, Math.min(BATCH, wanted - first))));
            clock.advance(Duration.ofSeconds(1));
        }
        records = wanted;
    }

    /** Changes some records, deletes some, and adds some; returns the bytes of the changed records in a response. */
    private long change(int number) {
        long bytes = 0;
        for (int first = 0; first < number; first += BATCH) {
            Map<String, OaiRecord> changed = new HashMap<>();
            while (changed.size() < Math.min(BATCH, number - first)) {
                boolean isNew = random.nextInt(10) == 0;
                int index = isNew ? records++ : random.nextInt(records);
                OaiRecord old = synthetic.batch(index, 1).getFirst();
                boolean deleted = !isNew && random.nextInt(10) == 0;
                OaiRecord next = synthetic.batch(1_000_000_000 + random.nextInt(1_000_000), 1).getFirst();
                OaiRecord record = new OaiRecord(
                        new Header(old.identifier(), Datestamp.ofSecond(clock.instant()), old.header().sets(),
                                deleted || next.deleted()),
                        deleted || next.deleted() ? null : next.metadata());
                changed.put(record.identifier(), record);
            }
            List<OaiRecord> batch = List.copyOf(changed.values());
            store.save(new Batch(SOURCE, 1, MetadataFormat.OAI_DC, batch));
            bytes += OaiWriter.render(batch).length;
            clock.advance(Duration.ofSeconds(1));
        }
        return bytes;
    }

    /** Starts the hub again, which makes its dump at once. */
    private void dump() throws IOException, ServerStartException, InterruptedException {
        Path manifest = manifest();
        String before = Files.exists(manifest) ? Files.readString(manifest) : "";
        stop();
        clock.advance(Duration.ofHours(25));
        Map<Setting, String> settings = Map.of(DumpFeature.DUMPS, SOURCE);
        Hub started = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", port, null),
                HubOptions.of(500).withSettings(settings), List.of(new DumpFeature()), clock);
        // Another address would make another repository of it, whose dump is a full one.
        port = URI.create(started.baseUrl()).getPort();
        hub = started;
        for (int attempt = 0; attempt < TRIES; attempt++) {
            if (Files.exists(manifest) && !Files.readString(manifest).equals(before)) {
                awaitIndex();
                return;
            }
            Thread.sleep(100);
        }
        throw new IllegalStateException("the dump was not made within an hour");
    }

    /** Waits for the search index of the hub, which would take half of the machine while the copies are timed. */
    private void awaitIndex() throws InterruptedException {
        try (SearchIndex index = RecordIndex.open(Hub.indexOf(folder.resolve("data")))) {
            for (int attempt = 0; attempt < TRIES; attempt++) {
                index.refresh();
                if (index.position() >= store.lastSeq()) {
                    return;
                }
                Thread.sleep(100);
            }
        }
        throw new IllegalStateException("the index was not made within an hour");
    }

    private Path manifest() {
        return folder.resolve("data").resolve("dumps").resolve(SOURCE).resolve("manifest.json");
    }

    private void stop() {
        Hub running = hub;
        if (running != null) {
            running.close();
            hub = null;
        }
    }

    private HubStore copy(String name, boolean isByDump) {
        HubStore copy = HubStores.open(folder.resolve(name), new HubIdentity(name, "admin@copy.example.org", "copy.example.org"),
                clock);
        copy.put(Source.harvested(SOURCE, address()));
        if (!isByDump) {
            copy.pinProfile(SOURCE, copy.profile(SOURCE).pin(ServerTrait.DUMPS, "no"));
        }
        return copy;
    }

    private String address() {
        Hub running = hub;
        if (running == null) {
            throw new IllegalStateException("the hub does not run");
        }
        return running.baseUrl() + "/oai/" + SOURCE;
    }

    /** Harvests; returns the seconds. */
    private double harvest(HubStore copy) {
        long begun = System.nanoTime();
        HarvestOutcome outcome = new SourceHarvest(copy, new Harvester(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {}), clock)
                .run(copy.source(SOURCE).orElseThrow(), HarvestOptions.DEFAULT, _ -> {}).orElseThrow();
        if (outcome.verdict() != HarvestOutcome.Verdict.COMPLETE) {
            throw new IllegalStateException("the harvest is not complete: " + outcome.reason());
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Walks both copies and compares all records, by a hash of each. */
    private static void compare(HubStore one, HubStore other) {
        Map<String, Integer> held = hashes(one);
        Map<String, Integer> wanted = hashes(other);
        if (!held.equals(wanted)) {
            throw new IllegalStateException("the copies differ: " + held.size() + " and " + wanted.size() + " records");
        }
    }

    private static Map<String, Integer> hashes(HubStore copy) {
        Map<String, Integer> hashes = new HashMap<>();
        long after = 0;
        for (List<StoredRecord> page = copy.changes(PREFIX, after, BATCH); !page.isEmpty(); page = copy.changes(PREFIX, after,
                BATCH)) {
            for (StoredRecord stored : page) {
                OaiRecord record = stored.record();
                hashes.put(record.identifier(), (stored.originDatestamp() + " " + record.deleted() + record.header().sets()
                        + record.metadata()).hashCode());
            }
            after = page.getLast().seq();
        }
        return hashes;
    }

    private List<Path> deltas() throws IOException {
        Path dump = manifest().getParent();
        if (dump == null) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(dump)) {
            return files.filter(file -> file.toString().contains("-delta-") && file.toString().endsWith(".xml.zst")).sorted()
                    .toList();
        }
    }

    private static long plainBytes(Path file) throws IOException {
        try (InputStream in = new ZstdInputStream(Files.newInputStream(file, StandardOpenOption.READ))) {
            return in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /**
     * Runs the comparison.
     *
     * @param wanted number of records
     * @param changes number of changes before the copy, and again after it
     * @throws IllegalStateException if the copies differ
     */
    Result run(int wanted, int changes) throws IOException, ServerStartException, InterruptedException {
        fill(wanted);
        dump();
        for (int delta = 0; delta < DELTAS; delta++) {
            changedBytes += change(Math.max(1, changes / DELTAS));
            dump();
        }
        long packed = 0;
        long plain = 0;
        for (Path file : deltas()) {
            packed += Files.size(file);
            plain += plainBytes(file);
        }
        try (HubStore byDump = copy("by-dump", true); HubStore byHarvest = copy("by-harvest", false)) {
            double dumpSeconds = harvest(byDump);
            double harvestSeconds = harvest(byHarvest);
            compare(byDump, byHarvest);
            long unread = change(changes);
            if (unread == 0) {
                throw new IllegalStateException("nothing has changed");
            }
            clock.advance(Duration.ofMinutes(10));
            harvest(byDump);
            harvest(byHarvest);
            compare(byDump, byHarvest);
            return new Result(records / dumpSeconds, records / harvestSeconds, (double) packed / changedBytes,
                    (double) plain / changedBytes);
        }
    }

    @Override
    public void close() {
        stop();
        store.close();
        fetcher.close();
    }

    /** Prints a table of the results. */
    static String table(Result result, int records, int changes) {
        return String.format(Locale.ROOT,
                "%,d records, %,d changes in deltas and as many afterwards; all copies are equal%n"
                        + "copy from dump and deltas   %,12.0f records/s   (to reach: 100,000)%n"
                        + "copy by OAI-PMH             %,12.0f records/s%n"
                        + "bytes of the deltas, packed %12.3f for each byte of the changed records   (to reach: 1.1 at most)%n"
                        + "bytes of the deltas, plain  %12.3f for each byte of the changed records%n",
                records, changes, result.dump(), result.harvest(), result.packed(), result.plain());
    }

    private static void remove(Path folder) throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(all::add);
        }
        for (Path one : all) {
            Files.deleteIfExists(one);
        }
    }

    /** Runs the command. */
    public static void main(String[] arguments) throws Exception {
        int records = USUAL_RECORDS;
        int changes = USUAL_CHANGES;
        CommandLine line = new CommandLine(arguments);
        while (line.hasOption()) {
            switch (line.option()) {
                case "--records" -> records = line.positive();
                case "--changes" -> changes = line.positive();
                default -> {
                    System.err.println("usage: bench/copies [--records N] [--changes N]");
                    System.exit(2);
                }
            }
        }
        Path folder = Files.createTempDirectory("sheaf-copies");
        try (DumpCopy copy = new DumpCopy(folder)) {
            System.out.print(table(copy.run(records, changes), records, changes));
        } finally {
            remove(folder);
        }
    }
}
