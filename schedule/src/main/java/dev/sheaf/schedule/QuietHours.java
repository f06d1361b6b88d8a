package dev.sheaf.schedule;

/**
 * Hours of the day, UTC, in which no source is harvested.
 *
 * @param from first quiet hour, 0 to 23
 * @param until first hour with harvests, 0 to 23; smaller than {@code from} if midnight lies between
 */
public record QuietHours(int from, int until) {

    /** Checks the hours. */
    public QuietHours {
        if (from < 0 || from > 23 || until < 0 || until > 23 || from == until) {
            throw new IllegalArgumentException(
                    "quiet hours must begin and end at different hours from 0 to 23, not " + from + " and " + until);
        }
    }

    /** Returns the first moment that is not quiet, at or after a time, in seconds. */
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
