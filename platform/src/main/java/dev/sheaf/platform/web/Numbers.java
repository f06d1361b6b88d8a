package dev.sheaf.platform.web;

import java.util.Locale;

/** Numbers for people. */
public final class Numbers {

    private Numbers() {}

    /** {@code 2,000}. */
    public static String format(long number) {
        return String.format(Locale.ENGLISH, "%,d", number);
    }

    /** {@code 1 record}, {@code 2,000 records}. */
    public static String count(long number, String noun) {
        return format(number) + " " + noun + (number == 1 ? "" : "s");
    }
}
