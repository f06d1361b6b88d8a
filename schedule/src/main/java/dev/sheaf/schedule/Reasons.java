package dev.sheaf.schedule;

import java.util.Locale;

/** Sentences for people that give the reason for the time of a harvest. */
final class Reasons {

    private static final double HOURS_PER_DAY = 24;

    private Reasons() {}

    static String sentence(ScheduledSource source, Wish.Why why) {
        return switch (why) {
            case LOOK_AGAIN -> habit(source) + "; the plan is reconsidered every week, and this time is the latest possible one";
            case TURN -> "policy uniform: every source has its turn at the same interval";
            case INTERVAL -> "policy adaptive: " + habit(source)
                    + ", and is harvested at that interval, lengthened to meet the budget";
            case BEST_TIME -> habit(source) + rhythm(source)
                    + "; a harvest then keeps the copy fresh longest for the price of a request";
            case LONGEST -> habit(source) + "; it is checked at the longest interval";
            case LATENCY -> "its acceptable latency ends then";
            case PINNED -> "its interval was fixed by an operator";
            case NOTIFIED -> "it announced changes";
            case RETRY -> "the last attempt failed (" + source.failures + " in a row); the delay grows with each failure";
            case PAUSED -> "its requests are paused until then";
            case CUT_OFF -> "its last harvest was interrupted by the end of the process, and continues";
            case ORDERED -> "an operator ordered it";
        };
    }

    private static String habit(ScheduledSource source) {
        if (source.model.active() < 1) {
            return "no change of the source is known yet";
        }
        double days = 1 / source.model.meanRate() / HOURS_PER_DAY;
        return "it changes about every " + (days >= 2
                ? String.format(Locale.ROOT, "%.0f days", days)
                : String.format(Locale.ROOT, "%.0f hours", Math.max(1, days * HOURS_PER_DAY)));
    }

    private static String rhythm(ScheduledSource source) {
        int hour = source.model.likeliestHour();
        return hour < 0 ? "" : String.format(Locale.ROOT, ", mostly around %02d:00 UTC", hour);
    }
}
