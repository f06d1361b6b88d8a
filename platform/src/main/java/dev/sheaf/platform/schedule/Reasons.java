package dev.sheaf.platform.schedule;

import java.util.Locale;

/** Why a source is harvested when it is, in sentences for people. */
final class Reasons {

    private static final double HOURS_PER_DAY = 24;

    private Reasons() {}

    static String sentence(ScheduledSource source, Wish.Why why) {
        return switch (why) {
            case LOOK_AGAIN -> habit(source) + "; it is thought over again every week, and asked by then at the latest";
            case TURN -> "policy uniform: every source has its turn at the same interval";
            case INTERVAL -> "policy adaptive: " + habit(source) + ", and is asked at that interval, stretched to the budget";
            case BEST_TIME -> habit(source) + rhythm(source)
                    + "; asking then keeps the copy fresh longest for the price of a request";
            case LONGEST -> habit(source) + "; it is checked at the longest interval";
            case LATENCY -> "its acceptable latency ends then";
            case PINNED -> "its interval was fixed by an operator";
            case NOTIFIED -> "it announced changes";
            case RETRY -> "the last attempt failed (" + source.failures + " in a row); each further one waits longer";
            case CUT_OFF -> "its last harvest was cut off when the process ended that carried it out, and goes on";
            case ORDERED -> "somebody wants it now";
        };
    }

    private static String habit(ScheduledSource source) {
        if (source.model.active() < 1) {
            return "no change of it is known yet";
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
