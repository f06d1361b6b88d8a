package dev.sheaf.formats.normalise;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finder of the only number of a text that is a year, or a day without hyphens. Other numbers, such as volumes and sizes, do not count. Of
 * several years nobody knows the right one, and a year with another era is not a year of ours.
 */
final class LoneYear {

    /** Pairs of years that are no range, such as 1895-1809, which ends before it begins. */
    private static final Pattern REVERSED = Pattern.compile("\\d{4}\\s?[-/]\\s?\\d{4}");
    private static final Pattern ERA_ANYWHERE = Pattern
            .compile("\\d\\s?(?:b\\. ?c|bce?\\b|v\\. ?chr|av\\. ?j|до н|p\\. ?n\\. ?e|př\\. ?n)|\\bb\\.? ?c\\.?(?: ?e\\.?)? \\d");
    private static final Pattern MEASURE = Pattern.compile(
            "\\s?[/-]\\s?\\d|\\s?(?:x|cm|mm|km|m|kg|g|p|pp|pages?|copies|items?|s|seiten|years?|jahre|ans|bytes?|kb|mb|words)\\b");
    /** Words that make the year the beginning or the end of a period. */
    private static final Pattern OPEN = Pattern.compile(
            "\\b(?:by|before|until|till|after|since|from|not after|prior to|vor|bis|nach|ab|seit|avant|après|depuis|antes de|desde|hasta) (?:ca?\\.? ?|about |circa )?\\d{4}(?!\\s?[-/]\\s?\\d)");
    private static final int EARLIEST = 1000;
    private static final Pattern FROM_TO = Pattern
            .compile("(?<!\\d|\\d[/.-])([12]\\d{3})\\s?[-/]{1,2}\\s?(\\d{1,4})(?![\\d/.-]\\d|\\d)");

    private LoneYear() {}

    /** Returns the year, which is approximate; empty if there is none or more than one. */
    static Optional<DateSpan> in(String text) {
        if (REVERSED.matcher(text).matches() || ERA_ANYWHERE.matcher(text).find() || OPEN.matcher(text).find()) {
            return Optional.empty();
        }
        Matcher range = FROM_TO.matcher(text);
        if (range.find()) {
            // Neither end of a range such as "Edo period, 1600-1868" is the date.
            String rest = text.substring(0, range.start()) + text.substring(range.end());
            return rest.matches(".*\\d{2}.*") ? Optional.empty() : between(range.group(1), range.group(2));
        }
        int found = 0;
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
                end++;
            }
            boolean day = end - at == 8 && WrittenDate.read(text.substring(at, end)).isPresent();
            if (end - at == 4 || day) {
                int year = Integer.parseInt(text.substring(at, at + 4));
                if (year >= EARLIEST && year <= DateSpan.LATEST && !isMeasure(text, end)) {
                    if (found != 0 && found != year) {
                        return Optional.empty();
                    }
                    found = year;
                }
            }
            at = Math.max(end, at + 1);
        }
        return found == 0 ? Optional.empty() : DateSpan.ofYears(found, found, true);
    }

    private static Optional<DateSpan> between(String first, String second) {
        String last = first.substring(0, first.length() - second.length()) + second;
        return Integer.parseInt(last) > DateSpan.LATEST
                ? Optional.empty()
                : DateSpan.ofYears(Integer.parseInt(first), Integer.parseInt(last), true);
    }

    /** Returns true for a number with a unit after it. */
    private static boolean isMeasure(String text, int end) {
        return MEASURE.matcher(text).region(end, text.length()).lookingAt();
    }
}
