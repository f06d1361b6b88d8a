package dev.sheaf.schedule;

/** Hours since 1970 (UTC), and their place in day and week. */
final class HourOfWeek {

    static final long SECONDS = 3_600;
    static final int PER_DAY = 24;
    static final int PER_WEEK = 168;
    /** 1 January 1970 was a Thursday; weeks begin on Monday. */
    private static final int FIRST_WEEKDAY = 3;

    private HourOfWeek() {}

    /** Returns the hour in which a time lies. */
    static long of(long seconds) {
        return Math.floorDiv(seconds, SECONDS);
    }

    static int hourOfDay(long hour) {
        return (int) Math.floorMod(hour, (long) PER_DAY);
    }

    /** Returns the weekday of an hour; 0 is Monday. */
    static int weekday(long hour) {
        return (int) Math.floorMod(Math.floorDiv(hour, (long) PER_DAY) + FIRST_WEEKDAY, 7L);
    }

    /** Returns the place of an hour in its week; 0 is the first hour of Monday. */
    static int inWeek(long hour) {
        return weekday(hour) * PER_DAY + hourOfDay(hour);
    }
}
