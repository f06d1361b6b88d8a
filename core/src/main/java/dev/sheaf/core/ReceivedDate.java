package dev.sheaf.core;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Reader of datestamps in the forms that real repositories write; it makes them legal (S3.3). Besides the two legal forms it reads
 * fractions of seconds, offsets, a missing zone (UTC), a blank for the T, hours without seconds, {@code 20210311}, {@code 20210311101500},
 * {@code 2021/03/11}, {@code 2021-03}, {@code 2021}, the date of an HTTP header, and seconds or milliseconds since 1970 of the years 2001
 * to 2096. A date without a day or month means its first one. Stateless.
 */
public final class ReceivedDate {

    private static final int DAY = 10;
    /** Longest text that can be a date. */
    private static final int LONGEST = 64;
    /** 2001-09-09. A number of ten digits from here to 2096-10-02 is read as seconds since 1970. */
    private static final long FIRST_SECOND = 1_000_000_000L;
    private static final long LAST_SECOND = 4_000_000_000L;
    private static final Pattern COMPACT = Pattern
            .compile("(\\d{4})(\\d\\d)(\\d\\d)(?:T?(\\d\\d)(\\d\\d)(\\d\\d)?(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)?)?");
    private static final Pattern SHORT = Pattern.compile("(\\d{4})(?:[-/](\\d{1,2})(?:[-/](\\d{1,2}))?)?");
    private static final Pattern NUMBER = Pattern.compile("\\d{10}|\\d{13}");
    private static final Pattern ZONE_WITHOUT_COLON = Pattern.compile("([+-]\\d\\d)(\\d\\d)$");

    private ReceivedDate() {}

    /** Returns the legal datestamp with the meaning of a text; empty if the text has none. Never throws. */
    public static Optional<Datestamp> legal(String text) {
        String stripped = text.strip();
        if (stripped.isEmpty() || stripped.length() > LONGEST) {
            return Optional.empty();
        }
        Datestamp asItIs = Datestamp.received(stripped);
        if (asItIs.isLegal()) {
            return Optional.of(asItIs);
        }
        String date = ZONE_WITHOUT_COLON.matcher(stripped.replace(' ', 'T')).replaceFirst("$1:$2");
        return time(date).or(() -> httpDate(stripped)).or(() -> sinceEpoch(stripped))
                .or(() -> compact(stripped.replace(' ', 'T')))
                .or(() -> shortForm(stripped)).or(() -> day(date));
    }

    /** Returns a legal datestamp unchanged, and the legal form of any other; empty if it has none. Never throws. */
    public static Optional<Datestamp> legal(Datestamp received) {
        return received.isLegal() ? Optional.of(received) : legal(received.text());
    }

    private static Optional<Datestamp> time(String date) {
        try {
            return ofSecond(OffsetDateTime.parse(date, DateTimeFormatter.ISO_OFFSET_DATE_TIME).toInstant());
        } catch (DateTimeException _) {
            // The text may lack its zone only.
        }
        try {
            return ofSecond(LocalDateTime.parse(date, DateTimeFormatter.ISO_LOCAL_DATE_TIME).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Datestamp> httpDate(String text) {
        try {
            return ofSecond(OffsetDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Datestamp> sinceEpoch(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(text);
        long seconds = text.length() == DAY ? number : number / 1_000;
        return seconds < FIRST_SECOND || seconds > LAST_SECOND ? Optional.empty() : ofSecond(Instant.ofEpochSecond(seconds));
    }

    private static Optional<Datestamp> compact(String text) {
        Matcher matcher = COMPACT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String date = matcher.group(1) + '-' + matcher.group(2) + '-' + matcher.group(3);
        if (matcher.group(4) == null) {
            return legalDay(date);
        }
        String zone = matcher.group(8) == null ? "Z" : ZONE_WITHOUT_COLON.matcher(matcher.group(8)).replaceFirst("$1:$2");
        return time(date + 'T' + matcher.group(4) + ':' + matcher.group(5) + ':'
                + (matcher.group(6) == null ? "00" : matcher.group(6)) + zone);
    }

    private static Optional<Datestamp> shortForm(String text) {
        Matcher matcher = SHORT.matcher(text);
        return matcher.matches()
                ? legalDay(matcher.group(1) + '-' + twoDigits(matcher.group(2)) + '-' + twoDigits(matcher.group(3)))
                : Optional.empty();
    }

    private static String twoDigits(@Nullable String number) {
        return number == null ? "01" : number.length() == 1 ? "0" + number : number;
    }

    /** Returns the day of a date whose time cannot be read. */
    private static Optional<Datestamp> day(String date) {
        return date.length() > DAY && date.charAt(DAY) == 'T' ? legalDay(date.substring(0, DAY)) : Optional.empty();
    }

    private static Optional<Datestamp> legalDay(String date) {
        return Optional.of(Datestamp.received(date)).filter(Datestamp::isLegal);
    }

    /** Returns the datestamp of an instant; empty if its year does not have four digits. */
    private static Optional<Datestamp> ofSecond(Instant instant) {
        return Optional.of(Datestamp.ofSecond(instant)).map(date -> Datestamp.received(date.text())).filter(Datestamp::isLegal);
    }
}
