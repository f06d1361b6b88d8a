package dev.sheaf.bench.many;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.sheaf.bench.Child;

/**
 * Harvests many local repositories at once and prints time, memory, threads, and the most requests that any of them had at the same time.
 * Started by {@code bench/many}.
 */
final class ManyRepositories {

    private static final String HEAP = "512m";

    private ManyRepositories() {}

    /** Options: {@code --many N}, {@code --parallel N}, {@code --records N}, {@code --heap SIZE}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int many = number(arguments, "--many", 300);
        int parallel = number(arguments, "--parallel", many);
        int records = number(arguments, "--records", 400);
        String heap = text(arguments, "--heap", HEAP);
        Path folder = Files.createTempDirectory("sheaf-many-");
        try (Child providers = Child.start(ManyProvidersChild.class, "2g", Integer.toString(many), Integer.toString(records))) {
            Map<String, String> addresses = providers.report();
            List<String> urls = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                urls.add(String.valueOf(addresses.get("url." + i)));
            }
            Path list = Files.write(folder.resolve("urls"), urls);
            try (Child harvests = Child.start(ManyHarvestsChild.class, heap, folder.resolve("data").toString(), list.toString(),
                    Integer.toString(parallel), Integer.toString(records))) {
                Map<String, String> used = harvests.report();
                Map<String, String> served = providers.end();
                print(many, parallel, heap, used, served);
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void print(int many, int parallel, String heap, Map<String, String> used, Map<String, String> served) {
        double seconds = Double.parseDouble(used.getOrDefault("seconds", "0"));
        long records = Long.parseLong(used.getOrDefault("records", "0"));
        line("repositories", many
                + ", of which one in ten each is slow, busy, breaks connections, has large pages, has moved, has bot protection");
        line("at the same time", used.get("running") + " (asked for " + parallel + ")");
        line("ended as expected", Objects.requireNonNull(used.get("as-expected")));
        line("records", String.format(Locale.ROOT, "%,d in %,.1f s: %,.0f/s", records, seconds, records / seconds));
        line("CPU", used.get("cpu") + " s, start-up included");
        line("heap", used.get("heap-after-gc") + " MB after a collection at most, of " + heap);
        line("pages in memory", used.get("pages") + " MB at most");
        line("resident", used.get("peak") + " MB at most");
        line("threads of the system", used.get("threads") + " at most");
        line("requests to one host", used.get("at-once") + " at once by the harvester's count, " + served.get("at-once")
                + " by the hosts', of " + served.get("requests") + " in all");
    }

    private static void line(String what, Object value) {
        System.out.printf("%-24s %s%n", what, value);
    }

    private static int number(String[] arguments, String option, int usual) {
        return Integer.parseInt(text(arguments, option, Integer.toString(usual)));
    }

    private static String text(String[] arguments, String option, String usual) {
        for (int i = 0; i + 1 < arguments.length; i++) {
            if (arguments[i].equals(option)) {
                return arguments[i + 1];
            }
        }
        return usual;
    }
}
