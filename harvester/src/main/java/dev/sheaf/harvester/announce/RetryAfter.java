package dev.sheaf.harvester.announce;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.Fetched;

/** How long a receiver wants not to be asked. */
final class RetryAfter {

    private static final long LONGEST_SECONDS = 86_400;

    private RetryAfter() {}

    /** Reads the header in its form with seconds; null when there is none. */
    static @Nullable Duration of(Fetched fetched) {
        try {
            return fetched.header("Retry-After")
                    .map(text -> Duration.ofSeconds(Math.clamp(Long.parseLong(text.strip()), 0, LONGEST_SECONDS)))
                    .orElse(null);
        } catch (NumberFormatException _) {
            return null;
        }
    }
}
