package dev.sheaf.harvester.announce;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HttpDate;

/** Time in which a receiver wants no requests. */
final class RetryAfter {

    private static final long LONGEST_SECONDS = 86_400;

    private RetryAfter() {}

    /** Reads the header; null if there is none. A date is compared with the Date of the response, because the receiver's clock wrote both. */
    static @Nullable Duration of(Fetched fetched) {
        String value = fetched.header("Retry-After").orElse(null);
        if (value == null) {
            return null;
        }
        try {
            Instant now = fetched.header("Date").map(HttpDate::parse).orElse(Instant.EPOCH);
            Duration wait = HttpDate.retryAfter(value, now).orElse(null);
            return wait == null || wait.toSeconds() <= LONGEST_SECONDS ? wait : Duration.ofSeconds(LONGEST_SECONDS);
        } catch (DateTimeException _) {
            return null;
        }
    }
}
