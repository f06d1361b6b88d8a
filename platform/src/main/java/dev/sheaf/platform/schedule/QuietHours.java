package dev.sheaf.platform.schedule;

/**
 * Hours of the day, UTC, in which no source is harvested.
 *
 * @param from first quiet hour, 0 to 23
 * @param until hour in which asking begins again, 0 to 23; smaller than {@code from} when midnight lies between
 */
public record QuietHours(int from, int until) {

    /** Checks the hours. */
    public QuietHours {
        if (from < 0 || from > 23 || until < 0 || until > 23 || from == until) {
            throw new IllegalArgumentException(
                    "quiet hours lie between two hours from 0 to 23, unlike " + from + " and " + until);
        }
    }

    /** Returns the first moment from a time on that is not quiet, in seconds. */
    public long end(long time) {
        int hour = HourOfWeek.hourOfDay(HourOfWeek.of(time));
        boolean quiet = from < until ? hour >= from && hour < until : hour >= from || hour < until;
        if (!quiet) {
            return time;
        }
        int wait = Math.floorMod(until - hour, HourOfWeek.PER_DAY);
        return (HourOfWeek.of(time) + wait) * HourOfWeek.SECONDS;
    }
}
