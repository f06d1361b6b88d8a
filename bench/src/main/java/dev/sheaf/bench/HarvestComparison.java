package dev.sheaf.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Comparison of Sheaf's harvester with other harvesters and with the smallest possible work. Each is a separate command that requests the
 * same pages from the same server. The measure is the CPU time of all processes of the command, without the server's. Other work on the
 * machine can only increase the cost, so each command runs up to three times and the smallest value counts.
 */
final class HarvestComparison {

    /** Page size of most repositories, between a hundred and a thousand. */
    private static final int PAGE = 500;
    /** Number of records for HTTP::OAI, which is slow. */
    private static final int PERL_RECORDS = 20_000;
    private static final int SPLIT_PAGES = 40;
    /** Environment that measures the built program, even if its source files change in the meantime. */
    private static final Map<String, String> SETTLED = Map.of("SHEAF_NO_BUILD", "1");
    private static final int MOST_RUNS = 3;
    /** CPU seconds above which a command is not repeated. */
    private static final double ENOUGH = 60;
    private static final int[] PAGE_SIZES = {1, 50, 500, 5_000};
    /** Number of records of a list whose pages have one record, which is also its number of requests. */
    private static final int MEMORY_RECORDS_PER_PAGE_SIZE = 20_000;
    private static final int MEMORY_RECORDS = 100_000;

    private final Path work;
    private final Report report;
    private final Path sheaf = Path.of("sheaf").toAbsolutePath();

    HarvestComparison(Path work, Report report) {
        this.work = work;
        this.report = report;
    }

    /** Compares all harvesters over a list with the given number of records. */
    void compare(int records) throws IOException, InterruptedException {
        PageFiles files = PageFiles.write(Files.createDirectories(work.resolve("list-" + records)), records, PAGE);
        report.section("%,d records harvested, %,d MB in pages of %d".formatted(records, files.bytes() / 1_000_000, PAGE));
        for (boolean gzip : new boolean[]{false, true}) {
            try (Nginx nginx = Nginx.start(files.folder(), work.resolve("nginx-" + records + gzip), gzip)
                    .orElseThrow(() -> new IOException("nginx is not installed. No other server serves pages as cheaply"))) {
                compare(files, nginx.url(), gzip);
            }
        }
        delete(files);
    }

    /** Measures the checking and splitting of pages on the disk. */
    void split() throws IOException, InterruptedException {
        PageFiles files = PageFiles.write(Files.createDirectories(work.resolve("split")), SPLIT_PAGES * PAGE, PAGE);
        String[] pages = files.first(SPLIT_PAGES).stream().map(Path::toString).toArray(String[]::new);
        Map<String, String> told;
        try (Child child = Child.start(SplitChild.class, "512m", pages)) {
            told = child.end();
        }
        report.section("A page split and checked, repair armed");
        report.line("bytes", Double.parseDouble(told.getOrDefault("megabytes", "NaN")), "MB per CPU second", "200",
                "%,.0f records per CPU second".formatted(Double.parseDouble(told.getOrDefault("records", "NaN"))));
        delete(files);
    }

    private void compare(PageFiles files, String url, boolean gzip) throws IOException, InterruptedException {
        int records = files.records();
        String way = gzip ? ", gzip" : ", plain";
        Path curl = work.resolve("curl");
        files.curlConfiguration(url, curl, gzip);
        line("floor: curl to a file" + way, records, "",
                least(_ -> run("curl --config \"$1\" >\"$2\"", curl, work.resolve("floor"))), 0);
        String unpack = gzip ? " | gzip -dc" : "";
        line("floor: curl, streaming parser" + way, records, "",
                least(_ -> run("curl --config \"$1\"" + unpack + " | " + java("-cp \"$2\"", ParseChild.class), curl,
                        classPath(""))),
                0);
        double peer = gzip ? 0 : peers(records, url);
        Path out = work.resolve("fetched");
        TimedCommand fetch = least(_ -> run("\"$1\" --quiet fetch \"$2\" -o \"$3\"", sheaf, url, out));
        check(out, "<record>", records);
        line("Sheaf: fetch to a file, xml" + way, records, "70,000; 3 × the faster peer", fetch, peer);
        fetch = least(_ -> run("\"$1\" --quiet fetch \"$2\" --format jsonl -o \"$3\"", sheaf, url, out));
        check(out, "{\"source\"", records);
        line("Sheaf: fetch to a file, jsonl" + way, records, "70,000; 3 × the faster peer", fetch, peer);
        Files.delete(out);
        String data = "data" + records + gzip;
        String harvest = "\"$1\" --quiet --data \"$2\" harvest \"$3\"";
        line("Sheaf: harvest into the store" + way, records, "20,000",
                least(number -> run(harvest, sheaf, work.resolve(data + number), url)), peer);
        if (gzip) {
            line("Sheaf: harvest again in full, nothing changed" + way, records, "",
                    least(_ -> run(harvest + " --full", sheaf, work.resolve(data + 1), url)), peer);
        }
    }

