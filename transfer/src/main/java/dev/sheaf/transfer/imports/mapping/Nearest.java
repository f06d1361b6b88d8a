package dev.sheaf.transfer.imports.mapping;

import java.util.Collection;
import java.util.Optional;

import dev.sheaf.core.KnownNames;

/** Finder of the name that a person probably meant. */
final class Nearest {

    private Nearest() {}

    /** Returns the most similar name; empty if none is similar. */
    static Optional<String> of(String typed, Collection<String> names) {
        String best = null;
        int least = Math.max(typed.length() > 3 ? 2 : 1, typed.length() / 3) + 1;
        for (String name : names) {
            int distance = KnownNames.letters(plain(typed), plain(name));
            if (distance < least) {
                least = distance;
                best = name;
            }
        }
        return Optional.ofNullable(best);
    }

    private static String plain(String name) {
        return name.strip().replace('-', '_').replace(' ', '_');
    }
}
