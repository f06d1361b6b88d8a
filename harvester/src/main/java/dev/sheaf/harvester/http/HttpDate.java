package dev.sheaf.harvester.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/** Dates of HTTP headers in their three forms (RFC 9110, section 5.6.7), and the header Retry-After. */
public final class HttpDate {

    /** Number of years into the future; a two-digit year that seems later belongs to the century before. */
    private static final int YEARS_AHEAD = 50;
    private static final Instant WITHOUT_CLOCK = Instant.parse("2019-12-31T23:59:59Z");
    private static final int CENTURY = 100;
    private static final int BASE_YEAR = 2000;
    private static final DateTimeFormatter RFC_850 = new DateTimeFormatterBuilder().parseCaseInsensitive()
            .appendPattern("dd-MMM-").appendValueReduced(ChronoField.YEAR, 2, 2, BASE_YEAR).appendPattern(" HH:mm:ss 'GMT'")
            .toFormatter(Locale.ENGLISH);
    private static final DateTimeFormatter ASCTIME = new DateTimeFormatterBuilder().parseCaseInsensitive()
            .appendPattern("EEE MMM ").padNext(2).appendValue(ChronoField.DAY_OF_MONTH).appendPattern(" HH:mm:ss yyyy")
            .toFormatter(Locale.ENGLISH);

    private HttpDate() {}

    /**
     * Reads a date in any of the three forms.
     *
     * @param now present time, which determines the century of two-digit years
     * @throws DateTimeException if the text is no date
     */
    public static Instant parse(String text, Instant now) {
        String date = text.strip();
        int comma = date.indexOf(',');
        if (comma < 0) {
            return LocalDateTime.parse(date, ASCTIME).toInstant(ZoneOffset.UTC);
        }
        if (date.indexOf('-', comma) < 0) {
            return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        }
        // The name of the day is ignored, because it cannot be checked before the century of a two-digit year is known.
        LocalDateTime read = LocalDateTime.parse(date.substring(comma + 1).strip(), RFC_850);
        LocalDateTime latest = LocalDateTime.ofInstant(now, ZoneOffset.UTC).plusYears(YEARS_AHEAD);
        return (read.isAfter(latest) ? read.minusYears(CENTURY) : read).toInstant(ZoneOffset.UTC);
    }

    /**
     * Reads a date in any of the three forms without the present time: two-digit years are those from 1970 to 2069.
     *
     * @throws DateTimeException if the text is no date
     */
    public static Instant parse(String text) {
        return parse(text, WITHOUT_CLOCK);
    }

    /** Returns the time in a header Retry-After, given as seconds or as a date; empty if it is neither. */
    public static Optional<Duration> retryAfter(String value, Instant now) {
        String text = value.strip();
        try {
            if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
            }
            Duration until = Duration.between(now, parse(text, now));
            return Optional.of(until.isNegative() ? Duration.ZERO : until);
        } catch (DateTimeException | NumberFormatException _) {
            return Optional.empty();
        }
    }
}
