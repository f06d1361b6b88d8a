package dev.sheaf.bench;

import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What is asked of {@link Pairs}.
 *
 * @param only names that each combination has to hold; empty for all combinations
 * @param names file with a combination at the beginning of each line, such as the log of an earlier run; null for all combinations
 * @param sample combinations drawn at random; 0 for all pairs
 * @param triples triples drawn at random and played too
 * @param seed of what is drawn
 * @param threads plays at the same time
 * @param again true to play again what was played already by the same code
 */
record PairOptions(List<String> only, @Nullable Path names, int sample, int triples, long seed, int threads, boolean again) {

    private static final String KNOWN = "--only NAME[,NAME], --names FILE, --sample N, --triples N, --seed N, --threads N, --again";

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with a message for people
     */
    static PairOptions parse(String[] arguments) {
        List<String> only = List.of();
        Path names = null;
        int sample = 0;
        int triples = 0;
        long seed = 1;
        int threads = Runtime.getRuntime().availableProcessors() + 1;
        boolean again = false;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--only" -> only = List.of(value(arguments, ++i).split("[,+]"));
                case "--names" -> names = Path.of(value(arguments, ++i));
                case "--sample" -> sample = number(arguments, ++i);
                case "--triples" -> triples = number(arguments, ++i);
                case "--seed" -> seed = number(arguments, ++i);
                case "--threads" -> threads = Math.max(1, number(arguments, ++i));
                case "--again" -> again = true;
                default -> throw new IllegalArgumentException("unknown argument " + arguments[i] + "; known: " + KNOWN);
            }
        }
        return new PairOptions(only, names, sample, triples, seed, threads, again);
    }

    private static String value(String[] arguments, int at) {
        if (at >= arguments.length) {
            throw new IllegalArgumentException(arguments[at - 1] + " needs a value");
        }
        return arguments[at];
    }

    private static int number(String[] arguments, int at) {
        String text = value(arguments, at);
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(arguments[at - 1] + " needs a number, not " + text);
        }
        return Integer.parseInt(text);
    }
}
