package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Report that prints figures at once, and writes them to a file at the end. */
final class Report {

    private static final String MANY = "## Many repositories at once";

    private final List<String> lines = new ArrayList<>();

    void section(String title) {
        System.out.println();
        System.out.println(title);
        lines.add("");
        lines.add("## " + title);
        lines.add("");
        lines.add("| what | figure | unit | to reach | beside |");
        lines.add("|---|---:|---|---|---|");
    }

    void line(String what, double figure, String unit, String beside) {
        line(what, figure, unit, "", beside);
    }

    /** Adds a figure with its bound; an empty bound for none. */
    void line(String what, double figure, String unit, String bar, String beside) {
        System.out.printf("  %-48s %12s %-24s %-12s %s%n", what, Benchmark.format(figure), unit, bar, beside);
        lines.add("| " + what + " | " + Benchmark.format(figure) + " | " + unit + " | " + bar + " | " + beside + " |");
    }

    /** Begins a table. */
    void table(String title, String... columns) {
        System.out.println();
        System.out.println(title);
        lines.add("");
        lines.add("## " + title);
        lines.add("");
        row(columns);
        lines.add("|---" + "|---:".repeat(columns.length - 1) + "|");
    }

    /** Writes a row of the table. */
    void row(String... cells) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            text.append(String.format(i == 0 ? "  %-36s" : " %12s", cells[i]));
        }
        System.out.println(text);
        lines.add("| " + String.join(" | ", cells) + " |");
    }

    /** Writes a sentence below the table. */
    void note(String text) {
        System.out.println("  " + text);
        lines.add("");
        lines.add(text);
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
        text.addAll(kept(file));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, text);
        System.out.println("\nWritten to " + file);
    }

    /** Returns the section of {@code bench/many}, which is measured separately and written by hand. */
    private static List<String> kept(Path file) throws IOException {
        List<String> before = Files.exists(file) ? Files.readAllLines(file) : List.of();
        int begin = before.indexOf(MANY);
        if (begin < 0) {
            return List.of();
        }
        int end = begin + 1;
        while (end < before.size() && !before.get(end).startsWith("## ")) {
            end++;
        }
        List<String> section = new ArrayList<>(List.of(""));
        section.addAll(before.subList(begin, end));
        return section;
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
