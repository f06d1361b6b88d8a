package dev.sheaf.store.sources;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.ListVerdict;

/**
 * Monitoring settings of a source, in addition to the settings for its requests.
 *
 * @param validate true to check every page of every harvest against schemas
 * @param census interval between searches for vanished records; zero for never, null for the default
 * @param vanishingPercent percentage of the records that may vanish at once without approval; null for the default
 * @param history true to store former versions of records
 * @param listed false to leave its records out of the aggregate of everything
 * @param quota bytes that its records may take in the store; {@link #NO_QUOTA} for no limit, null for the default
 */
public record SourceCare(boolean validate, @Nullable Duration census, @Nullable Integer vanishingPercent, boolean history,
        boolean listed, @Nullable Long quota) {

    /** The default settings. */
    public static final SourceCare DEFAULT = new SourceCare(false, null, null);
    /** Default interval between two censuses. */
    public static final Duration CENSUS = Duration.ofDays(7);
    /** Default percentage of the records that may vanish at once. */
    public static final int VANISHING_PERCENT = ListVerdict.USUAL_PERCENT;

    /** Value of the quota of a source whose records may take any space. */
    public static final long NO_QUOTA = Long.MAX_VALUE;
    /** Largest default quota. */
    private static final long LARGEST_QUOTA = 20L << 30;
    /** Share of the disk, as a divisor, that is the default quota if that is less. */
    private static final int DISK_SHARE = 10;

    /** Creates settings without history. */
    public SourceCare(boolean validate, @Nullable Duration census, @Nullable Integer vanishingPercent) {
        this(validate, census, vanishingPercent, false);
    }

    /** Creates settings of a source in the aggregate of everything. */
    public SourceCare(boolean validate, @Nullable Duration census, @Nullable Integer vanishingPercent, boolean history) {
        this(validate, census, vanishingPercent, history, true);
    }

    /** Creates settings with the default quota. */
    public SourceCare(boolean validate, @Nullable Duration census, @Nullable Integer vanishingPercent, boolean history,
            boolean listed) {
        this(validate, census, vanishingPercent, history, listed, null);
    }

    /** @throws IllegalArgumentException if a value is out of its range */
    public SourceCare {
        if (vanishingPercent != null && (vanishingPercent < 0 || vanishingPercent > 100)) {
            throw new IllegalArgumentException("the percentage of vanished records must be from 0 to 100");
        }
        if (census != null && census.isNegative()) {
            throw new IllegalArgumentException("the time between two censuses must not be negative");
        }
        if (quota != null && quota <= 0) {
            throw new IllegalArgumentException("a quota must be greater than 0");
        }
    }

    /**
     * Returns the bytes that the records may take: the quota, or by default 20 GB or a tenth of the disk, whichever is less.
     *
     * @param disk size of the disk that the store is on
     */
    public long quotaOn(long disk) {
        return quota == null ? Math.min(LARGEST_QUOTA, Math.max(1, disk / DISK_SHARE)) : quota;
    }

    /** Returns the interval between searches for vanished records; zero for never. */
    public Duration censusEvery() {
        return census == null ? CENSUS : census;
    }

    /** Returns the limit above which inferred deletions wait for approval, for people. */
    public String vanishingLimit() {
        return vanishingPercent == null
                ? VANISHING_PERCENT + " % or " + ListVerdict.USUAL_NUMBER + " records"
                : vanishingPercent + " %";
    }

    /** Returns true if this number of records of a list may be withdrawn without approval. */
    public boolean mayVanish(long missing, long live) {
        return ListVerdict.mayDelete(live, missing, vanishingPercent);
    }
}
