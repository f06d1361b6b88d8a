package dev.sheaf.store.enrichments;

import java.util.regex.Pattern;

/** Rule for the kinds of additions. A kind names the service that makes an addition and the format of its bytes. */
final class Kinds {

    private static final Pattern LEGAL = Pattern.compile("[a-z][a-z0-9.-]{0,63}");

    private Kinds() {}

    static void check(String kind) {
        if (!LEGAL.matcher(kind).matches()) {
            throw new IllegalArgumentException(
                    "'" + kind + "' is not a kind: a kind has 1 to 64 lower-case letters, digits, dots and hyphens,"
                            + " and begins with a letter");
        }
    }

    static void checkSize(String what, int size, int most) {
        if (size > most) {
            throw new IllegalArgumentException(
                    what + " has " + size + " bytes; at most " + most + " are allowed. Nothing was stored");
        }
    }
}
