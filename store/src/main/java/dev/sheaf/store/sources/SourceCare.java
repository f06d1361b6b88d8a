package dev.sheaf.store.sources;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.ListVerdict;

/**
 * Monitoring settings of a source, beside the settings for its requests.
 *
 * @param validate true when every page of every harvest is checked against schemas
 * @param census time after which records that have vanished are looked for; zero for never, null for the default
 * @param vanishingPercent share of the records that may vanish at once without being asked for approval; null for the default
 * @param history true when former versions of its records are kept
 * @param listed false when its records are left out of the aggregate of everything
 * @param quota bytes that its records may take in the store; null for no bound
 */
public record SourceCare(boolean validate, @Nullable Duration census, @Nullable Integer vanishingPercent, boolean history,
        boolean listed, @Nullable Long quota) {

    /** All defaults. */
    public static final SourceCare DEFAULT = new SourceCare(false, null, null);
    /** Time between two censuses unless said otherwise. */
    public static final Duration CENSUS = Duration.ofDays(7);
    /** Share of the records that may vanish at once, unless said otherwise. */
    public static final int VANISHING_PERCENT = ListVerdict.USUAL_PERCENT;

    /** Without history. */
    public SourceCare(boolean validate, @Nullable Duration census, @Nullable Integer vanishingPercent) {
        this(validate, census, vanishingPercent, false);
    }

    /** Part of the aggregate of everything. */
    public SourceCare(boolean validate, @Nullable Duration census, @Nullable Integer vanishingPercent, boolean history) {
        this(validate, census, vanishingPercent, history, true);
    }

    /** Without a quota. */
    public SourceCare(boolean validate, @Nullable Duration census, @Nullable Integer vanishingPercent, boolean history,
            boolean listed) {
        this(validate, census, vanishingPercent, history, listed, null);
    }

    /** @throws IllegalArgumentException when a value is out of bounds */
    public SourceCare {
        if (vanishingPercent != null && (vanishingPercent < 0 || vanishingPercent > 100)) {
            throw new IllegalArgumentException("a share is between 0 and 100 percent");
        }
        if (census != null && census.isNegative()) {
            throw new IllegalArgumentException("a time between two censuses is not negative");
        }
        if (quota != null && quota <= 0) {
            throw new IllegalArgumentException("a quota is greater than 0");
        }
    }

    /** Time after which records that have vanished are looked for; zero for never. */
    public Duration censusEvery() {
        return census == null ? CENSUS : census;
    }

    /** The limit beyond which deletions that the source did not report wait for approval, for people. */
    public String vanishingLimit() {
        return vanishingPercent == null
                ? VANISHING_PERCENT + " % or " + ListVerdict.USUAL_NUMBER + " records"
                : vanishingPercent + " %";
    }

    /** True when so many of the records of a list may be withdrawn without asking. */
    public boolean mayVanish(long missing, long live) {
        return ListVerdict.mayDelete(live, missing, vanishingPercent);
    }
}
