package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** The benchmark's front door: runs every measurement once and prints them side by side. */
final class Benchmark {

    private static final String HEAP = "1g";
    private static final String HARVEST_HEAP = "512m";

    private final int records;
    private final Path work;
    private final Report report = new Report();

    private Benchmark(int records, Path work) {
        this.records = records;
        this.work = work;
    }

    /** {@code [--records N] [--no-report]} */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int records = 200_000;
        boolean write = true;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--records" -> records = Integer.parseInt(arguments[++i]);
                case "--no-report" -> write = false;
                default -> {
                    System.err.println("bench: unknown argument " + arguments[i] + "; known: --records N, --no-report");
                    System.exit(2);
                }
            }
        }
        Path work = Files.createTempDirectory("sheaf-bench");
        try {
            Benchmark benchmark = new Benchmark(records, work);
            benchmark.run();
            if (write) {
                benchmark.report.writeTo(Path.of("docs", "benchmarks.md"), records);
            }
        } finally {
            delete(work);
        }
    }

    private void run() throws IOException, InterruptedException {
        Map<String, String> quarter = quarter();
        try (Child provider = Child.start(ProviderChild.class, HEAP, work.resolve("provider").toString(),
                Integer.toString(records))) {
            Map<String, String> filled = provider.report();
            String url = filled.getOrDefault("url", "");
            report.section("Into the store");
            double fillCpu = number(filled, "fill.cpu");
            report.line("save without network (batches of 1,000)", records / fillCpu, "records per CPU second",
                    "%.0f records/s wall".formatted(records / number(filled, "fill.seconds")));
            harvest(url, quarter);
            out(url);
            Map<String, String> used = provider.end();
            report.line("memory of the provider after all this", number(used, "own"), "MB of its own",
                    "heap limit " + HEAP + "; peak with mapped files " + used.get("peak") + " MB");
        }
    }

    /** A harvest of a quarter of the records: what memory it needs beside that for all. */
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
        String last;
        try (PageWalker walker = new PageWalker(url, false)) {
            PageWalker.Walk walk = walker.walk(true);
            last = walk.lastToken();
            if (walk.records() != records || walk.pages() != pageCount) {
                throw new IOException("the walk brought " + walk + " instead of " + records + " records");
            }
        }
        @Nullable
        Nginx nginx = Nginx.start(pages, work.resolve("nginx")).orElse(null);
        try {
            // Compilers and caches of all three processes first: what is measured is the steady state.
            for (boolean gzip : new boolean[]{false, true}) {
                Measured.walk(url, gzip, 8, records, 1);
                if (nginx != null) {
                    Measured.walk(nginx.url(), gzip, 8, records, 1);
                }
            }
            for (boolean gzip : new boolean[]{false, true}) {
                for (int clients : new int[]{1, 8}) {
                    String how = (gzip ? "gzip, " : "plain, ") + (clients == 1 ? "one client" : clients + " clients");
                    int rounds = clients == 1 ? 4 : 2;
                    double sheaf = Measured.walk(url, gzip, clients, records, rounds);
                    if (nginx == null) {
                        report.line("walk, " + how, sheaf, "records/s", "nginx is not installed: no floor");
                    } else {
                        double floor = Measured.walk(nginx.url(), gzip, clients, records, rounds);
                        report.line("walk, " + how, sheaf, "records/s",
                                "nginx %.0f; %.2f of the floor".formatted(floor, sheaf / floor));
                    }
                }
            }
            for (boolean gzip : new boolean[]{false, true}) {
                double[] first = Measured.latency(url, gzip, PageWalker.first(), 200);
                // The last page is usually shorter; the one before it is as long as the first.
                double[] deep = Measured.latency(url, gzip, PageWalker.next(before(url, last)), 200);
                report.line("first page, " + (gzip ? "gzip" : "plain"), first[0], "ms, median", "worst %.2f".formatted(first[1]));
                report.line("last full page, " + (gzip ? "gzip" : "plain"), deep[0], "ms, median",
                        "worst %.2f; %.2f of the first".formatted(deep[1], deep[0] / first[0]));
            }
        } finally {
            Nginx.closeQuietly(nginx);
        }
        Measured.getRecord(url, 8, records, 500);
        report.line("GetRecord, eight clients", Measured.getRecord(url, 8, records, 4_000), "requests/s", "");
    }

    /** The token of the page before the last. */
    private static String before(String url, String last) throws IOException, InterruptedException {
        try (PageWalker walker = new PageWalker(url, false)) {
            String token = "";
            String previous = "";
            do {
                walker.fetch(token.isEmpty() ? PageWalker.first() : PageWalker.next(token));
                previous = token;
                token = walker.token();
            } while (!token.isEmpty() && !token.equals(last));
            return previous;
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
