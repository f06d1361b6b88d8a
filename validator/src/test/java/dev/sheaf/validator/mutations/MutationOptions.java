package dev.sheaf.validator.mutations;

import java.util.Iterator;
import java.util.List;

import org.jspecify.annotations.Nullable;

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
        Iterator<String> words = List.of(arguments).iterator();
        while (words.hasNext()) {
            String option = words.next();
            switch (option) {
                case "--only" -> only = List.of(value(option, words).split(","));
                case "--reference" -> reference = value(option, words);
                case "--no-report" -> report = false;
                default -> throw new IllegalArgumentException("unknown argument " + option
                        + "; known: --only NAME[,NAME], --reference COMMAND, --no-report");
            }
        }
        return new MutationOptions(only, reference, report && only.isEmpty());
    }

    private static String value(String option, Iterator<String> words) {
        if (!words.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return words.next();
    }
}
