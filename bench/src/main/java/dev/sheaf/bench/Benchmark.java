package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** Main class of the benchmark: runs every measurement once and prints them side by side. */
final class Benchmark {

    private static final String HEAP = "1g";
    private static final String HARVEST_HEAP = "512m";

    /** Number of records of the smaller store. */
    private static final int FEW = 100_000;
    /** Number of records of a harvest that is reported next to a longer one. */
    private static final int SHORT_HARVEST = 200_000;
    /** Largest number of records with one datestamp. */
    private static final int MOMENT = 1_000_000;

    private final Options options;
    private final int records;
    private final Path work;
    private final Report report = new Report();

    private Benchmark(Options options, Path work) {
        this.options = options;
        this.records = options.records();
        this.work = work;
    }

    /** Runs the benchmark. Arguments: see {@link Options}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(2);
            return;
        }
        Path work = Files.createTempDirectory("sheaf-bench");
        try {
            Benchmark benchmark = new Benchmark(options, work);
            benchmark.run();
            if (options.report() && options.harvest() == 0) {
                benchmark.report.writeTo(Path.of("results", "benchmarks.md"), options.records());
            } else if (options.report()) {
                benchmark.report.writeTo(Path.of("results", "benchmarks-harvest.md"), options.harvest());
            }
        } finally {
            delete(work);
        }
    }

    private void run() throws IOException, InterruptedException {
        if (options.harvest() > 0) {
            harvestBesideOthers();
            return;
        }
        if (!options.pagesOnly()) {
            intoAndOut();
        }
        pages(work.resolve("few"), FEW, 0);
        if (options.large() > 0) {
            pages(options.store() == null ? work.resolve("large") : options.store(), options.large(),
                    Math.min(MOMENT, options.large()));
        }
    }

    private void harvestBesideOthers() throws IOException, InterruptedException {
        HarvestComparison comparison = new HarvestComparison(work, report);
        comparison.split();
        if (options.harvest() > SHORT_HARVEST) {
            comparison.compare(SHORT_HARVEST);
        }
        comparison.compare(options.harvest());
        comparison.memory();
    }

    private void intoAndOut() throws IOException, InterruptedException {
        Map<String, String> quarter = quarter();
        try (Child provider = Child.start(ProviderChild.class, HEAP, work.resolve("provider").toString(),
                Integer.toString(records))) {
            Map<String, String> filled = provider.report();
            String url = filled.getOrDefault("url", "");
            report.section("Into the store");
            filled(filled);
            harvest(url, quarter);
            out(url);
            Map<String, String> used = provider.end();
            report.line("memory of the provider after all this", number(used, "own"), "MB of its own",
                    "heap in use %s MB, limit %s; peak with mapped files %s MB".formatted(used.get("heap"), HEAP,
                            used.get("peak")));
        }
    }

    private void filled(Map<String, String> filled) {
        double saved = number(filled, "fill.saved");
        report.line("save without network (batches of 1,000)", saved / number(filled, "fill.cpu"), "records per CPU second",
                "%,.0f records; %.0f records/s wall".formatted(saved, saved / number(filled, "fill.seconds")));
    }

    private void pages(Path store, int count, int moment) throws IOException, InterruptedException {
        try (Child provider = Child.start(ProviderChild.class, HEAP, store.toString(), Integer.toString(count),
                Integer.toString(moment), "pages")) {
            Map<String, String> told = provider.report();
            PageCosts costs = PageCosts.measure(told);
            costs.report(report, "Pages of %,d records".formatted(count));
            String url = told.getOrDefault("url", "");
            // Compilers are warm after some ten thousand requests.
            Measured.getRecord(url, 8, count, 2_000);
            double get = Measured.getRecord(url, 8, count, 2_000);
            Map<String, String> used = provider.end();
            report.note(
                    "Milliseconds until the client has a full page of 500 records in plain, medians of up to 20 pages at each place;"
                            + " a set of less than three pages has only one place. New pages of a small set are read from rows that lie far"
                            + " apart. The file has been read once before: what counts is the store, not the disk.");
            report.note(
                    ("GetRecord with eight clients: %,.0f requests/s (to reach: 5,000). Memory of the provider: %s MB of its own,"
                            + " heap in use %s MB, peak with mapped files %s MB.")
                            .formatted(get, used.get("own"), used.get("heap"), used.get("peak")));
            if (number(told, "fill.saved") > 0) {
                report.note("Filling: %,.0f records, %,.0f records per CPU second, %,.0f records/s wall.".formatted(
                        number(told, "fill.saved"), number(told, "fill.saved") / number(told, "fill.cpu"),
                        number(told, "fill.saved") / number(told, "fill.seconds")));
            }
        }
    }

    /** Harvests a quarter of the records, whose memory is compared with that for all records. */
    private Map<String, String> quarter() throws IOException, InterruptedException {
        try (Child provider = Child.start(ProviderChild.class, HEAP, work.resolve("quarter").toString(),
                Integer.toString(records / 4))) {
            return child(HarvestChild.class, work.resolve("quarter-copy").toString(), provider.report().getOrDefault("url", ""));
        }
    }

