package dev.sheaf.platform.imports.mapping;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finder of the name that a person probably meant. */
final class Nearest {

    private Nearest() {}

    /** Returns the most similar name; empty if none is similar. */
    static Optional<String> of(String typed, Collection<String> names) {
        String best = null;
        int least = Math.max(typed.length() > 3 ? 2 : 1, typed.length() / 3) + 1;
        for (String name : names) {
            int distance = distance(plain(typed), plain(name));
            if (distance < least) {
                least = distance;
                best = name;
            }
        }
        return Optional.ofNullable(best);
    }

    private static String plain(String name) {
        return name.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
    }

    /** Returns the number of letters to add, remove or replace (Levenshtein). */
    private static int distance(String one, String other) {
        int[] above = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[other.length()];
    }
}
