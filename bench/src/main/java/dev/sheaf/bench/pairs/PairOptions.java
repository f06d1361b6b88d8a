package dev.sheaf.bench.pairs;

import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.bench.CommandLine;

/**
 * Options of {@link Pairs}.
 *
 * @param only names that each combination must contain; empty for all combinations
 * @param names file with a combination at the beginning of each line, such as the log of an earlier run; null for all combinations
 * @param sample number of random combinations; 0 for all pairs
 * @param triples number of random triples in addition
 * @param seed seed of the random choice
 * @param threads number of threads
 * @param later true to let the faults begin after a first harvest
 * @param again true to repeat combinations that the same code has played already
 */
public record PairOptions(List<String> only, @Nullable Path names, int sample, int triples, long seed, int threads,
        boolean later, boolean again) {

    private static final String KNOWN = "--only NAME[,NAME], --names FILE, --sample N, --triples N, --seed N, --threads N, --later, --again";

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with a message for people
     */
    public static PairOptions parse(String[] arguments) {
        List<String> only = List.of();
        Path names = null;
        int sample = 0;
        int triples = 0;
        long seed = 1;
        int threads = Runtime.getRuntime().availableProcessors() + 1;
        boolean later = false;
        boolean again = false;
        CommandLine line = new CommandLine(arguments);
        while (line.hasOption()) {
            String option = line.option();
            switch (option) {
                case "--only" -> only = List.of(line.value().split("[,+]"));
                case "--names" -> names = line.path();
                case "--sample" -> sample = line.number();
                case "--triples" -> triples = line.number();
                case "--seed" -> seed = line.number();
                case "--threads" -> threads = Math.max(1, line.number());
                case "--later" -> later = true;
                case "--again" -> again = true;
                default -> throw CommandLine.unknown(option, KNOWN);
            }
        }
        return new PairOptions(only, names, sample, triples, seed, threads, later, again);
    }
}
