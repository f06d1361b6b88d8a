package dev.sheaf.platform.web;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Times for people, in UTC, the time zone of the protocol, which the text names. */
public final class Times {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private Times() {}

    /** Returns {@code 6 May 2024, 07:08 UTC}; null for null. */
    public static @Nullable String format(@Nullable Instant instant) {
        return instant == null ? null : FORMAT.format(instant);
    }
}
