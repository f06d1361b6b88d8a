package dev.sheaf.platform.server.pages;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HttpDate;

/** Conditions of requests (RFC 9110, 13.1). Stateless. */
final class Conditions {

    private static final Pattern TAG = Pattern.compile("(?:W/)?(\"[^\"]*\")");
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    /** Time for which a change may be unseen although it already has its datestamp: no transaction stays open for so long. */
    private static final Duration UNSEEN = Duration.ofMinutes(10);

    private Conditions() {}

    /** Returns a time in the form of HTTP. */
    static String date(Instant time) {
        return DATE.format(time);
    }

    /** Returns the value of {@code If-None-Match}, whose lines make one list (RFC 9110, 5.3); null if there is none. */
    static @Nullable String ifNoneMatch(Context context) {
        List<String> lines = Collections.list(context.req().getHeaders("If-None-Match"));
        return lines.isEmpty() ? null : String.join(", ", lines);
    }

    /**
     * Returns the first entity tag that {@code If-None-Match} names and that fits, by weak comparison; empty if none does.
     *
     * @param header its value; null if there is none
     */
    static Optional<String> named(@Nullable String header, Predicate<String> fits) {
        return header == null
                ? Optional.empty()
                : TAG.matcher(header).results().map(named -> named.group(1)).filter(fits).findFirst();
    }

    /**
     * Returns true if {@code If-Modified-Since} shows that the client has the present version. That is so if it repeats the time of the
     * version, or if it is later by more than a change can be unseen: some clients send the time of their last visit.
     *
     * @param header its value; null if there is none
     * @param modified time of the last change
     * @param stable present stable time of the store; a later time in the header is wrong and does not count
     */
    static boolean isSince(@Nullable String header, Instant modified, Instant stable) {
        if (header == null) {
            return false;
        }
        if (header.strip().equals(date(modified))) {
            return true;
        }
        try {
            Instant since = HttpDate.parse(header.strip(), stable);
            return !since.isBefore(modified.plus(UNSEEN)) && !since.isAfter(stable);
        } catch (DateTimeException _) {
            // No date of HTTP: the condition does not count (RFC 9110, 13.1.3).
            return false;
        }
    }
}
