package dev.sheaf.bench.mutations;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.bench.CommandLine;

/**
 * The options of {@link MutationTable}.
 *
 * @param only names of misbehaviours; empty for all
 * @param reference command of another validator, which is called with the base URL as its last argument; null for none
 * @param report true to write results/validator-mutations.md
 */
record MutationOptions(List<String> only, @Nullable String reference, boolean report) {

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with a message for people
     */
    static MutationOptions parse(String[] arguments) {
        List<String> only = List.of();
        String reference = null;
        boolean report = true;
        CommandLine line = new CommandLine(arguments);
        while (line.hasOption()) {
            String option = line.option();
            switch (option) {
                case "--only" -> only = List.of(line.value().split(","));
                case "--reference" -> reference = line.value();
                case "--no-report" -> report = false;
                default -> throw CommandLine.unknown(option, "--only NAME[,NAME], --reference COMMAND, --no-report");
            }
        }
        return new MutationOptions(only, reference, report && only.isEmpty());
    }
}
