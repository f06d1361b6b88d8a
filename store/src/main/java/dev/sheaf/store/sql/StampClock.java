package dev.sheaf.store.sql;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;

/**
 * The clock for datestamps. Datestamps never go back, so a clock that once showed the year 2040 would affect all later ones. Therefore:
 *
 * <ul>
 * <li>A time far after the newest datestamp is read twice.
 * <li>A time more than a day after the one that {@link ClockWitness} expects is refused for an hour, because a wrong clock is usually
 * corrected soon; after the hour it is accepted, unless it is more than a year ahead. Readers get the expected time meanwhile.
 * <li>A time more than three years after the newest datestamp is refused until an operator confirms it.
 * <li>A time more than a day before the newest datestamp is reported, because everything that changes gets that datestamp.
 * </ul>
 *
 * <p>Without a witness, a pause and a leap look the same: up to three years are then accepted with a warning. Safe for use by many threads.
 */
public final class StampClock {

    /**
     * Lead above which the clock is read again, because a single wrong reading passes. A hub that was not used for some days has such a
     * lead too.
     */
    static final Duration DOUBTED = Duration.ofDays(1);
    /** Lead above which the clock is refused. */
    static final Duration REFUSED = Duration.ofDays(1_096);
    /** Time after which a leap is accepted. */
    private static final Duration LASTS = Duration.ofHours(1);
    /** Leap that time alone does not make acceptable. */
    private static final Duration NEVER = Duration.ofDays(366);

    private static final Logger LOG = LoggerFactory.getLogger(StampClock.class);
    private static final String REMEDY = "Set the clock right and try again. If it is right: sheaf doctor --accept-clock";

    private final InstantSource clock;
    private final ClockWitness witness;
    private final AtomicBoolean told = new AtomicBoolean();
    private final AtomicBoolean toldBehind = new AtomicBoolean();
    /** Time that was expected when the clock was first doubted; null while it is not. */
    private volatile @Nullable Instant doubtedAt;

    /** Creates the clock of a directory whose witness is examined when it is opened, see {@link #open}. */
    public StampClock(InstantSource clock, ClockWitness witness) {
        this.clock = clock;
        this.witness = witness;
    }

    /**
     * Examines the clock at the beginning of a process, and notes its time if it is not doubted.
     *
     * @param newest as for {@link #forStamp}
     */
    public void open(long newest) {
        long now = clock.instant().getEpochSecond();
        Optional<Instant> expected = witness.expected();
        if (expected.isPresent() && isBeyond(now, Math.max(newest, expected.get().getEpochSecond()), DOUBTED)) {
            doubtedAt = expected.get();
        } else if (!isBeyond(now, newest, REFUSED)) {
            if (expected.isEmpty() && isBeyond(now, newest, DOUBTED)) {
                told.set(true);
                LOG.warn("{}. This is normal after a pause of that length. If the clock is wrong, set it right and use: "
                        + "sheaf doctor --fix", message(now, newest));
            }
            witness.write(Instant.ofEpochSecond(now));
        }
    }

    /**
     * Returns the time for a new datestamp, in seconds since 1970.
     *
     * @param newest the latest time that was used for a datestamp or returned to a reader; 0 if there is none
     * @throws StoreException if the clock is doubted, or more than {@link #REFUSED} after it
     */
    long forStamp(long newest) {
        long now = now(newest);
        if (isBeyond(now, newest, REFUSED)) {
            throw new StoreException(message(now, newest) + ", so nothing was written. " + REMEDY);
        }
        doubt(now, newest).ifPresent(expected -> {
            throw new StoreException(leap(now, expected) + ", so nothing was written. " + REMEDY);
        });
        if (isBeyond(newest, now, DOUBTED) && toldBehind.compareAndSet(false, true)) {
            LOG.warn(
                    "the clock of this machine says {}, {} days before the newest datestamp of the data directory ({}): everything that "
                            + "changes gets that datestamp. Set the clock right. If it is right: sheaf doctor --fix",
                    Instant.ofEpochSecond(now), Duration.ofSeconds(newest - now).toDays(), Instant.ofEpochSecond(newest));
        }
        return now;
    }

    /**
     * Returns the time for a reader, in seconds since 1970: the present time. While the clock is doubted it is the expected time, and
     * {@code newest} while the clock is more than {@link #REFUSED} after it.
     *
     * @param newest as for {@link #forStamp}
     */
    public long forAnswer(long newest) {
        long now = now(newest);
        Optional<Instant> expected = doubt(now, newest);
        boolean isRefused = isBeyond(now, newest, REFUSED);
        if (!isRefused && expected.isEmpty()) {
            return now;
        }
        long answer = expected.map(time -> Math.max(newest, time.getEpochSecond())).orElse(newest);
        if (told.compareAndSet(false, true)) {
            LOG.error("{}. Readers get {} instead, and nothing is written. {}",
                    expected.isPresent() ? leap(now, expected.get()) : message(now, newest), Instant.ofEpochSecond(answer),
                    REMEDY);
        }
        return answer;
    }

    /** Returns the expected time while the clock is doubted. */
    private Optional<Instant> doubt(long now, long newest) {
        Instant begun = doubtedAt;
        if (begun == null) {
            return Optional.empty();
        }
        Optional<Instant> expected = witness.expected();
        boolean isRight = expected.isEmpty() || !isBeyond(now, Math.max(newest, expected.get().getEpochSecond()), DOUBTED);
        boolean hasLasted = expected.isPresent() && Duration.between(begun, expected.get()).compareTo(LASTS) >= 0
                && !isBeyond(now, expected.get().getEpochSecond(), NEVER);
        if (!isRight && !hasLasted) {
            return expected;
        }
        doubtedAt = null;
        LOG.warn("the clock of this machine says {}, and is {}", Instant.ofEpochSecond(now),
                isRight ? "right again" : "followed now, because it has said so for an hour");
        witness.write(Instant.ofEpochSecond(now));
        return Optional.empty();
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
        }
        return again;
    }

    static boolean isBeyond(long now, long newest, Duration lead) {
        return newest > 0 && now - newest > lead.toSeconds();
    }

    private static String leap(long now, Instant expected) {
        return "The clock of this machine says " + Instant.ofEpochSecond(now) + ", but it should be " + expected
                + ", by the time for which the machine has been running since Sheaf last used the data directory";
    }

    private static String message(long now, long newest) {
        return "The clock of this machine says " + Instant.ofEpochSecond(now) + ", " + Duration.ofSeconds(now - newest).toDays()
                + " days after the newest datestamp of the data directory (" + Instant.ofEpochSecond(newest) + ")";
    }
}