    private void harvest(String url, Map<String, String> quarter) throws IOException, InterruptedException {
        try (PageWalker walker = new PageWalker(url, true)) {
            walker.walk(false);
            long begun = System.nanoTime();
            walker.walk(false);
            report.line("floor: the same pages fetched and thrown away", records / ((System.nanoTime() - begun) / 1e9),
                    "records/s wall", "gzip, one client");
        }
        Path copy = work.resolve("copy");
        Map<String, String> fresh = child(HarvestChild.class, copy.toString(), url);
        harvested("harvest, everything new", fresh);
        report.line("memory of that harvest", number(fresh, "own"), "MB of its own",
                "%s MB for a quarter of the records; heap limit %s".formatted(quarter.get("own"), HARVEST_HEAP));
        harvested("harvest again in full, nothing changed", child(HarvestChild.class, copy.toString(), url, "full"));
        Map<String, String> index = child(IndexChild.class, copy.toString());
        report.line("index into Lucene", records / number(index, "cpu"), "records per CPU second",
                "%.1f s wall; peak %s MB".formatted(number(index, "seconds"), index.get("peak")));
    }

    private void harvested(String what, Map<String, String> figures) throws IOException {
        if (number(figures, "records") != records) {
            throw new IOException(what + ": " + figures);
        }
        report.line(what, records / number(figures, "cpu"), "records per CPU second",
                "%.1f CPU s, start-up included; %.1f s wall (%.0f records/s); own memory %s MB, peak %s MB; %s".formatted(
                        number(figures, "cpu"),
                        number(figures, "seconds"), records / number(figures, "seconds"), figures.get("own"), figures.get("peak"),
                        figures.get("outcome")));
    }

    private void out(String url) throws IOException, InterruptedException {
        report.section("Out of the store");
        Path pages = work.resolve("pages");
        int pageCount = Nginx.copyPages(url, pages);
        try (PageWalker walker = new PageWalker(url, false)) {
            PageWalker.Walk walk = walker.walk(true);
            if (walk.records() != records || walk.pages() != pageCount) {
                throw new IOException("the walk brought " + walk + " instead of " + records + " records");
            }
        }
        @Nullable
        Nginx nginx = Nginx.start(pages, work.resolve("nginx")).orElse(null);
        try (Child peer = Child.start(PeerChild.class, HEAP, Integer.toString(records))) {
            ListWalks walks = new ListWalks(url, nginx == null ? null : nginx.url(), peer.report().getOrDefault("url", ""),
                    records);
            walks.measure(report);
            latency(url, beforeLast(url));
            Measured.getRecord(url, 8, records, 500);
            double peerGet = Measured.getRecord(walks.peer(), 8, records, 1_000);
            report.line("GetRecord, eight clients", Measured.getRecord(url, 8, records, 4_000), "requests/s", "5,000",
                    "peer %.0f".formatted(peerGet));
            Map<String, String> used = peer.end();
            report.line("memory of the peer", number(used, "own"), "MB of its own",
                    "heap in use %s MB, limit %s".formatted(used.get("heap"), HEAP));
        } finally {
            Nginx.closeQuietly(nginx);
        }
    }

    private void latency(String url, String last) throws IOException, InterruptedException {
        for (boolean gzip : new boolean[]{false, true}) {
            // The last page is usually shorter than the first; the one before it has the same length.
            List<double[]> both = Measured.latency(url, gzip, List.of(PageWalker.first(), PageWalker.next(last)), 200);
            double[] first = both.getFirst();
            double[] deep = both.getLast();
            report.line("first page, " + (gzip ? "gzip" : "plain"), first[0], "ms for a megabyte, median",
                    "worst %.2f".formatted(first[1]));
            report.line("last full page, " + (gzip ? "gzip" : "plain"), deep[0], "ms for a megabyte, median",
                    "≤ 1.10 of the first",
                    "worst %.2f; %.2f of the first".formatted(deep[1], deep[0] / first[0]));
        }
    }

    /** Returns the token of the page before the last. Each walk needs its own, because tokens contain the time at which the walk began. */
    private static String beforeLast(String url) throws IOException, InterruptedException {
        try (PageWalker walker = new PageWalker(url, false)) {
            String before = "";
            String token = "";
            while (true) {
                walker.fetch(token.isEmpty() ? PageWalker.first() : PageWalker.next(token));
                String next = walker.token();
                if (next.isEmpty()) {
                    return before;
                }
                before = token;
                token = next;
            }
        }
    }

    private static Map<String, String> child(Class<?> main, String... arguments) throws IOException, InterruptedException {
        try (Child child = Child.start(main, main == HarvestChild.class ? HARVEST_HEAP : HEAP, arguments)) {
            return child.end();
        }
    }

    private static double number(Map<String, String> figures, String key) {
        return Double.parseDouble(figures.getOrDefault(key, "NaN"));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    static String format(double value) {
        return value >= 100 ? String.format(Locale.ROOT, "%,.0f", value) : String.format(Locale.ROOT, "%.2f", value);
    }
}
