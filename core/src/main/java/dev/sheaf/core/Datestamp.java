package dev.sheaf.core;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A date or a time in UTC as the protocol writes it (S3.3): {@code YYYY-MM-DD} or {@code YYYY-MM-DDThh:mm:ssZ}.
 *
 * <p>Two datestamps are equal when their texts are. A datestamp from a foreign repository keeps the text that was sent, even when it is
 * not legal; {@link #instant()} is then empty. Immutable.
 */
public final class Datestamp {

    private final String text;
    private final @Nullable Instant instant;
    private final @Nullable Granularity granularity;

    private Datestamp(String text, @Nullable Instant instant, @Nullable Granularity granularity) {
        this.text = text;
        this.instant = instant;
        this.granularity = granularity;
    }

    /** Returns the datestamp of an instant, truncated to the granularity. */
    public static Datestamp of(Instant instant, Granularity granularity) {
        Instant cut = instant.truncatedTo(granularity == Granularity.DAY ? ChronoUnit.DAYS : ChronoUnit.SECONDS);
        String iso = cut.toString();
        return new Datestamp(granularity == Granularity.DAY ? iso.substring(0, 10) : iso, cut, granularity);
    }

    /** Returns the datestamp of an instant, truncated to the second. */
    public static Datestamp ofSecond(Instant instant) {
        return of(instant, Granularity.SECOND);
    }

    /**
     * Reads one of the two legal forms.
     *
     * @throws IllegalArgumentException if the text has another form or names a date that does not exist; the message lists the legal forms
     */
    public static Datestamp parse(String text) {
        Datestamp datestamp = received(text);
        if (!datestamp.isLegal()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a date of the form YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ (UTC)");
        }
        return datestamp;
    }

    /** Keeps a text that a foreign repository sent as a datestamp, whatever it holds. Never throws. */
    public static Datestamp received(String text) {
        Instant instant = null;
        Granularity granularity = null;
        try {
            if (hasShape(text, "dddd-dd-dd")) {
                instant = Instant.ofEpochSecond(day(text));
                granularity = Granularity.DAY;
            } else if (hasShape(text, "dddd-dd-ddTdd:dd:ddZ")) {
                int hour = number(text, 11, 13);
                int minute = number(text, 14, 16);
                int second = number(text, 17, 19);
                // The JDK reads 24:00:00 and 23:59:60 as another second; the protocol allows neither.
                if (hour < 24 && minute < 60 && second < 60) {
                    instant = Instant.ofEpochSecond(day(text) + (hour * 60L + minute) * 60 + second);
                    granularity = Granularity.SECOND;
                }
            }
        } catch (DateTimeException _) {
            instant = null;
            granularity = null;
        }
        return new Datestamp(text, instant, granularity);
    }

    /**
     * Returns the beginning of the day in seconds since 1970. This method computes it without the JDK's parser, which took a tenth of the
     * time of a harvest.
     */
    private static long day(String text) {
        int year = number(text, 0, 4);
        if (year == 0) {
            throw new DateTimeException("year 0 is not allowed: XML Schema, which defines the dates of responses, has none");
        }
        return LocalDate.of(year, number(text, 5, 7), number(text, 8, 10)).toEpochDay() * 86_400;
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    private static boolean hasShape(String text, String shape) {
        if (text.length() != shape.length()) {
            return false;
        }
        for (int i = 0; i < shape.length(); i++) {
            char wanted = shape.charAt(i);
            char found = text.charAt(i);
            if (wanted == 'd' ? found < '0' || found > '9' : found != wanted) {
                return false;
            }
        }
        return true;
    }

    /** Returns the text as written or received. */
    public String text() {
        return text;
    }

    /** Returns whether the text has one of the two legal forms and names a date that exists. */
    public boolean isLegal() {
        return instant != null;
    }

    /** Returns the first instant that the datestamp covers; empty when it is not legal. */
    public Optional<Instant> instant() {
        return Optional.ofNullable(instant);
    }

    /**
     * Returns the last second that the datestamp covers: the end of the day when it names a day (an {@code until} of a day includes the
     * whole day, S2.7.1); empty when it is not legal.
     */
    public Optional<Instant> lastSecond() {
        return instant == null
                ? Optional.empty()
                : Optional.of(granularity == Granularity.DAY ? instant.plusSeconds(86_399) : instant);
    }

    /** Returns the granularity of the text; empty when it is not legal. */
    public Optional<Granularity> granularity() {
        return Optional.ofNullable(granularity);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Datestamp that && that.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the text. */
    @Override
    public String toString() {
        return text;
    }
}
