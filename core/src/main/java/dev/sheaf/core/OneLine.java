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
        return of(text, LONGEST);
    }

    /**
     * Returns a text with line breaks and control characters replaced by blanks. A longer one ends with an ellipsis.
     *
     * @param longest largest number of characters in the result
     */
    public static String of(String text, int longest) {
        String line = line(text, longest);
        return line.length() <= longest && text.length() <= 4 * longest ? line : cut(line, longest - 1) + "\u2026";
    }

    /**
     * Returns the beginning of a text with line breaks and control characters replaced by blanks, for programs: nothing marks where it was cut.
     *
     * @param longest largest number of characters in the result
     */
    public static String beginning(String text, int longest) {
        return cut(line(text, longest), longest);
    }

    /** Returns a text as a sentence: with a full stop, unless it ends with a mark already. Messages of others are quoted before more text. */
    public static String sentence(String text) {
        String stripped = text.stripTrailing();
        return stripped.isEmpty() || ".?!\u2026".indexOf(stripped.charAt(stripped.length() - 1)) >= 0 ? stripped : stripped + ".";
    }

    /** Reads only the beginning, because a text may be megabytes long. */
    private static String line(String text, int longest) {
        String beginning = text.length() > 4 * longest ? text.substring(0, 4 * longest) : text;
        return isOneLine(beginning) ? beginning.strip() : BREAKS.matcher(beginning).replaceAll(" ").strip();
    }

    /** Returns true if the pattern would replace single blanks by themselves, as in most texts. It takes many times as long. */
    private static boolean isOneLine(String text) {
        boolean isBlank = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isBlankBefore = isBlank;
            isBlank = c == ' ';
            if (c < ' ' || c >= '\u007f' && c <= '\u009f' || c == '\u2028' || c == '\u2029' || isBlank && isBlankBefore) {
                return false;
            }
        }
        return true;
    }

    private static String cut(String line, int longest) {
        int end = Math.min(line.length(), longest);
        return line.substring(0,
                end > 0 && end < line.length() && Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end);
    }
}
