package dev.sheaf.validator.mutations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The findings that each misbehaviour must and may lead to, from {@code validator-mutations.txt}. Immutable.
 *
 * @param entries by name of the misbehaviour, in the order of the file
 */
record ExpectedFindings(Map<String, Entry> entries) {

    /** Kinds of misbehaviours, by the way in which a validator can find them. */
    enum Kind {
        /** It breaks a requirement; one run can show it. */
        WRONG,
        /** It breaks no requirement: no finding may come. */
        CORRECT,
        /** It breaks a requirement, but only a second run or chance can show it. */
        BEYOND_ONE_RUN
    }

    /**
     * The expectation for one misbehaviour. Immutable.
     *
     * @param kind of the misbehaviour
     * @param right rules of which at least one must find it; empty for a correct one
     * @param consequences other rules that it breaks as well, or {@code *} for all
     * @param reason why it is correct or beyond one run; empty for a wrong one
     */
    record Entry(Kind kind, Set<String> right, Set<String> consequences, String reason) {

        Entry {
            right = Set.copyOf(right);
            consequences = Set.copyOf(consequences);
        }

        /** Returns true when the finding of a rule is no false alarm. */
        boolean mayFind(String rule) {
            return right.contains(rule) || consequences.contains(rule) || consequences.contains("*");
        }
    }

    /**
     * Reads the file. A line is {@code NAME | RULE[, RULE] | CONSEQUENCE[, CONSEQUENCE]}, {@code NAME | - | REASON} for a correct
     * repository, or {@code NAME | two runs | REASON}.
     *
     * @throws IllegalArgumentException when a line has another form, or when two lines have one name
     */
    static ExpectedFindings read(Path file) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] parts = line.split("\\s*\\|\\s*", -1);
                if (parts.length != 3 || parts[1].isEmpty()) {
                    throw new IllegalArgumentException(file + ": a line has three parts with | between them: " + line);
                }
                if (entries.put(parts[0], entry(parts[1], parts[2])) != null) {
                    throw new IllegalArgumentException(file + " names " + parts[0] + " twice");
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(file + " cannot be read", failure);
        }
        return new ExpectedFindings(entries);
    }

    private static Entry entry(String rules, String rest) {
        return switch (rules) {
            case "-" -> new Entry(Kind.CORRECT, Set.of(), Set.of(), rest);
            case "two runs" -> new Entry(Kind.BEYOND_ONE_RUN, Set.of(), Set.of(), rest);
            default -> new Entry(Kind.WRONG, names(rules), names(rest), "");
        };
    }

    private static Set<String> names(String list) {
        Set<String> names = new TreeSet<>(Arrays.asList(list.split("\\s*,\\s*")));
        names.remove("");
        return names;
    }
}
