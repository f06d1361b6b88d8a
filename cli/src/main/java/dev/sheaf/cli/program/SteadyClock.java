package dev.sheaf.cli.program;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clock of a process that runs for long, checked against the time that has passed since it was last read. A leap forward of more than a
 * day is not followed for an hour, because a clock that is set wrong is mostly set right soon, and a datestamp never goes back. A leap that
 * lasts is followed then, for a machine that slept does not count the time; one of more than a year is not followed before a restart.
 * Thread-safe.
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
     * Follows a clock.
     *
     * @param wall the time of day
     * @param nanos nanoseconds that no clock setting changes, as {@link System#nanoTime} does
     */
    SteadyClock(InstantSource wall, LongSupplier nanos) {
        this.wall = wall;
        this.nanos = nanos;
        this.followed = wall.instant();
        this.at = nanos.getAsLong();
    }

    /** Returns the time: that of the clock, or during a leap the time before it plus what has passed. */
    @Override
    public synchronized Instant instant() {
        Instant now = wall.instant();
        long ticks = nanos.getAsLong();
        Instant expected = followed.plusNanos(ticks - at);
        Duration lead = Duration.between(expected, now);
        if (lead.compareTo(LEAP) <= 0) {
            if (leaptAt != null) {
                log().warn("clock is right again: it says {}", now);
                leaptAt = null;
            }
            return follow(now, ticks);
        }
        if (leaptAt == null) {
            leaptAt = ticks;
            log().error(
                    "clock leapt from {} to {}; Sheaf goes on from the first time. Set the clock right. If it is right: start Sheaf again",
                    expected, now);
        } else if (ticks - leaptAt >= LASTS.toNanos() && lead.compareTo(NEVER) <= 0) {
            log().warn("clock has said {} for an hour after its leap: Sheaf follows it", now);
            leaptAt = null;
            return follow(now, ticks);
        }
        return expected;
    }

    /** Asked for when there is something to say: every short command would begin with making the log ready. */
    private static Logger log() {
        return LoggerFactory.getLogger(SteadyClock.class);
    }

    private Instant follow(Instant now, long ticks) {
        followed = now;
        at = ticks;
        return now;
    }
}