    /** Returns the records per CPU second of the faster peer. */
    private double peers(int records, String url) throws IOException, InterruptedException {
        TimedCommand xoai = least(_ -> run(
                java("-Djavax.xml.stream.XMLInputFactory=com.ctc.wstx.stax.WstxInputFactory -cp \"$1\"", XoaiChild.class)
                        + " \"$2\" \"$3\"",
                classPath("xoai|stax2|woodstox|slf4j-api|hamcrest|target/classes"), url, work.resolve("identifiers")));
        check(work.resolve("identifiers"), "oai:", records);
        line("peer: xoai-service-provider 5.3.0 with woodstox, identifiers", records, "", xoai, 0);
        double fastest = records / xoai.cpuSeconds();
        try {
            run("perl -MHTTP::OAI -e 1");
        } catch (IOException _) {
            report.note("HTTP::OAI is not installed (Debian: libhttp-oai-perl): not measured.");
            return fastest;
        }
        int few = Math.min(records, PERL_RECORDS);
        TimedCommand perl = least(_ -> run("perl bench/src/main/perl/http-oai.pl \"$1\" \"$2\" >\"$3\"", url, few,
                work.resolve("identifiers")));
        long came = Files.readAllLines(work.resolve("identifiers")).size();
        if (came < few) {
            report.note("HTTP::OAI brought %,d of %,d records: not compared.".formatted(came, few));
            return fastest;
        }
        line("peer: HTTP::OAI, %,d records, identifiers".formatted(few), few, "", perl, 0);
        return Math.max(fastest, few / perl.cpuSeconds());
    }

    /** Measures the memory of a harvest, from the smallest to the largest pages. */
    void memory() throws IOException, InterruptedException {
        report.table("Memory of a harvest, by records of a page", "records of a page", "records", "fetch, MB",
                "fetch, 64 MB heap",
                "harvest, MB", "harvest, 64 MB heap");
        for (int size : PAGE_SIZES) {
            int records = Math.min(MEMORY_RECORDS, MEMORY_RECORDS_PER_PAGE_SIZE * size);
            PageFiles files = PageFiles.write(Files.createDirectories(work.resolve("pages-" + size)), records, size);
            try (Nginx nginx = Nginx.start(files.folder(), work.resolve("nginx-pages" + size), true).orElseThrow()) {
                report.row("%,d".formatted(size), "%,d".formatted(records), fetchMemory(nginx.url(), ""),
                        fetchMemory(nginx.url(), "-Xmx64m"), harvestMemory(nginx.url(), "", size),
                        harvestMemory(nginx.url(), "-Xmx64m", size));
            }
            delete(files);
        }
        report.note("Most memory that the process ever held, with the heap that Java chooses by itself and with one of 64 MB.");
    }

    private String fetchMemory(String url, String options) throws IOException, InterruptedException {
        return Long.toString(TimedCommand.run(work, Map.of("SHEAF_JAVA_OPTS", options, "SHEAF_NO_BUILD", "1"),
                "\"$1\" --quiet fetch \"$2\" -o \"$3\"", sheaf.toString(), url, work.resolve("fetched").toString())
                .peakMegabytes());
    }

    private String harvestMemory(String url, String options, int size) throws IOException, InterruptedException {
        return Long.toString(TimedCommand.run(work, Map.of("SHEAF_JAVA_OPTS", options, "SHEAF_NO_BUILD", "1"),
                "\"$1\" --quiet --data \"$2\" harvest \"$3\"", sheaf.toString(),
                work.resolve("memory" + size + options).toString(), url).peakMegabytes());
    }

    private void line(String what, int records, String bar, TimedCommand command, double peer) {
        report.line(what, records / Math.max(0.01, command.cpuSeconds()), "records per CPU second", bar,
                "%.1f CPU s; %.1f s wall; peak %d MB".formatted(command.cpuSeconds(), command.seconds(), command.peakMegabytes())
                        + (peer == 0 ? "" : "; %.1f × the faster peer".formatted(records / command.cpuSeconds() / peer)));
    }

    /** Measured command; gets the number of the run, from 1. */
    @FunctionalInterface
    private interface Timing {
        TimedCommand run(int number) throws IOException, InterruptedException;
    }

    private static TimedCommand least(Timing timing) throws IOException, InterruptedException {
        TimedCommand least = timing.run(1);
        double used = least.cpuSeconds();
        for (int number = 2; number <= MOST_RUNS && used < ENOUGH; number++) {
            TimedCommand next = timing.run(number);
            used += next.cpuSeconds();
            least = next.cpuSeconds() < least.cpuSeconds() ? next : least;
        }
        return least;
    }

    private TimedCommand run(String script, Object... arguments) throws IOException, InterruptedException {
        return TimedCommand.run(work, SETTLED, script, Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    }

    /** Returns a child in Java, with the options that Sheaf's launcher gives. */
    private static String java(String options, Class<?> main) {
        return Path.of(System.getProperty("java.home"), "bin", "java") + " -XX:+UseSerialGC -XX:+UseCompactObjectHeaders "
                + options
                + " " + main.getName();
    }

    /** Returns the entries of this program's class path that contain one of the words, so that a peer only has its own libraries. */
    private static String classPath(String words) {
        return Stream.of(System.getProperty("java.class.path").split(":")).filter(entry -> words.isEmpty()
                || List.of(words.split("\\|")).stream().anyMatch(entry::contains)).collect(Collectors.joining(":"));
    }

    private static void check(Path file, String mark, int wanted) throws IOException {
        long found = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                for (int at = line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + mark.length())) {
                    found++;
                }
            }
        }
        if (found != wanted) {
            throw new IOException(file + " holds " + found + " records instead of " + wanted);
        }
    }

    private static void delete(PageFiles files) throws IOException {
        try (Stream<Path> all = Files.list(files.folder())) {
            for (Path file : all.toList()) {
                Files.delete(file);
            }
        }
    }
}
