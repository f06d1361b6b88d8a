package dev.sheaf.platform.schedule;

/** Harvests that notifications of one source may cause: at first a quarter of a day's number, then more as time passes. Not thread-safe. */
final class NotifiedHarvests {

    private static final double DAY = HourOfWeek.PER_DAY * HourOfWeek.SECONDS;
    /** Share of a day's harvests that may follow at once. */
    private static final double AT_ONCE = 0.25;

    private final double perSecond;
    private final double most;
    private double left;
    private long time;

    NotifiedHarvests(double perDay, long now) {
        this.perSecond = perDay / DAY;
        this.most = Math.max(1, AT_ONCE * perDay);
        this.left = most;
        this.time = now;
    }

    private void advance(long now) {
        if (now > time) {
            left = Math.min(most, left + perSecond * (now - time));
            time = now;
        }
    }

    /** Returns the time of the next permitted harvest. */
    long free(long now) {
        advance(now);
        // Tolerance of a part of a second for rounding errors of sums.
        return left >= 1 - perSecond / 2 ? now : now + Math.max(1, (long) Math.ceil((1 - left) / perSecond));
    }

    /** Counts a harvest. */
    void spend(long now) {
        advance(now);
        left--;
    }
}
