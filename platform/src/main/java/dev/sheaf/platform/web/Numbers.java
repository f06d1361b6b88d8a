package dev.sheaf.platform.web;

import java.util.Locale;

/** Numbers for people. */
final class Numbers {

    private Numbers() {}

    static String format(long number) {
        return String.format(Locale.ENGLISH, "%,d", number);
    }

    /** {@code 1 record}, {@code 2,000 records}. */
    static String count(long number, String noun) {
        return format(number) + " " + noun + (number == 1 ? "" : "s");
    }
}
