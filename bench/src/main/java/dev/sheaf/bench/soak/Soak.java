package dev.sheaf.bench.soak;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import dev.sheaf.bench.PageWalker;
import dev.sheaf.bench.attack.Probe;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;

/**
 * Long run of two hubs. One hub harvests and receives records that change all the time, from sources that partly fail. A second hub mirrors
 * an aggregate of it, notified by WebSub. Readers search and walk its lists. The resources of both hubs are sampled and must not rise in
 * the second half. At the end, both copies must equal their originals. Started by {@code bench/soak}.
 */
final class Soak {

    /** Set of the mirrored aggregate. */
    static final String SET = "shown";
    /** Other set; records move between the two. */
    static final String OTHER_SET = "other";
    private static final String AGGREGATE = "part";
    private static final String MIRROR = "mirror";
    private static final double LONGEST_HEALTH_SECONDS = 1.0;
    private static final long ROUND_MILLIS = 6_000;
    private static final long WALK_MILLIS = 10_000;
    private static final long PROBE_NANOS = 1_000_000_000L;
    private static final double NANOS = 1e9;

    private final SoakOptions options;
    private final List<String> faults = new ArrayList<>();

    private Soak(SoakOptions options) {
        this.options = options;
    }

    /**
     * Runs with the options of the command line. Ends the process with status 1 if a resource rises or a copy differs; the data directory
     * is then kept.
     */
    public static void main(String[] arguments) throws Exception {
        SoakOptions options;
        try {
            options = SoakOptions.parse(arguments);
        } catch (IllegalArgumentException failure) {
            System.err.println("bench/soak: " + failure.getMessage());
            System.exit(2);
            return;
        }
        System.out.println("seed " + options.seed() + ", data in " + options.data());
        List<String> faults;
        try {
            faults = run(options);
        } catch (IllegalStateException failure) {
            faults = List.of(String.valueOf(failure.getMessage()));
        }
        if (faults.isEmpty()) {
            delete(options.data());
            System.exit(0);
        }
        faults.forEach(fault -> System.err.println("FAILED: " + fault));
        System.err.println("The data directory is kept: " + options.data());
        System.exit(1);
    }

    /**
     * Runs.
     *
     * @return faults, for people
     * @throws IllegalStateException if a hub fails
     */
    static List<String> run(SoakOptions options) throws Exception {
        Soak soak = new Soak(options);
        soak.run();
        return List.copyOf(soak.faults);
    }

    private void run() throws Exception {
        Path up = Files.createDirectories(options.data().resolve("hub"));
        Path down = Files.createDirectories(options.data().resolve("downstream"));
        try (Sources sources = new Sources(new Random(options.seed()), options.records())) {
            try (HubStore store = SoakedHub.open(up)) {
                sources.register(store);
                store.put(Aggregate.of(AGGREGATE).withSets(SET));
            }
            try (SoakedHub hub = SoakedHub.start(up); PushedRecords pushed = sources.pushed(hub)) {
                try (HubStore store = SoakedHub.open(down)) {
                    store.put(Source.harvested(MIRROR, hub.baseUrl(AGGREGATE)));
                    store.sourceSubscriptions().want(MIRROR, true);
                }
                for (String source : sources.harvested()) {
                    hub.harvestWhole(source, false);
                }
                pushed.push();
                try (SoakedHub downstream = SoakedHub.start(down)) {
                    downstream.harvestWhole(MIRROR, false);
                    soak(sources, hub, pushed, downstream);
                    compare(sources, hub, pushed, downstream);
                }
            }
        }
    }

