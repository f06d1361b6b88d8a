package dev.sheaf.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Floods a hub in a process of its own with connections that send, read or do nothing, and measures how long others wait for
 * {@code /health} and for a search, during the flood and after it.
 */
final class Attack {

    private static final String KNOWN = "--connections N, --pages N, --only-pages, --clients N, --seconds N, --heap SIZE, --records N";
    private static final int LARGE_RECORDS = 20;
    private static final double LONGEST_HEALTH_SECONDS = 1.0;

    private Attack() {}

    /**
     * Runs all floods. Arguments: {@code --connections N}, {@code --pages N} (requests for a page at once), {@code --only-pages},
     * {@code --clients N} (addresses of 127.0.0.0/8 that they come from), {@code --seconds N} of each flood, {@code --heap SIZE} of the hub,
     * {@code --records N}. Ends with 1 when {@code /health} took longer than a second, with 2 when an argument is wrong.
     */
    public static void main(String[] arguments) throws Exception {
        int connections = 2_000;
        int pages = 100;
        boolean onlyPages = false;
        int clients = 4;
        int seconds = 15;
        int records = 5_000;
        String heap = "256m";
        try {
            CommandLine line = new CommandLine(arguments);
            while (line.hasOption()) {
                String option = line.option();
                switch (option) {
                    case "--connections" -> connections = line.positive();
                    case "--pages" -> pages = line.positive();
                    case "--only-pages" -> onlyPages = true;
                    case "--clients" -> clients = line.positive();
                    case "--seconds" -> seconds = line.positive();
                    case "--records" -> records = line.positive();
                    case "--heap" -> heap = line.value();
                    default -> throw CommandLine.unknown(option, KNOWN);
                }
            }
        } catch (IllegalArgumentException failure) {
            System.err.println("bench/attack: " + failure.getMessage());
            System.exit(2);
            return;
        }
        Path folder = Files.createTempDirectory("sheaf-attack");
        boolean passed = true;
        try {
            try (Child fill = Child.start(FillChild.class, "512m", folder.toString(), Integer.toString(records), "0",
                    Integer.toString(LARGE_RECORDS))) {
                fill.end();
            }
            try (Child hub = Child.start(HubChild.class, heap, folder.toString(), "secret", "http://127.0.0.1:9/oai")) {
                Map<String, String> report = hub.report();
                URI url = URI.create(String.valueOf(report.get("url")));
                int port = url.getPort();
                System.out.printf(Locale.ROOT, "%d connections of %d clients for %d s, heap %s; longest waits in seconds%n",
                        connections, clients,
                        seconds, heap);
                System.out.printf(Locale.ROOT, "%-16s %10s %10s %10s %10s %8s%n", "flood", "health", "search", "after", "search",
                        "failed");
                try (Probe probe = new Probe(InetAddress.getLoopbackAddress(), port)) {
                    probe.measure(seconds);
                    for (Flood.Kind kind : onlyPages ? new Flood.Kind[0] : Flood.Kind.values()) {
                        Probe.Waits during;
                        try (Flood flood = new Flood(port, kind, connections, clients)) {
                            flood.start();
                            during = probe.measure(seconds);
                        }
                        passed &= isQuick(kind.text(), during, probe.measure(Math.max(1, seconds / 3)), "");
                    }
                    for (PageFlood.Page page : PageFlood.pages()) {
                        Probe.Waits during;
                        String counts;
                        try (PageFlood flood = new PageFlood(port, page, clients)) {
                            flood.start(pages);
                            during = probe.measure(seconds);
                            counts = flood.counts();
                        }
                        passed &= isQuick(page.name(), during, probe.measure(Math.max(1, seconds / 3)), counts);
                    }
                }
                System.out.println("peak memory of the hub: " + hub.end().get("peak") + " MB");
            }
        } finally {
            delete(folder);
        }
        if (!passed) {
            System.err.println("FAILED: /health took longer than " + LONGEST_HEALTH_SECONDS + " s");
            System.exit(1);
        }
    }

    private static boolean isQuick(String flood, Probe.Waits during, Probe.Waits after, String note) {
        System.out.printf(Locale.ROOT, "%-16s %10.3f %10.3f %10.3f %10.3f %8d  %s%n", flood, during.health(), during.search(),
                after.health(), after.search(), during.failed() + after.failed(), note);
        return during.health() <= LONGEST_HEALTH_SECONDS && after.health() <= LONGEST_HEALTH_SECONDS;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
