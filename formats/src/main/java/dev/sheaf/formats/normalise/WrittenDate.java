package dev.sheaf.formats.normalise;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Reader of certain dates as people write them. Writes them as W3CDTF (a profile of ISO 8601): {@code 1999}, {@code 1999-05},
 * {@code 1999-05-12}; spans as ISO 8601: {@code 1871/1873}. Uncertain dates are not read: 3/4/1999 is a different day in London and in
 * Boston, and "ca. 1871" is less exact than 1871. {@link DateSpan} reads those too.
 */
public final class WrittenDate {

    private static final Pattern ISO_SHAPE = Pattern.compile("(\\d{4})-(\\d{2})(?:-(\\d{2}))?(T.*)?");
    private static final Pattern YEAR = Pattern.compile("\\d{4}");
    private static final Pattern BRACKETED = Pattern.compile("\\[\\s*([^\\[\\]?]*?)\\s*\\]");
    private static final Pattern COPYRIGHT = Pattern.compile("(?:[cC]|\u00a9|\\([cC]\\))\\s?(\\d{4})");
    private static final Pattern DOTTED = Pattern.compile("(?:(\\d{1,2})\\.\\s?)?(\\d{1,2})\\.\\s?(\\d{4})");
    private static final Pattern SLASHED = Pattern.compile("(\\d{1,2})[/-](\\d{1,2})[/-](\\d{4})");
    private static final Pattern YEAR_FIRST = Pattern.compile("(\\d{4})[/.](\\d{1,2})(?:[/.](\\d{1,2}))?");
    private static final Pattern COMPACT = Pattern.compile("(\\d{4})(\\d{2})(\\d{2})");
    private static final Pattern SPAN = Pattern.compile("(\\d{4})\\s?[-\u2010-\u2015/]\\s?(\\d{4}|\\d{2})");
    private static final Pattern DAY_MONTH = Pattern
            .compile("(?:(\\d{1,2})(?:\\.|st|nd|rd|th)?\\s+(?:de\\s+|of\\s+)?)?(\\p{L}+)\\.?,?\\s+(?:de\\s+)?(\\d{4})");
    private static final Pattern MONTH_DAY = Pattern.compile("(\\p{L}+)\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})");

    private static final Pattern WEEKDAY = Pattern.compile(
            "(?i)^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tue|wed|thu|fri|sat|sun)\\.?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche),?\\s+(?=.*\\s)");

    private WrittenDate() {}

    /** Returns a date in W3CDTF; empty when it cannot be read with certainty, or does not exist. */
    public static Optional<String> read(String given) {
        String text = given.strip();
        Matcher bracketed = BRACKETED.matcher(text);
        if (bracketed.matches()) {
            text = bracketed.group(1);
        }
        text = WEEKDAY.matcher(text).replaceFirst("");
        String day = day(text);
        return Optional.ofNullable(day == null ? span(text) : day);
    }

    /** Returns true for a text in the form of ISO 8601 that is no date of the calendar, such as 30 February. */
    public static boolean isImpossible(String text) {
        Matcher iso = ISO_SHAPE.matcher(text);
        return iso.matches() && iso.group(4) == null && of(iso.group(1), iso.group(2), iso.group(3)) == null;
    }

    private static @Nullable String day(String text) {
        if (YEAR.matcher(text).matches()) {
            return text;
        }
        Matcher found = ISO_SHAPE.matcher(text);
        if (found.matches() && found.group(4) == null) {
            // 1871-73 has the same form; since there is no month 73, it is a span.
            return found.group(3) == null && Integer.parseInt(found.group(2)) > 12
                    ? null
                    : of(found.group(1), found.group(2), found.group(3));
        }
        found = DOTTED.matcher(text);
        if (found.matches()) {
            return of(found.group(3), found.group(2), found.group(1));
        }
        found = YEAR_FIRST.matcher(text);
        // A text such as 1928/9 names two years.
        if (found.matches() && !isNextYear(found) && (found.group(3) != null || Integer.parseInt(found.group(2)) <= 12)) {
            return of(found.group(1), found.group(2), found.group(3));
        }
        found = COMPACT.matcher(text);
        if (found.matches()) {
            return of(found.group(1), found.group(2), found.group(3));
        }
        found = SLASHED.matcher(text);
        if (found.matches()) {
            return slashed(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)), found.group(3));
        }
        found = DAY_MONTH.matcher(text);
        if (found.matches()) {
            return named(found.group(3), found.group(2), found.group(1));
        }
        found = MONTH_DAY.matcher(text);
        if (found.matches()) {
            return named(found.group(3), found.group(1), found.group(2));
        }
        found = COPYRIGHT.matcher(text);
        return found.matches() ? found.group(1) : null;
    }

    private static boolean isNextYear(Matcher date) {
        return date.group(3) == null && date.group(2).length() == 1 && date.group().charAt(4) == '/'
                && date.group(2).charAt(0) == date.group(1).charAt(3) + 1;
    }

    /** Reads a date with slashes: 13/5 and 5/13 show the month, 5/5 is the same either way, and 3/4 is uncertain. */
    private static @Nullable String slashed(int first, int second, String year) {
        if (first != second && first <= 12 && second <= 12) {
            return null;
        }
        return first > 12 ? of(year, second, first) : of(year, first, second);
    }

    private static @Nullable String named(String year, String name, @Nullable String day) {
        Integer month = MonthNames.number(name);
        return month == null ? null : day == null ? of(year, month, 0) : of(year, month, Integer.parseInt(day));
    }

    private static @Nullable String span(String text) {
        Matcher found = SPAN.matcher(text);
        if (!found.matches()) {
            return null;
        }
        String first = found.group(1);
        String last = found.group(2).length() == 2 ? first.substring(0, 2) + found.group(2) : found.group(2);
        return last.compareTo(first) > 0 ? first + "/" + last : null;
    }

    private static @Nullable String of(String year, String month, @Nullable String day) {
        return of(year, Integer.parseInt(month), day == null ? 0 : Integer.parseInt(day));
    }

    /** Returns a date; null if it does not exist. */
    private static @Nullable String of(String year, int month, int day) {
        try {
            String date = LocalDate.of(Integer.parseInt(year), month, Math.max(1, day)).toString();
            return day == 0 ? date.substring(0, 7) : date;
        } catch (DateTimeException _) {
            return null;
        }
    }
}