    private void soak(Sources sources, SoakedHub hub, PushedRecords pushed, SoakedHub downstream) throws Exception {
        Trend health = new Trend("hub: longest wait for /health, s", 0.5, 0);
        long begin = System.nanoTime();
        HubTrends first = new HubTrends("hub", Sources.ids().size());
        HubTrends second = new HubTrends("downstream", 1);
        try (Meter up = Meter.attach(hub, Sources.ids());
                Meter down = Meter.attach(downstream, List.of(MIRROR));
                Probe probe = new Probe(InetAddress.getLoopbackAddress(), hub.port(), "/?q=history", PROBE_NANOS);
                PageWalker everything = new PageWalker(hub.url() + "/oai", true);
                PageWalker part = new PageWalker(hub.baseUrl(AGGREGATE), false);
                Background changes = new Background("changes", ROUND_MILLIS, () -> sources.round(hub, pushed));
                Background walks = new Background("walks", WALK_MILLIS, () -> {
                    everything.walk(false);
                    part.walk(false);
                });
                Background mirrors = new Background("mirrors", 2 * WALK_MILLIS, () -> downstream.harvest(MIRROR, false))) {
            long failed = 0;
            while (System.nanoTime() - begin < options.time().toNanos()) {
                Probe.Waits waits = probe.measure(options.sampleSeconds());
                failed += waits.failures().size();
                double seconds = (System.nanoTime() - begin) / NANOS;
                first.add(seconds, up.read());
                second.add(seconds, down.read());
                health.add(seconds, waits.health());
                for (Background background : List.of(changes, walks, mirrors)) {
                    background.check();
                }
            }
            print(first, second, health, (System.nanoTime() - begin) / NANOS);
            System.out.printf(Locale.ROOT, "%d rounds of changes, %d walks, %d failed requests%n", changes.rounds(),
                    walks.rounds(), failed);
            if (failed > 0) {
                faults.add(failed + " requests for /health or a search were not answered");
            }
        }
    }

    private void print(HubTrends first, HubTrends second, Trend health, double seconds) {
        System.out.println(Trend.heading());
        List<Trend> all = new ArrayList<>(first.all());
        all.addAll(second.all());
        all.add(health);
        for (Trend trend : all) {
            System.out.println(trend.line());
        }
        faults.addAll(first.faults());
        faults.addAll(second.faults());
        if (!health.isFlat()) {
            faults.add("rising: " + health.line().strip());
        }
        if (health.most() > LONGEST_HEALTH_SECONDS) {
            faults.add(String.format(Locale.ROOT, "/health took %.2f s", health.most()));
        }
        System.out.printf(Locale.ROOT, "%.0f s; CPU: hub %.2f of a core, downstream %.2f; runs: %.0f and %.0f%n", seconds,
                first.cpu() / seconds, second.cpu() / seconds, first.runs(), second.runs());
        System.out.printf(Locale.ROOT, "caches of list segments: up to %.1f and %.1f MB%n", first.cache(), second.cache());
    }

    /** Ends faults and changes, lets both hubs catch up, and compares. */
    private void compare(Sources sources, SoakedHub hub, PushedRecords pushed, SoakedHub downstream) throws Exception {
        sources.behave();
        for (String source : sources.harvested()) {
            // A full harvest is needed, because records that were received damaged and repaired have no newer datestamp.
            hub.harvestWhole(source, true);
        }
        for (int tries = 0; !pushed.push() && tries < 10; tries++) {
            Thread.sleep(ROUND_MILLIS);
        }
        downstream.harvestWhole(MIRROR, false);
        try (HubStore store = SoakedHub.open(hub.data())) {
            for (Map.Entry<String, List<OaiRecord>> source : sources.model(pushed).entrySet()) {
                compare("the hub's copy of " + source.getKey(), source.getValue(), store, source.getKey(), false);
            }
        }
        try (HubStore store = SoakedHub.open(downstream.data())) {
            compare("the downstream copy of the aggregate", SoakCopies.listed(hub.baseUrl(AGGREGATE)), store, MIRROR, true);
        }
    }

    private void compare(String what, List<OaiRecord> records, HubStore store, String source, boolean stampsAgain)
            throws IOException {
        List<String> differences = SoakCopies.differences(records, store, source, stampsAgain);
        String told = SoakCopies.told(what, records.size(), differences);
        System.out.println(told);
        if (!differences.isEmpty()) {
            faults.add(told);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
