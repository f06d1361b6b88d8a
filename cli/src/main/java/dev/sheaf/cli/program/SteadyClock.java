package dev.sheaf.cli.program;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clock of a long-running process that checks the time of day against the elapsed time. It does not follow a leap forward of more than a
 * day for an hour, because a wrong clock is usually corrected soon, and a datestamp never decreases. It then follows a leap that lasts,
 * because a machine that slept does not count the time. It does not follow a leap of more than a year before a restart. Thread-safe.
 */
final class SteadyClock implements InstantSource {

    private static final Duration LEAP = Duration.ofDays(1);
    private static final Duration LASTS = Duration.ofHours(1);
    private static final Duration NEVER = Duration.ofDays(366);

    private final InstantSource wall;
    private final LongSupplier nanos;
    private Instant followed;
    private long at;
    private @Nullable Long leaptAt;

    /**
     * Creates a clock.
     *
     * @param wall time of day
     * @param nanos nanoseconds that no setting of the clock changes, as of {@link System#nanoTime}
     */
    SteadyClock(InstantSource wall, LongSupplier nanos) {
        this.wall = wall;
        this.nanos = nanos;
        this.followed = wall.instant();
        this.at = nanos.getAsLong();
    }

    /** Returns the time of day, or during a leap the time before it plus the elapsed time. */
    @Override
    public synchronized Instant instant() {
        Instant now = wall.instant();
        long ticks = nanos.getAsLong();
        Instant expected = followed.plusNanos(ticks - at);
        Duration lead = Duration.between(expected, now);
        if (lead.compareTo(LEAP) <= 0) {
            if (leaptAt != null) {
                log().warn("clock is right again: its time is {}", now);
                leaptAt = null;
            }
            return follow(now, ticks);
        }
        if (leaptAt == null) {
            leaptAt = ticks;
            log().error(
                    "clock leapt from {} to {}; Sheaf continues from the first time. Correct the clock. If it is right, restart Sheaf",
                    expected, now);
        } else if (ticks - leaptAt >= LASTS.toNanos() && lead.compareTo(NEVER) <= 0) {
            log().warn("clock has been at {} for an hour after its leap: Sheaf now follows it", now);
            leaptAt = null;
            return follow(now, ticks);
        }
        return expected;
    }

    /** Returns the logger, created only for a message, because every short command would otherwise have to initialise the log. */
    private static Logger log() {
        return LoggerFactory.getLogger(SteadyClock.class);
    }

    private Instant follow(Instant now, long ticks) {
        followed = now;
        at = ticks;
        return now;
    }
}
