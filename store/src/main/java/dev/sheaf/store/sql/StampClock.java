package dev.sheaf.store.sql;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;

/**
 * The clock for datestamps. Datestamps never go back, so a clock that once showed the year 2040 would affect all later ones. Therefore a
 * time far after the newest datestamp is read twice, and a time more than three years after it is refused until an operator confirms it.
 * Safe for use by many threads.
 */
public final class StampClock {

    /**
     * Lead above which the clock is read again, because a single wrong reading passes. A hub that was not used for some days has such a
     * lead too.
     */
    static final Duration DOUBTED = Duration.ofDays(1);
    /** Lead above which a warning is logged; few data directories are unused for so long. */
    private static final Duration WARNED = Duration.ofDays(31);
    /** Lead above which the clock is refused. */
    static final Duration REFUSED = Duration.ofDays(1_096);

    private static final Logger LOG = LoggerFactory.getLogger(StampClock.class);

    private final InstantSource clock;
    private final AtomicBoolean told = new AtomicBoolean();

    public StampClock(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns the time for a new datestamp, in seconds since 1970.
     *
     * @param newest the latest time that was used for a datestamp or returned to a reader; 0 if there is none
     * @throws StoreException if the clock is more than {@link #REFUSED} after it
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
     * Returns the time for a reader, in seconds since 1970: the present time, or {@code newest} while the clock is more than {@link
     * #REFUSED} after it.
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
            LOG.warn("the clock of this machine was wrong once: it showed {}, then {}; the second time is used",
                    Instant.ofEpochSecond(now),
                    Instant.ofEpochSecond(again));
        } else if (isBeyond(again, newest, WARNED) && !isBeyond(again, newest, REFUSED) && told.compareAndSet(false, true)) {
            LOG.warn("{}. This time is used, and later datestamps cannot be earlier", message(again, newest));
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
