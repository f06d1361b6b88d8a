package dev.sheaf.core;

import java.util.regex.Pattern;

/** Shortener of names from outside to one line, for tables, headings and terminals. */
public final class OneLine {

    /** Largest number of characters in the result. */
    public static final int LONGEST = 500;
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\\s]+");

    private OneLine() {}

    /** Returns a text with line breaks and control characters replaced by blanks, truncated to {@value #LONGEST} characters. */
    public static String of(String text) {
        // Only the beginning is read, because a text may be megabytes long.
        String beginning = text.length() > 4 * LONGEST ? text.substring(0, 4 * LONGEST) : text;
        String line = BREAKS.matcher(beginning).replaceAll(" ").strip();
        if (line.length() <= LONGEST && beginning.length() == text.length()) {
            return line;
        }
        int end = Math.min(line.length(), LONGEST - 1);
        return line.substring(0, end > 0 && Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + "\u2026";
    }
}
