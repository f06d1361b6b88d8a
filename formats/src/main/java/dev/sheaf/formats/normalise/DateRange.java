package dev.sheaf.formats.normalise;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Reader of two dates with words or a hyphen between them: {@code Dec 1959 - Jan 1960}, {@code between 1920 and 1930}, {@code 27 BC - AD 14}.
 * Both ends are kept, or nothing is read. The text is in lower case, with one kind of hyphen.
 */
final class DateRange {

    private static final Pattern BETWEEN = Pattern.compile(
            "(?:between|betw\\.|zwischen|entre|tussen|tra|fra|mellan|mellem|mezi|między|между) (.{1,60}?) (?:and|und|et|y|e|en|och|og|a|i|и|&) (.{1,60})");
    private static final Pattern FROM_TO = Pattern.compile(
            "(?:from|von|vom|de|du|dal|del|desde|van|från|od|с) (.{1,60}?) (?:to|until|till|bis|bis zum|à|au|al|a|hasta|tot|til|till|do|по) (.{1,60})");
    private static final Pattern AFTER_BEFORE = Pattern
            .compile(
                    "(?:after|not before|nach|après) (.{1,40}?),? (?:and |but |und |et )?(?:before|not after|vor|avant) (.{1,40})");
    private static final Pattern SEPARATOR = Pattern
            .compile("\\s?[-/]\\s?|\\s?[,;]\\s?(?=early|mid|late)| (?:to|until|till|through|bis|au|hasta|tot|al) (?:the )?");
    /** Era at the end of a text, which also applies to the first date. */
    private static final Pattern LAST_ERA = Pattern.compile(
            "(?:\\s|\\b)(b\\. ?c\\. ?e\\.?|bce|b\\. ?c\\.?|bc|v\\. ?chr\\.?|av\\. ?j\\.-?c\\.?|a\\. ?c\\.|a\\. ?d\\.?|ad|c\\. ?e\\.|ce|n\\. ?chr\\.?|ap\\. ?j\\.-?c\\.?|d\\. ?c\\.)$");
    private static final Pattern ANY_ERA = Pattern
            .compile(".*(?:\\b|\\d)(?:b\\. ?c|bce?|ad|a\\. ?d|ce|c\\. ?e|v\\. ?chr|n\\. ?chr|av\\. ?j|ap\\. ?j)\\b.*");
    private static final Pattern LAST_YEAR = Pattern.compile(".*?(\\d{4})");
    private static final Pattern LAST_MONTH = Pattern
            .compile("\\d{1,2}\\.? (\\p{L}+\\.? \\d{4})|\\p{L}+\\.? \\d{1,2},? (\\d{4})");
    private static final Pattern CENTURY_WORD = Pattern
            .compile(".*?\\d(?:st|nd|rd|th|\\.)?\\s?(centur(?:y|ies)|cent\\.?|c\\.?|jh\\.?|jahrhunderts?).*");
    private static final int MOST_SEPARATORS = 4;
    private static final int LONGEST = 80;

    private DateRange() {}

    /** Reads a range; empty when the text is none, or when one of its ends cannot be read. */
    static Optional<DateSpan> read(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        Matcher between = BETWEEN.matcher(text);
        if (between.matches()) {
            return of(between.group(1), between.group(2));
        }
        Matcher open = AFTER_BEFORE.matcher(text);
        if (open.matches()) {
            return of(open.group(1), open.group(2)).map(DateRange::approximately);
        }
        Matcher fromTo = FROM_TO.matcher(text);
        if (fromTo.matches()) {
            Optional<DateSpan> read = of(fromTo.group(1), fromTo.group(2));
            if (read.isPresent()) {
                return read;
            }
        }
        Matcher separator = SEPARATOR.matcher(text);
        for (int i = 0; i < MOST_SEPARATORS && separator.find(); i++) {
            if (separator.start() > 0 && separator.end() < text.length()) {
                Optional<DateSpan> read = of(text.substring(0, separator.start()), text.substring(separator.end()));
                if (read.isPresent()) {
                    return read;
                }
            }
        }
        return Optional.empty();
    }

    private static DateSpan approximately(DateSpan span) {
        return new DateSpan(span.from(), span.until(), span.iso(), true);
    }

    private static Optional<DateSpan> of(String first, String second) {
        String begin = first.strip();
        String end = second.strip();
        Matcher era = LAST_ERA.matcher(end);
        String shared = era.find() && !ANY_ERA.matcher(begin).matches() ? " " + era.group(1) : "";
        DateSpan last = end(shortened(begin, end));
        if (last == null) {
            return Optional.empty();
        }
        DateSpan from = end(begin + shared);
        if (from == null) {
            from = completed(begin, end, shared);
        }
        return from == null ? Optional.empty() : joined(from, last);
    }

    /** Returns the end of a range such as 1817-8; the missing digits are those of the first year. */
    private static String shortened(String begin, String end) {
        Matcher year = LAST_YEAR.matcher(begin);
        return end.matches("\\d{1,2}") && year.matches() ? year.group(1).substring(0, 4 - end.length()) + end : end;
    }

    /**
     * Returns the first date of a range, completed by parts of the second: "Jan - Mar 1999", "3 - 5 May 1999", "late 19th - early 20th
     * century".
     */
    private static @Nullable DateSpan completed(String begin, String end, String era) {
        Matcher century = CENTURY_WORD.matcher(end);
        if (century.matches()) {
            return end(begin + " " + century.group(1) + era);
        }
        Matcher month = LAST_MONTH.matcher(end);
        if (begin.matches("\\d{1,2}\\.?") && month.matches() && month.group(1) != null) {
            return end(begin + " " + month.group(1));
        }
        Matcher year = LAST_YEAR.matcher(end);
        return begin.matches(".*\\d{3}.*") || !year.matches() ? null : end(begin + " " + year.group(1));
    }

    /** Returns one end of a range; null unless it is one date with a first and a last year. */
    private static @Nullable DateSpan end(String text) {
        return new DateReader(text.strip()).one().filter(span -> span.from() != null && span.until() != null).orElse(null);
    }

    private static Optional<DateSpan> joined(DateSpan first, DateSpan last) {
        Integer from = first.from();
        Integer until = last.until();
        if (from == null || until == null || from > until) {
            return Optional.empty();
        }
        String begin = start(first.iso());
        String end = last.iso().substring(last.iso().indexOf('/') + 1);
        if (from.equals(until) && begin.length() == end.length() && begin.compareTo(end) > 0) {
            return Optional.empty();
        }
        return Optional.of(new DateSpan(from, until, begin.equals(end) ? begin : begin + "/" + end,
                first.approximate() || last.approximate()));
    }

    private static String start(String iso) {
        int slash = iso.indexOf('/');
        return slash < 0 ? iso : iso.substring(0, slash);
    }
}
