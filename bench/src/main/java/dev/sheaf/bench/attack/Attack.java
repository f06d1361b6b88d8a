package dev.sheaf.bench.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.sheaf.bench.Child;
import dev.sheaf.bench.CommandLine;
import dev.sheaf.bench.FillChild;
import dev.sheaf.bench.HubChild;
import dev.sheaf.platform.doctor.Doctor;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.store.Uptime;

/**
 * Flood of a hub in a separate process with connections that send, read or do nothing, with requests for costly pages, with hostile sources
 * and with wrong passwords. It measures how long others wait for {@code /health} and for a search, during the flood and after it.
 */
final class Attack {

    private static final String KNOWN = "--connections N, --pages N, --only-pages, --only-sources, --sources N, --logins N, --clients N, --seconds N, --heap SIZE, --records N";
    private static final int LARGE_RECORDS = 20;
    private static final double LONGEST_HEALTH_SECONDS = 1.0;
    /** Seconds after an attack within which full service must return. */
    private static final int RECOVERY_SECONDS = 10;

    private Attack() {}

    /**
     * Runs all floods. Arguments: {@code --connections N}, {@code --pages N} (requests for a page at once), {@code --only-pages},
     * {@code --sources N} (hostile sources that are harvested at once; 0 for none), {@code --logins N} (wrong passwords at once),
     * {@code --clients N} (addresses of 127.0.0.0/8 that they come from), {@code --seconds N} of each flood, {@code --heap SIZE} of the hub,
     * {@code --records N}. Ends with 1 when {@code /health} took longer than a second, with 2 when an argument is wrong.
     */
    public static void main(String[] arguments) throws Exception {
        int connections = 2_000;
        int pages = 100;
        int sources = 100;
        int logins = 40;
        boolean onlyPages = false;
        boolean onlySources = false;
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
                    case "--only-sources" -> onlySources = true;
                    case "--sources" -> sources = line.number();
                    case "--logins" -> logins = line.positive();
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
            // The records were created under an artificial clock, years ago.
            Doctor.fix(folder, Hub.indexOf(folder), Instant.now(), Uptime.OF_MACHINE, true);
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
                    for (Flood.Kind kind : onlyPages || onlySources ? new Flood.Kind[0] : Flood.Kind.values()) {
                        Probe.Waits during;
                        try (Flood flood = new Flood(port, kind, connections, clients)) {
                            flood.start();
                            during = probe.measure(seconds);
                        }
                        passed &= isQuick(kind.text(), during, probe.measure(Math.max(1, seconds / 3)), "");
                    }
                    for (PageFlood.Page page : onlySources ? List.<PageFlood.Page>of() : PageFlood.pages()) {
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
            if (sources > 0) {
                passed &= hostileSources(folder, heap, sources, logins, connections, clients, seconds);
            }
        } finally {
            delete(folder);
        }
        if (!passed) {
            System.err.println("FAILED: /health took longer than " + LONGEST_HEALTH_SECONDS + " s");
            System.exit(1);
        }
    }

    /** Measures a hub that harvests hostile sources: these alone, with wrong passwords, and with all floods of connections. */
    private static boolean hostileSources(Path folder, String heap, int sources, int logins, int connections, int clients,
            int seconds) throws Exception {
        boolean passed = true;
        try (Child hostile = Child.start(HostileChild.class, "2g", Integer.toString(sources))) {
            List<String> arguments = new ArrayList<>(List.of(folder.toString(), "secret", "http://127.0.0.1:9/oai"));
            arguments.addAll(List.of(String.valueOf(hostile.report().get("urls")).split(" ")));
            try (Child hub = Child.start(HubChild.class, heap, arguments.toArray(String[]::new))) {
                int port = URI.create(String.valueOf(hub.report().get("url"))).getPort();
                try (Probe probe = new Probe(InetAddress.getLoopbackAddress(), port)) {
                    Probe.Waits alone = probe.measure(seconds);
                    Probe.Waits withLogins;
                    String counts;
                    Probe.Waits withAll;
                    try (LoginFlood flood = new LoginFlood(port)) {
                        flood.start(logins);
                        withLogins = probe.measure(seconds);
                        counts = flood.counts();
                        try (Flood connected = new Flood(port, Flood.Kind.ALL, connections, clients)) {
                            connected.start();
                            withAll = probe.measure(seconds);
                        }
                    }
                    String requests = hostile.end().get("requests") + " requests";
                    probe.measure(RECOVERY_SECONDS);
                    Probe.Waits after = probe.measure(Math.max(1, seconds / 3));
                    passed &= isQuick(sources + " sources", alone, after, requests);
                    passed &= isQuick("+ " + logins + " logins", withLogins, after, counts);
                    passed &= isQuick("+ all floods", withAll, after, "");
                }
                System.out.println("peak memory of the hub: " + hub.end().get("peak") + " MB");
            }
        }
        return passed;
    }

    private static boolean isQuick(String flood, Probe.Waits during, Probe.Waits after, String note) {
        System.out.printf(Locale.ROOT, "%-16s %10.3f %10.3f %10.3f %10.3f %8d  %s%n", flood, during.health(), during.search(),
                after.health(), after.search(), during.failures().size() + after.failures().size(), note);
        Stream.concat(during.failures().stream(), after.failures().stream())
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()))
                .forEach((answer, count) -> System.out.println("    " + count + " × " + answer));
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
