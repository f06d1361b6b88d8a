package dev.sheaf.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The names that exist, for messages about one that does not. A name that nothing has is not an empty selection: without such a message, a
 * typing error looks like a list without records. Immutable and thread-safe.
 *
 * @param names at most {@value #MOST} of them, in alphabetical order
 * @param total number of all names
 */
public record KnownNames(List<String> names, int total) {

    private static final int MOST = 10_000;
    private static final int SHOWN = 12;
    /** Names may come from outside, and one message may hold all that are shown. */
    private static final int LONGEST = 60;
    private static final int SHORTEST_SIMILAR = 3;

    /** Copies the names. */
    public KnownNames {
        names = List.copyOf(names);
    }

    /** Returns the names; each counts once. */
    public static KnownNames of(Collection<String> names) {
        List<String> sorted = names.stream().distinct().sorted().toList();
        return new KnownNames(sorted.subList(0, Math.min(MOST, sorted.size())), sorted.size());
    }

    /**
     * Returns a message such as {@code the repository has no set 'pianting'; it has 2: painting, print. Did you mean 'painting'?}
     *
     * @param owner who has the names, such as {@code the repository}
     * @param kind noun for one of them, such as {@code set}
     * @param wrong the name that does not exist
     */
    public String lacking(String owner, String kind, String wrong) {
        String message = owner + " has no " + kind + " '" + OneLine.of(wrong, LONGEST) + "'";
        if (names.isEmpty()) {
            return message + ", and no other " + kind;
        }
        return message + "; it has " + list(wrong) + similar(wrong);
    }

    /** Returns the number of the names, and the names; of many only those that are most similar to the wrong one. */
    private String list(String wrong) {
        boolean isLong = total > SHOWN;
        List<String> shown = isLong
                ? names.stream().sorted(Comparator.comparingInt((String name) -> distance(name, wrong))).limit(SHOWN).toList()
                : names;
        return String.format(Locale.ROOT, "%,d", total) + (isLong ? ", among them " : ": ")
                + shown.stream().map(name -> OneLine.of(name, LONGEST)).collect(Collectors.joining(", "));
    }

    /** Returns a proposal: a name that differs in few letters, or the set below another one that has the wrong name there. */
    private String similar(String wrong) {
        if (wrong.length() < SHORTEST_SIMILAR) {
            return "";
        }
        return names.stream().filter(name -> distance(name, wrong) <= Math.max(1, wrong.length() / SHORTEST_SIMILAR))
                .min(Comparator.comparingInt(name -> distance(name, wrong)))
                .map(name -> ". Did you mean '" + OneLine.of(name, LONGEST) + "'?").orElse("");
    }

    /** Returns how far a name is from the wrong one; of a set below another, its own name counts as well. */
    private static int distance(String name, String wrong) {
        return Math.min(letters(name, wrong), letters(name.substring(name.lastIndexOf(':') + 1), wrong));
    }

    /** Returns the number of letters to add, remove or replace (Levenshtein) in the beginnings of two names; upper and lower case are the same. */
    public static int letters(String name, String wrong) {
        String a = OneLine.beginning(name, LONGEST).toLowerCase(Locale.ROOT);
        String b = OneLine.beginning(wrong, LONGEST).toLowerCase(Locale.ROOT);
        int[] before = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] now = new int[b.length() + 1];
            now[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(replaced, Math.min(before[j], now[j - 1]) + 1);
            }
            before = now;
        }
        return before[b.length()];
    }
}
