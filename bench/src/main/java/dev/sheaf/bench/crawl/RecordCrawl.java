package dev.sheaf.bench.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import dev.sheaf.bench.Child;
import dev.sheaf.bench.CommandLine;
import dev.sheaf.bench.FillChild;
import dev.sheaf.bench.Filling;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.platform.doctor.Doctor;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.open.HubStores;

/**
 * A crawl of all records of a hub in a process of its own, and the wait of a reader while thousands of addresses crawl. Started by {@code
 * bench/crawl --records N}.
 */
final class RecordCrawl {

    private static final String KNOWN = "--records N, --addresses N, --pause SECONDS, --searches N, --heap SIZE";
    private static final int PAGE = 2_000;
    private static final int MOST_AGAIN = 20_000;
    private static final double MOST_MILLIS = 0.5;
    private static final double MOST_TIMES = 1.5;
    private static final double MOST_REQUESTS = 1.05;

    private RecordCrawl() {}

    /**
     * Crawls. Arguments: {@code --records N} of the hub, {@code --addresses N} that crawl at once, {@code --pause SECONDS} between two
     * requests of one address, {@code --searches N} of the reader, {@code --heap SIZE} of the hub. Ends with 1 when a record was not reached
     * or a forbidden page was, with 2 when an argument is wrong. Costs are printed and do not fail.
     */
    public static void main(String[] arguments) throws Exception {
        int records = 200_000;
        int addresses = 10_000;
        int pause = 60;
        int searches = 500;
        String heap = "512m";
        try {
            CommandLine line = new CommandLine(arguments);
            while (line.hasOption()) {
                String option = line.option();
                switch (option) {
                    case "--records" -> records = line.positive();
                    case "--addresses" -> addresses = line.positive();
                    case "--pause" -> pause = line.positive();
                    case "--searches" -> searches = line.positive();
                    case "--heap" -> heap = line.value();
                    default -> throw CommandLine.unknown(option, KNOWN);
                }
            }
        } catch (IllegalArgumentException failure) {
            System.err.println("bench/crawl: " + failure.getMessage());
            System.exit(2);
            return;
        }
        Path folder = Files.createTempDirectory("sheaf-crawl");
        try {
            long live = filled(folder, records);
            if (!measured(folder, live, heap, addresses, pause, searches)) {
                System.exit(1);
            }
        } finally {
            delete(folder);
        }
    }

    /** Fills a store and returns the number of its live records. */
    private static long filled(Path folder, int records) throws Exception {
        try (Child fill = Child.start(FillChild.class, "512m", folder.toString(), Integer.toString(records), "0")) {
            fill.end();
        }
        // The records were created under an artificial clock, years ago.
        Doctor.fix(folder, Hub.indexOf(folder), Instant.now(), Uptime.OF_MACHINE, true);
        long live = 0;
        try (HubStore store = HubStores.open(folder, Filling.IDENTITY, Instant::now)) {
            long after = 0;
            while (true) {
                var page = store.changes(MetadataPrefix.OAI_DC, after, PAGE);
                if (page.isEmpty()) {
                    return live;
                }
                live += page.stream().filter(stored -> !stored.record().deleted()).count();
                after = page.getLast().seq();
            }
        }
    }

    private static boolean measured(Path folder, long live, String heap, int addresses, int pause, int searches)
            throws Exception {
        try (Child hub = Child.start(CrawledHubChild.class, heap, folder.toString())) {
            String url = String.valueOf(hub.report().get("url"));
            List<String> records;
            boolean passed;
            try (HubCrawler crawler = new HubCrawler(url)) {
                double before = cpu(hub);
                long begun = System.nanoTime();
                crawler.crawl();
                double seconds = (System.nanoTime() - begun) / 1e9;
                double spent = cpu(hub) - before;
                records = crawler.records();
                passed = records.size() == live && crawler.facets().isEmpty();
                print("records reached from /robots.txt and the front page",
                        String.format(Locale.ROOT, "%d of %d", records.size(), live));
                print("searches, facets and other addresses with parameters",
                        String.format(Locale.ROOT, "%d", crawler.facets().size()));
                print("links from the front page to a record, at most", String.format(Locale.ROOT, "%d", crawler.depth()));
                print("requests", String.format(Locale.ROOT, "%d in %.1f s", crawler.requests(), seconds));
                print("requests for each page of a record", String.format(Locale.ROOT, "%.3f (aim: at most %.2f)",
                        (double) crawler.requests() / records.size(), MOST_REQUESTS));
                print("CPU of the hub for each page of a record, first request", String.format(Locale.ROOT,
                        "%.2f ms (aim: at most %.1f ms)", spent * 1_000 / records.size(), MOST_MILLIS));
                List<String> again = records.subList(0, Math.min(MOST_AGAIN, records.size()));
                double then = cpu(hub);
                int unchanged = crawler.again(again);
                print("the same with If-None-Match", String.format(Locale.ROOT, "%.2f ms (%d of %d answered with 304)",
                        (cpu(hub) - then) * 1_000 / again.size(), unchanged, again.size()));
                // The Java runtime has compiled its code by now.
                double warm = cpu(hub);
                int made = crawler.ask(again);
                print("pages that are made again, after all these requests", String.format(Locale.ROOT, "%.2f ms (%d of %d)",
                        (cpu(hub) - warm) * 1_000 / again.size(), made, again.size()));
                double floor = cpu(hub);
                int kept = crawler.ask(Collections.nCopies(again.size(), again.getFirst()));
                print("floor: one page from memory", String.format(Locale.ROOT, "%.2f ms (%d of %d)",
                        (cpu(hub) - floor) * 1_000 / again.size(), kept, again.size()));
            }
            double[] alone = CrawlLoad.reader(url, searches, "203.0.113.1");
            double[] crawled;
            String counts;
            double perSecond = (double) addresses / pause;
            try (CrawlLoad load = new CrawlLoad(url, records, addresses)) {
                load.start(perSecond);
                crawled = CrawlLoad.reader(url, searches, "203.0.114.1");
                counts = load.counts();
            }
            print("search of a reader alone, median and 99 %",
                    String.format(Locale.ROOT, "%.1f ms, %.1f ms", alone[0], alone[1]));
            print("the same while " + addresses + " addresses crawl",
                    String.format(Locale.ROOT, "%.1f ms, %.1f ms: %.2f times (aim: at most %.1f)", crawled[0], crawled[1],
                            crawled[1] / alone[1], MOST_TIMES));
            System.out.printf(Locale.ROOT, "%.0f requests a second of crawlers: %s%n", perSecond, counts);
            System.out.println("peak memory of the hub: " + hub.end().get("peak") + " MB");
            return passed;
        }
    }

    private static double cpu(Child hub) throws IOException {
        return Double.parseDouble(String.valueOf(hub.ask().get("cpu")));
    }

    private static void print(String what, String value) {
        System.out.printf(Locale.ROOT, "%-58s %s%n", what, value);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
