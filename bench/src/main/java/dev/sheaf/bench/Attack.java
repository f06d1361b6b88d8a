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

    private static final String KNOWN = "--connections N, --clients N, --seconds N, --heap SIZE, --records N";
    private static final double LONGEST_HEALTH_SECONDS = 1.0;

    private Attack() {}

    /**
     * Runs all floods. Arguments: {@code --connections N}, {@code --clients N} (addresses of 127.0.0.0/8 that they come from),
     * {@code --seconds N} of each flood, {@code --heap SIZE} of the hub, {@code --records N}. Ends with 1 when {@code /health} took longer than
     * a second, with 2 when an argument is wrong.
     */
    public static void main(String[] arguments) throws Exception {
        int connections = 2_000;
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
            try (Child fill = Child.start(FillChild.class, "512m", folder.toString(), Integer.toString(records), "0")) {
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
                    for (Flood.Kind kind : Flood.Kind.values()) {
                        Probe.Waits during;
                        try (Flood flood = new Flood(port, kind, connections, clients)) {
                            flood.start();
                            during = probe.measure(seconds);
                        }
                        Probe.Waits after = probe.measure(Math.max(1, seconds / 3));
                        System.out.printf(Locale.ROOT, "%-16s %10.3f %10.3f %10.3f %10.3f %8d%n", kind.text(), during.health(),
                                during.search(), after.health(), after.search(), during.failed() + after.failed());
                        passed &= during.health() <= LONGEST_HEALTH_SECONDS && after.health() <= LONGEST_HEALTH_SECONDS;
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

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
