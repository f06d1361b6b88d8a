package dev.sheaf.store.sql;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;

/**
 * The clock as far as datestamps may follow it. Datestamps never go back: a clock that says 2040 once would be in all later ones. So a time far
 * after the newest datestamp is read twice, and one that is more than three years after it is not believed before an operator confirms it. Safe
 * for use by many threads.
 */
public final class StampClock {

    /** A greater lead is read again: one wrong answer of a clock passes. A hub that was not used for some days has such a lead rightly. */
    static final Duration DOUBTED = Duration.ofDays(1);
    /** A greater lead is logged as a warning: few data directories are unused for so long. */
    private static final Duration WARNED = Duration.ofDays(31);
    /** A greater lead is not believed. */
    static final Duration REFUSED = Duration.ofDays(1_096);

    private static final Logger LOG = LoggerFactory.getLogger(StampClock.class);

    private final InstantSource clock;
    private final AtomicBoolean told = new AtomicBoolean();

    public StampClock(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns the time for a new datestamp, in seconds.
     *
     * @param newest the latest time that was stamped or told to a reader; 0 before the first
     * @throws StoreException when the clock is more than {@link #REFUSED} ahead of that
     */
    long forStamp(long newest) {
        long now = now(newest);
        if (isBeyond(now, newest, REFUSED)) {
            throw new StoreException(message(now, newest) + ", so nothing was written. Set the clock right and try again. "
                    + "If it is right: sheaf doctor --accept-clock");
        }
        return now;
    }

    /**
     * Returns the time that a reader may be told, in seconds: {@code newest} as long as the clock is more than {@link #REFUSED} ahead of that.
     *
     * @param newest as for {@link #forStamp}
     */
    public long forAnswer(long newest) {
        long now = now(newest);
        if (isBeyond(now, newest, REFUSED)) {
            if (told.compareAndSet(false, true)) {
                LOG.error("{}. Readers get {} instead, and nothing is written. Set the clock right. If it is right: "
                        + "sheaf doctor --accept-clock", message(now, newest), Instant.ofEpochSecond(newest));
            }
            return newest;
        }
        return now;
    }

    private long now(long newest) {
        long now = clock.instant().getEpochSecond();
        if (!isBeyond(now, newest, DOUBTED)) {
            return now;
        }
        long again = clock.instant().getEpochSecond();
        if (isBeyond(now, again, DOUBTED)) {
            LOG.warn("clock was wrong once: it said {}, then {}; the second is used", Instant.ofEpochSecond(now),
                    Instant.ofEpochSecond(again));
        } else if (isBeyond(again, newest, WARNED) && !isBeyond(again, newest, REFUSED) && told.compareAndSet(false, true)) {
            LOG.warn("{}. It is used; datestamps cannot go back", message(again, newest));
        }
        return again;
    }

    static boolean isBeyond(long now, long newest, Duration lead) {
        return newest > 0 && now - newest > lead.toSeconds();
    }

    private static String message(long now, long newest) {
        return "The clock of this machine says " + Instant.ofEpochSecond(now) + ", " + Duration.ofSeconds(now - newest).toDays()
                + " days after the newest datestamp of the data directory (" + Instant.ofEpochSecond(newest) + ")";
    }
}
