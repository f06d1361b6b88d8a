package dev.sheaf.platform.proxy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

import dev.sheaf.core.Datestamp;

/** Dates as repositories write them, made legal (S3.3): with fractions of seconds, offsets, a blank for the T. */
final class ReceivedDate {

    private static final int DAY = 10;

    private ReceivedDate() {}

    /** The datestamp that a text means; empty when that cannot be told. */
    static Optional<Datestamp> legal(String text) {
        String date = text.strip().replace(' ', 'T');
        Datestamp asItIs = Datestamp.received(date);
        if (asItIs.isLegal()) {
            return Optional.of(asItIs);
        }
        return time(date).map(Datestamp::ofSecond).or(() -> day(date));
    }

    private static Optional<Instant> time(String date) {
        try {
            return Optional.of(OffsetDateTime.parse(date, DateTimeFormatter.ISO_OFFSET_DATE_TIME).toInstant());
        } catch (DateTimeException _) {
            // Perhaps it only lacks the zone.
        }
        try {
            return Optional.of(LocalDateTime.parse(date, DateTimeFormatter.ISO_LOCAL_DATE_TIME).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /** The day of a date whose time cannot be read. */
    private static Optional<Datestamp> day(String date) {
        return Optional.of(date).filter(text -> text.length() > DAY && text.charAt(DAY) == 'T')
                .map(text -> Datestamp.received(text.substring(0, DAY))).filter(Datestamp::isLegal);
    }
}
