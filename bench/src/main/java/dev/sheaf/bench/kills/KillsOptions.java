package dev.sheaf.bench.kills;

import java.nio.file.Path;
import java.util.List;

import dev.sheaf.bench.CommandLine;

/**
 * Options of {@link Kills}.
 *
 * @param kills number of killed processes of each kind
 * @param finishEvery number of kills after which the work is finished and compared completely
 * @param records initial number of records
 * @param seed seed of all random numbers
 * @param kinds kinds of work
 * @param data folder for the data directories, one for each kind
 */
record KillsOptions(int kills, int finishEvery, int records, long seed, List<WorkKind> kinds, Path data) {

    private static final String KNOWN = "--kind KIND, --kills N (of each kind), --finish-every N, --records N, --seed N, --data DIR";

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
        Path data = null;
        CommandLine line = new CommandLine(arguments);
        while (line.hasOption()) {
            String option = line.option();
            switch (option) {
                case "--kills" -> kills = line.positive();
                case "--finish-every" -> finishEvery = line.positive();
                case "--records" -> records = line.positive();
                case "--seed" -> seed = line.seed();
                case "--kind" -> kinds = List.of(WorkKind.of(line.value()));
                case "--data" -> data = line.path();
                default -> throw CommandLine.unknown(option, KNOWN);
            }
        }
        int each = kills == 0 ? (1_000 + kinds.size() - 1) / kinds.size() : kills;
        return new KillsOptions(each, finishEvery, records, seed, kinds, CommandLine.folder(data, "sheaf-kills"));
    }
}
