package dev.sheaf.platform.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Terms of a schedule as a whole.
 *
 * @param budget requests per source and day, all sources together, greater than 0; infinite for as many as Algorithm 2 asks as it is printed
 * @param hostBudget requests per host and day, greater than 0; null for no limit of its own
 * @param weight exponent b of records per change: 0 counts all sources alike, 1 by the records they change; from 0 to 1
 * @param quiet hours of the day (UTC) in which no source is harvested; null for none
 * @param coalesce seconds from a notification to the harvest it causes, so that several cause one
 * @param notifiedGap least seconds between two harvests of a source of which the second was caused by a notification, and is then not
 *     counted in the budget of all sources, only in that of its host; null to obey notifications within the budget only, when they are
 *     worth their price
 * @param notifiedBudget harvests a day of one source that notifications cause beyond the budget, greater than 0; null for as many as the gap
 *     lets through
 */
public record ScheduleTerms(double budget, @Nullable Double hostBudget, double weight, @Nullable QuietHours quiet,
        long coalesce, @Nullable Long notifiedGap, @Nullable Double notifiedBudget) {

    /** The exponent that gives up 0.01 to 0.02 of freshness at small budgets and keeps busy sources from being given up first. */
    public static final double USUAL_WEIGHT = 0.5;
    private static final long USUAL_COALESCE = 300;
    /** Longest wait, in turns of the uniform policy. */
    private static final double LONGEST_WAIT = 4;
    private static final long DAYS_UNBOUNDED = 365;

    /** Checks the numbers. */
    public ScheduleTerms {
        if (!(budget > 0) || hostBudget != null && !(hostBudget > 0) || !(weight >= 0 && weight <= 1) || coalesce < 0
                || notifiedGap != null && notifiedGap < 0 || notifiedBudget != null && !(notifiedBudget > 0)) {
            throw new IllegalArgumentException("a budget is greater than 0 and a weight from 0 to 1; these are " + budget + ", "
                    + hostBudget + ", " + weight + ", " + coalesce);
        }
    }

    /** A budget, and the usual for the rest. */
    public static ScheduleTerms of(double budget) {
        return new ScheduleTerms(budget, null, USUAL_WEIGHT, null, USUAL_COALESCE, null, null);
    }

    /** Creates terms without a budget, under which the adaptive policy is Algorithm 2 as printed. The other policies need a budget. */
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

    /** Returns a copy with notifications obeyed beyond the budget, as often as this for each source. */
    public ScheduleTerms withNotifiedGap(@Nullable Long seconds) {
        return new ScheduleTerms(budget, hostBudget, weight, quiet, coalesce, seconds, notifiedBudget);
    }

    /** Returns a copy with a bound on the harvests a day that notifications of one source cause beyond the budget. */
    public ScheduleTerms withNotifiedBudget(@Nullable Double harvests) {
        return new ScheduleTerms(budget, hostBudget, weight, quiet, coalesce, notifiedGap, harvests);
    }

    /** The longest time, in seconds, that any source waits for its turn. */
    long longest() {
        double days = isBounded() ? LONGEST_WAIT / budget : DAYS_UNBOUNDED;
        return Math.round(days * HourOfWeek.PER_DAY * HourOfWeek.SECONDS);
    }
}
