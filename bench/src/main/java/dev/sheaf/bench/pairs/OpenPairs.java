package dev.sheaf.bench.pairs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.simulator.misbehaviour.Judgement.Mark;

/**
 * List of combinations whose harvest is less complete than possible, each with the reason, in {@code bench/pairs-open.txt}. The list may
 * only shrink: a combination that is no longer open must be removed.
 *
 * @param entries entries by name
 */
record OpenPairs(Map<String, Entry> entries) {

    /** The list of plays that have none. */
    static final OpenPairs NONE = new OpenPairs(Map.of());

    /**
     * Entry.
     *
     * @param mark expected mark
     * @param reason reason for people
     */
    record Entry(Mark mark, String reason) {}

    OpenPairs {
        entries = Map.copyOf(entries);
    }

    /**
     * Reads the list.
     *
     * @throws IllegalArgumentException if a line is not {@code NAME+NAME | incomplete | reason}
     */
    static OpenPairs read(Path file) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] parts = line.split("\\s*\\|\\s*", 3);
                if (parts.length < 3 || parts[2].isBlank()) {
                    throw new IllegalArgumentException(file + " has a line without verdict or reason: " + line);
                }
                Mark mark = Mark.valueOf(parts[1].toUpperCase(Locale.ROOT));
                if (entries.put(parts[0], new Entry(mark, parts[2])) != null) {
                    throw new IllegalArgumentException(file + " names " + parts[0] + " twice");
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(file + " cannot be read", failure);
        }
        return new OpenPairs(entries);
    }

    /**
     * Returns the worst mark that a combination may have. A combination of more than two may be as bad as the worst pair or single
     * misbehaviour in it.
     */
    Mark worst(String name) {
        List<String> parts = Arrays.asList(name.split("\\+"));
        List<String> within = new ArrayList<>(parts);
        within.add(name);
        if (parts.size() > 2) {
            for (int i = 0; i < parts.size(); i++) {
                for (int j = 0; j < parts.size(); j++) {
                    within.add(parts.get(i) + "+" + parts.get(j));
                }
            }
        }
        return within.stream().flatMap(one -> Optional.ofNullable(entries.get(one)).stream()).map(Entry::mark)
                .max(Mark::compareTo).orElse(Mark.RIGHT);
    }

    /** Returns the combinations whose result is worse than the list allows. */
    List<PairResult> unexpected(Collection<PairResult> played) {
        return played.stream().filter(one -> one.mark().compareTo(worst(one.name())) > 0).toList();
    }

    /** Returns the entries whose result is right, so that they must be removed. */
    List<String> outdated(Collection<PairResult> played) {
        return played.stream().filter(one -> one.mark() == Mark.RIGHT && entries.containsKey(one.name())).map(PairResult::name)
                .toList();
    }
}
