package dev.sheaf.formats.normalise;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Reader of years: one year, several years, a decade, a century or a part of one. The text is in lower case, with one kind of hyphen. */
final class YearsReader {

    private static final Pattern PART = Pattern.compile(
            "^(?:(early to mid|mid to late|early|mid|middle|late|beginning|end|anfang|mitte|ende|début|milieu|fin)(?:[\\s-]+|(?=\\d))(?:du |of |of the |des |the |- ?)*|(?:the )?(first|second|1st|2nd|1\\.|2\\.|erste|zweite) (half|hälfte|third|drittel)(?: of)?(?: the)?(?: des)? |(?:the )?(first|second|third|fourth|last|1st|2nd|3rd|4th|[1-4]\\.) (?:quarter|viertel)(?: of)?(?: the)?(?: des)? )");
    private static final Pattern YEAR = Pattern.compile("(\\d{3,4})(?:\\.0)?(?:\\s?[a-rt-z])?");
    private static final Pattern YEARS = Pattern
            .compile("(\\d{1,4})\\s?(?:-|/|to|bis|or|oder|and|und|ou|et|through)\\s?(?:(?:about|circa|ca?\\.?)\\s?)?(\\d{1,4})");
    private static final Pattern OPEN_END = Pattern.compile("(\\d{3,4})\\s?(?:-|\\+|ff\\.?)(?:\\s?(?:present|heute|today))?");
    private static final Pattern DECADE = Pattern.compile(
            "(\\d{2,3})0\\s?(?:'?s|er(?: jahren?)?|-?luku|-tal)(?:\\s.*)?|(?:années|anni|años|anos|lata)\\s(\\d{2,3})0|(\\d{3})(?:\\s?\\(\\?\\)|[-?xu_])(?!\\d)");
    private static final Pattern DECADES = Pattern
            .compile("(\\d{2,3})0'?s?\\s?(?:-|to|or|and|,)\\s?(?:(?:early|mid|late)[ -])?(\\d{2,3})0'?s");
    private static final Pattern CENTURY = Pattern.compile(
            "(\\d{1,2})(?:st|nd|rd|th|\\.|e|er|ème|eme|de|:e)?\\s?-?(?:centur(?:y|ies)|cent\\.?|c\\.?|jh\\.?|jhdt?\\.?|jahrhunderts?|jhs\\.?|eeuw|si(?:è|e)cles?|århundrede|århundradet|wieku?|w\\.|stol\\.?|století|в\\.?|век)(?:[/, ]+(early|mid|late)[^\\d]*)?");
    private static final Pattern CENTURIES = Pattern.compile(
            "(\\d{1,2})(?:st|nd|rd|th|\\.|e)?(?:\\s?(?:century|c\\.|jh\\.))?\\s?(?:-|/|to|or|and|bis|und|oder)\\s?(?:early |mid |late )?(\\d{1,2})(?:st|nd|rd|th|\\.|e)?\\s?-?(?:centur(?:y|ies)|cent\\.?|c\\.?|jh\\.?|jhdt?\\.?|jahrhunderts?|eeuw)");
    private static final Pattern ROMAN = Pattern.compile(
            "(?:siglo|secolo|século|sec\\.|s\\.|saec\\.|segle)\\s([ivx]{1,6})|([ivx]{1,6})(?:e|ème|eme|th)?\\s?(?:si(?:è|e)cle|s\\.|век|в\\.?|wieku?|w\\.|century|stol\\.)");
    private static final Pattern CENTURY_OPEN = Pattern.compile("(\\d{2})(?:--|\\?\\?|xx|uu|__)");
    private static final Pattern HUNDREDS = Pattern.compile("(\\d{1,2})00\\s?'?s");
    private static final Pattern VAGUE = Pattern.compile("\\b(?:early|mid|late)\\b");
    private static final Pattern ABOUT_INSIDE = Pattern.compile("\\b(?:about|circa|ca?\\.?)\\s?\\d");
    private static final Map<Character, Integer> ROMAN_DIGITS = Map.of('i', 1, 'v', 5, 'x', 10);

    private boolean approximate;

    /**
     * Creates a reader.
     *
     * @param approximate true if a word before the years says that they are uncertain
     */
    YearsReader(boolean approximate) {
        this.approximate = approximate;
    }

