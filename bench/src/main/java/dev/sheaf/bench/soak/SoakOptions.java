package dev.sheaf.bench.soak;

import java.nio.file.Path;
import java.time.Duration;

import dev.sheaf.bench.CommandLine;

/**
 * The options of {@link Soak}.
 *
 * @param time of changes and samples; the comparison comes after it
 * @param records of each source
 * @param seed of everything random
 * @param data folder for the data directories
 */
record SoakOptions(Duration time, int records, long seed, Path data) {

    private static final String KNOWN = "--minutes N, --records N (of each source), --seed N, --data DIR";
    private static final int SAMPLES = 8;
    private static final int MOST_SECONDS = 30;

    /** Seconds between two samples: 30, and less in a short run, which has eight samples too. */
    int sampleSeconds() {
        return Math.clamp(time.toSeconds() / SAMPLES, 1, MOST_SECONDS);
    }

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with a message for people
     */
    static SoakOptions parse(String[] arguments) {
        int minutes = 60;
        int records = 1_000;
        long seed = System.nanoTime();
        Path data = null;
        CommandLine line = new CommandLine(arguments);
        while (line.hasOption()) {
            String option = line.option();
            switch (option) {
                case "--minutes" -> minutes = line.positive();
                case "--records" -> records = line.positive();
                case "--seed" -> seed = line.seed();
                case "--data" -> data = line.path();
                default -> throw CommandLine.unknown(option, KNOWN);
            }
        }
        return new SoakOptions(Duration.ofMinutes(minutes), records, seed, CommandLine.folder(data, "sheaf-soak"));
    }
}
