package dev.sheaf.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * The options of {@link Kills}.
 *
 * @param kills processes that are killed
 * @param checkEvery processes started between two checks
 * @param records in each of the two sources, at the beginning
 * @param seed of everything random
 * @param data directory that the processes share
 */
record KillsOptions(int kills, int checkEvery, int records, long seed, Path data) {

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with a message for people
     */
    static KillsOptions parse(String[] arguments) {
        int kills = 1_000;
        int checkEvery = 25;
        int records = 2_000;
        long seed = System.nanoTime();
        @Nullable
        Path data = null;
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value");
            }
            String value = arguments[i + 1];
            switch (arguments[i]) {
                case "--kills" -> kills = (int) number(arguments[i], value, 1_000_000);
                case "--check-every" -> checkEvery = (int) number(arguments[i], value, 1_000_000);
                case "--records" -> records = (int) number(arguments[i], value, 1_000_000);
                case "--seed" -> seed = number(arguments[i], value, Long.MAX_VALUE);
                case "--data" -> data = Path.of(value).toAbsolutePath();
                default -> throw new IllegalArgumentException("unknown argument " + arguments[i]
                        + "; known: --kills N, --check-every N, --records N, --seed N, --data DIR");
            }
        }
        try {
            return new KillsOptions(kills, checkEvery, records, seed,
                    data == null ? Files.createTempDirectory("sheaf-kills").resolve("data") : data);
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