    /**
     * Reads a year, years, a decade or a century; empty if the text is something else.
     *
     * @param before true before the common era, where years count backwards
     */
    Optional<DateSpan> read(String years, boolean before) {
        String[] part = new String[1];
        String rest = part(years, part);
        Matcher found = YEAR.matcher(rest);
        if (found.matches() && !before) {
            int year = Integer.parseInt(found.group(1));
            // Without a final s, "mid-1800" means the same as "mid-1800s".
            return DateSpan.ofYears(year, part[0] != null && year % 100 == 0 ? year + 99 : year, approximate || part[0] != null);
        }
        found = HUNDREDS.matcher(rest);
        if (found.matches() && before) {
            int last = 100 * Integer.parseInt(found.group(1));
            return DateSpan.ofYears(1 - last - 99, 1 - last, approximate || part[0] != null);
        }
        if (found.matches()) {
            int from = 100 * Integer.parseInt(found.group(1));
            // The 1900s may be ten years or a hundred.
            approximate |= from >= 1900;
            return DateSpan.ofYears(from, from + 99, approximate || part[0] != null);
        }
        found = DECADES.matcher(rest);
        if (found.matches() && !before) {
            // The words "the 1700s and 1800s" mean centuries.
            boolean hundreds = found.group(1).endsWith("0") && found.group(2).endsWith("0");
            return DateSpan.ofYears(10 * Integer.parseInt(found.group(1)),
                    10 * Integer.parseInt(found.group(2)) + (hundreds ? 99 : 9),
                    approximate || part[0] != null || VAGUE.matcher(rest).find());
        }
        found = DECADE.matcher(rest);
        if (found.matches()) {
            String digits = found.group(1) != null ? found.group(1) : found.group(2) != null ? found.group(2) : found.group(3);
            int from = 10 * Integer.parseInt(digits);
            if (before) {
                return DateSpan.ofYears(1 - from - 9, 1 - from, approximate || part[0] != null);
            }
            return part(from, from + 9, part[0]);
        }
        found = YEARS.matcher(rest);
        if (found.matches() && found.group(1).length() >= 3 && !before) {
            approximate |= ABOUT_INSIDE.matcher(rest).find();
            return years(found.group(1), found.group(2));
        }
        found = OPEN_END.matcher(rest);
        if (found.matches() && !before) {
            return DateSpan.since(Integer.parseInt(found.group(1)), approximate);
        }
        return centuries(rest, before, part[0]);
    }

    /** Reads 1871-73, 1871-1873 and 1871-3, in which the last digits replace those of the first year. */
    private Optional<DateSpan> years(String first, String second) {
        String last = second.length() < first.length() ? first.substring(0, first.length() - second.length()) + second : second;
        return DateSpan.ofYears(Integer.parseInt(first), Integer.parseInt(last), approximate);
    }

    private Optional<DateSpan> centuries(String rest, boolean before, @Nullable String part) {
        Matcher found = CENTURY_OPEN.matcher(rest);
        if (found.matches()) {
            int from = 100 * Integer.parseInt(found.group(1));
            return DateSpan.ofYears(from, from + 99, approximate);
        }
        found = CENTURY.matcher(rest);
        if (found.matches()) {
            return century(Integer.parseInt(found.group(1)), before, found.group(2) == null ? part : found.group(2));
        }
        found = CENTURIES.matcher(rest);
        if (found.matches()) {
            approximate |= part != null || VAGUE.matcher(rest).find();
            Optional<DateSpan> first = century(Integer.parseInt(found.group(1)), before, null);
            Optional<DateSpan> last = century(Integer.parseInt(found.group(2)), before, null);
            return first.isEmpty() || last.isEmpty()
                    ? Optional.empty()
                    : DateSpan.ofYears(first.get().sortYear(), last.get().sortYear() + 99, approximate);
        }
        found = ROMAN.matcher(rest);
        return found.matches()
                ? century(roman(found.group(1) != null ? found.group(1) : found.group(2)), before, part)
                : Optional.empty();
    }

    private Optional<DateSpan> century(int number, boolean before, @Nullable String part) {
        if (number < 1 || number > 21) {
            return Optional.empty();
        }
        int from = !before ? 100 * (number - 1) + 1 : 1 - 100 * number;
        return part(from, from + 99, part);
    }

    private static int roman(String digits) {
        int value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = ROMAN_DIGITS.getOrDefault(digits.charAt(i), 0);
            int next = i + 1 < digits.length() ? ROMAN_DIGITS.getOrDefault(digits.charAt(i + 1), 0) : 0;
            value += digit < next ? -digit : digit;
        }
        return value;
    }

    /** Removes the words for a part of a century and returns them in {@code part}. */
    private static String part(String years, @Nullable String[] part) {
        Matcher found = PART.matcher(years);
        if (!found.find()) {
            return years;
        }
        part[0] = found.group(1) != null
                ? found.group(1)
                : found.group(2) != null ? found.group(2) + " " + found.group(3) : found.group(4) + " quarter";
        return years.substring(found.end());
    }

    /**
     * Returns the years of a part. Halves, thirds and quarters have exact years; early, middle and late only make the century less certain.
     */
    private Optional<DateSpan> part(int from, int until, @Nullable String part) {
        if (part == null) {
            return DateSpan.ofYears(from, until, approximate);
        }
        int length = until - from + 1;
        int pieces = part.endsWith("quarter") ? 4 : part.endsWith("half") || part.endsWith("hälfte") ? 2 : 0;
        if (pieces == 0) {
            return DateSpan.ofYears(from, until, true);
        }
        int index = switch (part.charAt(0)) {
            case '1', 'f', 'e' -> part.startsWith("fo") ? 3 : 0;
            case '2', 's', 'z' -> 1;
            case '3', 't' -> 2;
            default -> pieces - 1;
        };
        int start = from + index * length / pieces;
        return DateSpan.ofYears(start, start + length / pieces - 1, approximate);
    }
}
