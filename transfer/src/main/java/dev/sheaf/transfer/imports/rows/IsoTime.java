package dev.sheaf.transfer.imports.rows;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Time in the format of machines, with T or a blank before the hours, with or without a zone.
 *
 * @param local local time
 * @param zone offset; null if there is none
 */
public record IsoTime(LocalDateTime local, @Nullable ZoneOffset zone) {

    private static final Pattern TIME = Pattern.compile(
            "(\\d{4}-\\d{2}-\\d{2})[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)\\s?(Z|[+-]\\d{2}(?::?\\d{2})?)?");

    /** Returns the time in a text; empty if it is none, or does not exist. */
    public static Optional<IsoTime> read(String text) {
        Matcher found = TIME.matcher(text);
        if (!found.matches()) {
            return Optional.empty();
        }
        try {
            String zone = found.group(3);
            return Optional.of(new IsoTime(LocalDateTime.parse(found.group(1) + "T" + found.group(2)),
                    zone == null ? null : ZoneOffset.of(zone)));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /** Returns the moment. A time without a zone counts as UTC. */
    public Instant instant() {
        return local.toInstant(zone == null ? ZoneOffset.UTC : zone).truncatedTo(ChronoUnit.SECONDS);
    }

    /** Returns the time in ISO 8601, to the second: in UTC if the zone is known, else without one. */
    @Override
    public String toString() {
        if (zone != null) {
            return instant().toString();
        }
        String text = local.truncatedTo(ChronoUnit.SECONDS).toString();
        return text.length() == 16 ? text + ":00" : text;
    }
}
