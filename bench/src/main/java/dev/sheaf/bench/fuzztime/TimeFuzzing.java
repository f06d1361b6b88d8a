package dev.sheaf.bench.fuzztime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.bench.CommandLine;

/** Search for inputs that take more time for each byte the longer they are. Started by {@code bench/fuzz-time}. */
final class TimeFuzzing {

    private static final String KNOWN = "--parser NAME (or its beginning), --seconds N (for each parser), --bytes N (smallest inputs), --seed N";
    private static final int MOST_FINDINGS = 5;
    private static final double NANOS = 1e9;

    private TimeFuzzing() {}

    /** Runs with the options of the command line. Ends the process with status 1 if an input was found. */
    public static void main(String[] arguments) throws Exception {
        String name = "";
        int seconds = 60;
        int bytes = 16_384;
        long seed = System.nanoTime();
        try {
            CommandLine line = new CommandLine(arguments);
            while (line.hasOption()) {
                String option = line.option();
                switch (option) {
                    case "--parser" -> name = line.value();
                    case "--seconds" -> seconds = line.positive();
                    case "--bytes" -> bytes = line.positive();
                    case "--seed" -> seed = line.seed();
                    default -> throw CommandLine.unknown(option, KNOWN);
                }
            }
        } catch (IllegalArgumentException failure) {
            System.err.println("bench/fuzz-time: " + failure.getMessage());
            System.exit(2);
            return;
        }
        System.out.println("seed " + seed);
        Path folder = Files.createTempDirectory("sheaf-fuzz-time");
        int found = 0;
        try (Parsers parsers = new Parsers(folder)) {
            for (Parser parser : parsers.all()) {
                if (parser.name().startsWith(name)) {
                    long end = System.nanoTime() + (long) (seconds * NANOS);
                    found += run(parser, bytes, seed, _ -> System.nanoTime() < end, System.out::println).size();
                }
            }
        } finally {
            delete(folder);
        }
        System.exit(found == 0 ? 0 : 1);
    }

    /** Receiver of lines for people. */
    @FunctionalInterface
    interface Told {
        void line(String text);
    }

    /**
     * Tries shapes on a parser: first those that were slow in the past, then random ones.
     *
     * @param bytes size of the smallest inputs
     * @param goesOn returns true for the number of random shapes so far if another one is wanted
     * @return at most five findings
     */
    static List<GrowthCheck.Finding> run(Parser parser, int bytes, long seed, IntPredicate goesOn, @Nullable Told told)
            throws Exception {
        GrowthCheck judge = new GrowthCheck(parser, bytes);
        List<GrowthCheck.Finding> findings = new ArrayList<>();
        for (Shape shape : parser.hostile()) {
            judge.judge(shape).ifPresent(findings::add);
        }
        Shapes shapes = new Shapes(parser, new Random(seed));
        int tried = 0;
        for (; goesOn.test(tried) && findings.size() < MOST_FINDINGS; tried++) {
            judge.judge(shapes.next()).ifPresent(findings::add);
        }
        if (told != null) {
            told.line(String.format(Locale.ROOT, "%-28s %7.1f ns a byte of ordinary input, %6d shapes, %d found", parser.name(),
                    judge.floor(),
                    tried + parser.hostile().size(), findings.size()));
            findings.forEach(finding -> told.line(finding.text()));
        }
        return findings;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
