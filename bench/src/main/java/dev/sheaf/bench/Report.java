package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Prints figures as they come, and writes them down at the end. */
final class Report {

    private final List<String> lines = new ArrayList<>();

    void section(String title) {
        System.out.println();
        System.out.println(title);
        lines.add("");
        lines.add("## " + title);
        lines.add("");
        lines.add("| what | figure | unit | beside |");
        lines.add("|---|---:|---|---|");
    }

    void line(String what, double figure, String unit, String beside) {
        System.out.printf("  %-48s %12s %-24s %s%n", what, Benchmark.format(figure), unit, beside);
        lines.add("| " + what + " | " + Benchmark.format(figure) + " | " + unit + " | " + beside + " |");
    }

    void writeTo(Path file, int records) throws IOException {
        List<String> text = new ArrayList<>();
        text.add("# Benchmarks");
        text.add("");
        text.add("Written by `bench/run` on " + LocalDate.now(ZoneOffset.UTC) + ": " + String.format("%,d", records)
                + " synthetic records (oai_dc, 1.3 KB on average, 2.6 sets each, 2 % deleted),");
        text.add("provider and client on one machine: " + machine()
                + ". Absolute times belong to that machine and moment; compare ratios.");
        text.addAll(lines);
        Files.createDirectories(Path.of("docs"));
        Files.write(file, text);
        System.out.println("\nWritten to " + file);
    }

    private static String machine() throws IOException {
        String processor = "unknown processor";
        Path info = Path.of("/proc/cpuinfo");
        if (Files.exists(info)) {
            try (Stream<String> all = Files.lines(info)) {
                processor = all.filter(line -> line.startsWith("model name")).findFirst()
                        .map(line -> line.replaceFirst(".*: ", ""))
                        .orElse(processor);
            }
        }
        return Runtime.getRuntime().availableProcessors() + " cores (" + processor + "), " + System.getProperty("os.name")
                + ", Java "
                + Runtime.version().feature();
    }
}
