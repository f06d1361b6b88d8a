package dev.sheaf.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Harvests that notifications of one source may cause. Two allowances bound them, one for a short time and one for a day; each gives some
 * harvests at once, then more as time passes. Not thread-safe.
 */
final class NotifiedHarvests {

    private static final double DAY = HourOfWeek.PER_DAY * HourOfWeek.SECONDS;
    /** Share of a day's harvests that may follow at once. */
    private static final double AT_ONCE = 0.25;
    /** Harvests without a gap between them: a person who publishes, corrects and publishes again sees each step at the hub soon. */
    private static final double WITHOUT_GAP = 5;

    private final @Nullable Allowance spaced;
    private final @Nullable Allowance daily;

    NotifiedHarvests(ScheduleTerms terms, long now) {
        Long gap = terms.notifiedGap();
        Double perDay = terms.notifiedBudget();
        this.spaced = gap == null || gap == 0 ? null : new Allowance(1.0 / gap, WITHOUT_GAP, now);
        this.daily = perDay == null ? null : new Allowance(perDay / DAY, Math.max(1, AT_ONCE * perDay), now);
    }

    /** Returns the time of the next permitted harvest. */
    long free(long now) {
        return Math.max(spaced == null ? now : spaced.free(now), daily == null ? now : daily.free(now));
    }

    /** Counts a harvest. */
    void spend(long now) {
        if (spaced != null) {
            spaced.spend(now);
        }
        if (daily != null) {
            daily.spend(now);
        }
    }

    /** Number of harvests that grows with time up to a most. */
    private static final class Allowance {

        private final double perSecond;
        private final double most;
        private double left;
        private long time;

        Allowance(double perSecond, double most, long now) {
            this.perSecond = perSecond;
            this.most = most;
            this.left = most;
            this.time = now;
        }

        private void advance(long now) {
            if (now > time) {
                left = Math.min(most, left + perSecond * (now - time));
                time = now;
            }
        }

        long free(long now) {
            advance(now);
            // Tolerance of a part of a second for rounding errors of sums.
            return left >= 1 - perSecond / 2 ? now : now + Math.max(1, (long) Math.ceil((1 - left) / perSecond));
        }

        void spend(long now) {
            advance(now);
            left--;
        }
    }
}
