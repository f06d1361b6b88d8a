package dev.sheaf.platform.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.sheaf.core.store.Counts;
import dev.sheaf.store.runs.CensusReport;

/** Formatter of numbers, counts, lengths of time and quotations for people. */
public final class Phrases {

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\\p{Cntrl}\\u0080-\\u009F]+");

    private Phrases() {}

    /** Returns text that a repository sent as one line without control characters, which could give commands to a terminal. */
    public static String oneLine(String quoted) {
        return BETWEEN_WORDS.matcher(quoted).replaceAll(" ").strip();
    }

    /** Returns a number such as {@code 2,000}. */
    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /**
     * Returns counts such as {@code 1,204 new, 3 changed, 120 the same, 2 deleted, 1 refused}. Zeros are left out; if all are zero, the
     * text says so.
     */
    public static String counts(Counts counts) {
        List<String> parts = countParts(counts);
        return parts.isEmpty() ? "nothing new" : String.join(", ", parts);
    }

    /** Returns the parts of {@link #counts}; empty if no record was received. */
    public static List<String> countParts(Counts counts) {
        List<String> parts = new ArrayList<>();
        part(parts, counts.created(), "new");
        part(parts, counts.changed(), "changed");
        part(parts, counts.same(), "the same");
        part(parts, counts.deleted(), "deleted");
        part(parts, counts.refused(), "refused");
        return parts;
    }

    private static void part(List<String> parts, long number, String what) {
        if (number > 0) {
            parts.add(number(number) + ' ' + what);
        }
    }

    /** Returns the chosen values, separated by commas; {@code all} if none is chosen. */
    public static String chosen(List<?> values) {
        return values.isEmpty() ? "all" : values.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    /** Returns a label with a capital letter, for headings of cells. */
    public static String capital(String label) {
        return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    }

    /** Describes the result of a census. */
    public static String census(CensusReport report) {
        return (report.missing() == 0
                ? "nothing has vanished"
                : number(report.missing()) + " of " + number(report.seen() + report.missing()) + " have vanished")
                + (report.held() ? ", held" : "");
    }

    /** Returns a duration in the form in which it is typed: {@code 30m}, {@code 6h}, {@code 1d}. */
    public static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds == 0) {
            return "0s";
        }
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /** Returns a duration in words: {@code 5 min 20 s}. */
    public static String lasting(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        return seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
    }
}
