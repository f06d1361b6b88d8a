package dev.sheaf.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The options of {@link Soak}.
 *
 * @param time of changes and samples; the comparison comes after it
 * @param records of each source
 * @param seed of everything random
 * @param data folder for the data directories
 */
record SoakOptions(Duration time, int records, long seed, Path data) {

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
        long minutes = 60;
        int records = 1_000;
        long seed = System.nanoTime();
        @Nullable
        Path data = null;
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value");
            }
            String value = arguments[i + 1];
            switch (arguments[i]) {
                case "--minutes" -> minutes = number(arguments[i], value, 1_000_000);
                case "--records" -> records = (int) number(arguments[i], value, 100_000);
                case "--seed" -> seed = number(arguments[i], value, Long.MAX_VALUE);
                case "--data" -> data = Path.of(value).toAbsolutePath();
                default -> throw new IllegalArgumentException("unknown argument " + arguments[i]
                        + "; known: --minutes N, --records N (of each source), --seed N, --data DIR");
            }
        }
        try {
            return new SoakOptions(Duration.ofMinutes(minutes), records, seed,
                    data == null ? Files.createTempDirectory("sheaf-soak") : Files.createDirectories(data));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static long number(String option, String text, long most) {
        try {
            long number = Long.parseLong(text);
            if (number > 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Told below.
        }
        throw new IllegalArgumentException(option + " needs a number above 0, not " + text);
    }
}
