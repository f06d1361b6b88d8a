package dev.sheaf.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Terms of a whole schedule.
 *
 * @param budget average requests per source and day, greater than 0; infinite for the published Algorithm 2
 * @param hostBudget requests per host and day, greater than 0; null for no such limit
 * @param weight exponent b of records per change, from 0 to 1: 0 treats all sources alike, 1 weights them by their changed records
 * @param quiet hours of the day (UTC) in which no source is harvested; null for none
 * @param coalesce seconds from a notification to its harvest, so that several notifications cause one harvest
 * @param notifiedGap smallest average number of seconds between two harvests of a source that notifications caused; some may follow each
 *     other without it. Such a harvest counts in the budget of its host, but not in that of all sources. Null to harvest after notifications
 *     within the budget only, if they are worth their price
 * @param notifiedBudget harvests a day of one source that notifications may cause in excess of the budget, greater than 0; null for no
 *     limit but the gap
 */
public record ScheduleTerms(double budget, @Nullable Double hostBudget, double weight, @Nullable QuietHours quiet,
        long coalesce, @Nullable Long notifiedGap, @Nullable Double notifiedBudget) {

    /** Default exponent. It costs 0.01 to 0.02 of freshness at small budgets and prevents that busy sources are neglected first. */
    public static final double USUAL_WEIGHT = 0.5;
    private static final long USUAL_COALESCE = 300;
    /** Longest wait, in intervals of the uniform policy. */
    private static final double LONGEST_WAIT = 4;
    private static final long DAYS_UNBOUNDED = 365;

    /** Checks the numbers. */
    public ScheduleTerms {
        if (!(budget > 0) || hostBudget != null && !(hostBudget > 0) || !(weight >= 0 && weight <= 1) || coalesce < 0
                || notifiedGap != null && notifiedGap < 0 || notifiedBudget != null && !(notifiedBudget > 0)) {
            throw new IllegalArgumentException(
                    "a budget must be greater than 0 and a weight from 0 to 1; these are " + budget + ", "
                            + hostBudget + ", " + weight + ", " + coalesce);
        }
    }

    /** Returns terms with a budget and otherwise default values. */
    public static ScheduleTerms of(double budget) {
        return new ScheduleTerms(budget, null, USUAL_WEIGHT, null, USUAL_COALESCE, null, null);
    }

    /** Returns terms without a budget, under which the adaptive policy is the published Algorithm 2. The other policies need a budget. */
    public static ScheduleTerms unbounded() {
        return of(Double.POSITIVE_INFINITY);
    }

    /** Returns whether there is a budget to keep. */
    boolean isBounded() {
        return budget < Double.POSITIVE_INFINITY;
    }

    /** Returns a copy with another exponent of records per change. */
    public ScheduleTerms withWeight(double exponent) {
        return new ScheduleTerms(budget, hostBudget, exponent, quiet, coalesce, notifiedGap, notifiedBudget);
    }

    /** Returns a copy with a budget for each host. */
    public ScheduleTerms withHostBudget(@Nullable Double requests) {
        return new ScheduleTerms(budget, requests, weight, quiet, coalesce, notifiedGap, notifiedBudget);
    }

    /** Returns a copy with hours in which no source is harvested. */
    public ScheduleTerms withQuiet(@Nullable QuietHours hours) {
        return new ScheduleTerms(budget, hostBudget, weight, hours, coalesce, notifiedGap, notifiedBudget);
    }

    /** Returns a copy with another time from a notification to the harvest that it causes. */
    public ScheduleTerms withCoalesce(long seconds) {
        return new ScheduleTerms(budget, hostBudget, weight, quiet, seconds, notifiedGap, notifiedBudget);
    }

    /** Returns a copy in which notifications cause harvests in excess of the budget, with a smallest average gap for each source. */
    public ScheduleTerms withNotifiedGap(@Nullable Long seconds) {
        return new ScheduleTerms(budget, hostBudget, weight, quiet, coalesce, seconds, notifiedBudget);
    }

    /** Returns a copy with a limit on the harvests a day that notifications of one source cause in excess of the budget. */
    public ScheduleTerms withNotifiedBudget(@Nullable Double harvests) {
        return new ScheduleTerms(budget, hostBudget, weight, quiet, coalesce, notifiedGap, harvests);
    }

    /** Returns the longest time, in seconds, that a source waits for its turn. */
    long longest() {
        double days = isBounded() ? LONGEST_WAIT / budget : DAYS_UNBOUNDED;
        return Math.round(days * HourOfWeek.PER_DAY * HourOfWeek.SECONDS);
    }
}
