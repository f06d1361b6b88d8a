package dev.sheaf.bench.kills;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The options of {@link Kills}.
 *
 * @param kills processes that are killed, of each kind
 * @param finishEvery kills after which the work is finished and compared whole
 * @param records that a kind of work begins with
 * @param seed of everything random
 * @param kinds kinds of work
 * @param data folder for the data directories; one of each kind
 */
record KillsOptions(int kills, int finishEvery, int records, long seed, List<WorkKind> kinds, Path data) {

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with a message for people
     */
    static KillsOptions parse(String[] arguments) {
        int kills = 0;
        int finishEvery = 4;
        int records = 4_000;
        long seed = System.nanoTime();
        List<WorkKind> kinds = List.of(WorkKind.values());
        @Nullable
        Path data = null;
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value");
            }
            String value = arguments[i + 1];
            switch (arguments[i]) {
                case "--kills" -> kills = (int) number(arguments[i], value, 1_000_000);
                case "--finish-every" -> finishEvery = (int) number(arguments[i], value, 1_000_000);
                case "--records" -> records = (int) number(arguments[i], value, 1_000_000);
                case "--seed" -> seed = number(arguments[i], value, Long.MAX_VALUE);
                case "--kind" -> kinds = List.of(WorkKind.of(value));
                case "--data" -> data = Path.of(value).toAbsolutePath();
                default -> throw new IllegalArgumentException("unknown argument " + arguments[i]
                        + "; known: --kind KIND, --kills N (of each kind), --finish-every N, --records N, --seed N, --data DIR");
            }
        }
        int each = kills == 0 ? (1_000 + kinds.size() - 1) / kinds.size() : kills;
        try {
            return new KillsOptions(each, finishEvery, records, seed, kinds,
                    data == null ? Files.createTempDirectory("sheaf-kills") : Files.createDirectories(data));
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
