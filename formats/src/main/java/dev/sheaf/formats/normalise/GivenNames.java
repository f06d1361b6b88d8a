package dev.sheaf.formats.normalise;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Frequent given names, from which the order of the words of a name is derived. */
final class GivenNames {

    private static final Set<String> NEVER_OF_A_FAMILY = Arrays.stream(Tables.words("given-names.txt"))
            .filter(word -> !word.startsWith("+")).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> NAMES = Arrays.stream(Tables.words("given-names.txt"))
            .map(word -> word.startsWith("+") ? word.substring(1) : word).collect(Collectors.toUnmodifiableSet());

    private GivenNames() {}

    /** Returns true for a frequent given name: James, Wilhelm, Yoko. Of a double name, the first half decides. */
    static boolean has(String word) {
        String plain = word.toLowerCase(Locale.ROOT);
        int hyphen = plain.indexOf('-');
        return NAMES.contains(hyphen > 0 ? plain.substring(0, hyphen) : plain);
    }

    /** Returns true for a given name that hardly anybody bears as a family name: Wilhelm, Yoko, but not James. */
    static boolean isNeverFamily(String word) {
        return NEVER_OF_A_FAMILY.contains(word.toLowerCase(Locale.ROOT));
    }
}
