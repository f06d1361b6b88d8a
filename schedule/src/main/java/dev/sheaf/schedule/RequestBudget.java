package dev.sheaf.schedule;

/**
 * Number of requests that may be made. It grows with time; requests may be made at once or later. For a while it may be exceeded a little,
 * by at most 1 % of all requests. Ordinary harvests leave a part for harvests that are owed (acceptable latency, longest wait). Not
 * thread-safe.
 */
final class RequestBudget {

    /** Limit of the excess, below the promised 1 % because of rounding. */
    private static final double ABOVE = 0.008;
    private static final double MOST_DAYS_ABOVE = 1;
    private static final double DAY = HourOfWeek.PER_DAY * HourOfWeek.SECONDS;

    private final double perSecondAndSource;
    private long time;
    private double earned;
    private double spent;
    private int sources;

    RequestBudget(double perDayAndSource, long now) {
        this.perSecondAndSource = perDayAndSource / DAY;
        this.time = now;
    }

    void sources(int count, long now) {
        advance(now);
        sources = count;
    }

    void advance(long now) {
        if (now > time) {
            earned += isBounded() ? perSecondAndSource * sources * (now - time) : 0;
            time = now;
        }
    }

    private boolean isBounded() {
        return perSecondAndSource < Double.POSITIVE_INFINITY;
    }

    /** Returns the requests a day; infinite if there is no limit. */
    double perDay() {
        return isBounded() ? perSecondAndSource * sources * DAY : Double.POSITIVE_INFINITY;
    }

    private double above(boolean owed) {
        double most = Math.min(ABOVE * earned, MOST_DAYS_ABOVE * perDay());
        return Math.max(1, owed ? most : most / 2);
    }

    /** Returns the overspent requests, in days of budget; negative if too few were spent, 0 without a limit or without sources. */
    double debt() {
        return perDay() == 0 || !isBounded() ? 0 : (spent - earned) / perDay();
    }

    /** Returns whether one more request may be made. */
    boolean allows(boolean owed) {
        return !isBounded() || spent + 1 <= earned + above(owed);
    }

    /** Returns the time at which the next request may be made, if none is made before. */
    long allowedFrom(boolean owed) {
        double missing = spent + 1 - earned - above(owed);
        return missing <= 0 || sources == 0
                ? time + 1
                : time + Math.max(1, (long) Math.ceil(missing / (perSecondAndSource * sources)));
    }

    double balance() {
        return earned - spent;
    }

    void balance(double requests) {
        earned += requests;
    }

    void spend() {
        spent++;
    }
}
