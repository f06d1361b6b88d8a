package dev.sheaf.schedule;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Model of the times at which a source changes. A harvest reveals the times of all changes since the previous one, so that "changed" and
 * "not changed" are not the only data. The hazard of a change in an hour is rate × hour of the day × weekday × age of the last change. Each
 * factor is (observed + k) / (expected + k), so it stays near 1 if there is little data. Hours with a change are counted, not records:
 * thousands of records stamped by one re-index are one event.
 *
 * <p>Old data fades with a half-life of a year. Not thread-safe.
 */
final class ChangeModel {

    /** Number of changes from which a rhythm is trusted. */
    static final int ENOUGH = 6;

    private static final double SHRINKAGE = 3;
    private static final double PRIOR_CHANGES = 0.5;
    private static final double HINTED_CHANGES = 2;
    private static final double HALF_LIFE_HOURS = 365.0 * HourOfWeek.PER_DAY;
    private static final int AGES = 13;
    private static final int FIT_CYCLES = 6;
    private static final long REMEMBERED = 365 * HourOfWeek.PER_DAY * HourOfWeek.SECONDS;
    /**
     * Seconds. Oldest age of changes that count. Less than a millionth of older changes would remain. Otherwise a record dated to the year 1 would
     * cost a loop over the hours of two thousand years.
     */
    private static final long OLDEST = 20 * REMEMBERED;
    private static final int CHUNK = HourOfWeek.PER_WEEK;
    private static final long NEVER = Long.MIN_VALUE / 4;
    /** Rate of an average repository: one change in ten days. */
    private static final double USUAL_RATE = 1.0 / 240;

    private final boolean wholeDays;
    /** Seconds after the full hour at which hours begin: just after the minute at which the source usually changes. */
    private final long shift;
    private final double priorChanges;
    private final double priorExposure;
    private final double[] hour = ones(HourOfWeek.PER_DAY);
    private final double[] weekday = ones(7);
    private final double[] age = ones(AGES);
    private final double[] hourSeen = new double[HourOfWeek.PER_DAY];
    private final double[] hourExpected = new double[HourOfWeek.PER_DAY];
    private final double[] weekdaySeen = new double[7];
    private final double[] weekdayExpected = new double[7];
    private final double[] ageSeen = new double[AGES];
    private final double[] ageExpected = new double[AGES];
    private double rate;
    private double active;
    private double exposure;
    private double watched;
    private double logRecords;
    private double changes;
    private long lastChange = NEVER;
    /** Hour up to which changes are counted. */
    private long counted;
    private boolean changedInCounted;
    private @Nullable RhythmFit fitting;
    private long fittedUntil;

    private ChangeModel(boolean wholeDays, long shift, double priorChanges, double priorRate, long start) {
        this.wholeDays = wholeDays;
        this.shift = shift;
        this.priorChanges = priorChanges;
        this.priorExposure = priorChanges / priorRate;
        this.rate = priorRate;
        this.counted = hourOf(start);
    }

    /**
     * Learns from past changes.
     *
     * @param start beginning of the time with known changes, in seconds
     * @param now end of that time
     */
    static ChangeModel of(Changes past, long start, long now, boolean wholeDays, @Nullable Hint hint) {
        double usual = hint == null ? USUAL_RATE : Math.min(1, HourOfWeek.SECONDS / hint.interval());
        double weight = hint == null ? PRIOR_CHANGES : HINTED_CHANGES;
        long shift = wholeDays ? 0 : Minutes.shift(past.between(now - REMEMBERED, now));
        long from = Math.max(start, now - OLDEST);
        ChangeModel model = new ChangeModel(wholeDays, shift, weight, usual, from);
        model.fit(from == start ? past : past.between(from - 1, Long.MAX_VALUE), now);
        Long base = hint == null ? null : hint.base();
        if (hint != null && base != null && hint.interval() >= 20 * HourOfWeek.SECONDS) {
            model.expectAt(model.hourOf(base), hint.interval() > 5 * HourOfWeek.PER_DAY * HourOfWeek.SECONDS
                    && hint.interval() < 9 * HourOfWeek.PER_DAY * HourOfWeek.SECONDS);
        }
        return model;
    }

    /** Returns the hour of this model in which a time lies: hours are counted from {@link #shift}. */
    long hourOf(long time) {
        return HourOfWeek.of(time - shift);
    }

    /** Returns the end of an hour of this model, in seconds. */
    long endOf(long hourOfModel) {
        return (hourOfModel + 1) * HourOfWeek.SECONDS + shift;
    }

    private static double[] ones(int length) {
        double[] ones = new double[length];
        Arrays.fill(ones, 1);
        return ones;
    }

    private void expectAt(long base, boolean weekly) {
        if (!wholeDays) {
            hourSeen[HourOfWeek.hourOfDay(base)] += SHRINKAGE;
        }
        if (weekly) {
            weekdaySeen[HourOfWeek.weekday(base)] += SHRINKAGE;
        }
        weigh();
    }

    /** Fits the factors to the past one after the other, until they no longer change. */
    private void fit(Changes past, long now) {
        RhythmFit all = new RhythmFit(AGES);
        fitting = all;
        fittedUntil = hourOf(now);
        observe(past, now);
        fitting = null;
        Arrays.fill(hour, 1);
        Arrays.fill(weekday, 1);
        Arrays.fill(age, 1);
        rate = meanRate();
        for (int cycle = 0; cycle < FIT_CYCLES; cycle++) {
            expect(all);
            if (!wholeDays) {
                ratios(hour, hourSeen, hourExpected);
                expect(all);
            }
            ratios(weekday, weekdaySeen, weekdayExpected);
            expect(all);
            ratios(age, ageSeen, ageExpected);
            expect(all);
            rate = (active + priorChanges) / (exposure + priorExposure);
        }
        expect(all);
    }

    private void expect(RhythmFit all) {
        Arrays.fill(hourExpected, 0);
        Arrays.fill(weekdayExpected, 0);
        Arrays.fill(ageExpected, 0);
        all.expect(rate, hour, weekday, age, hourExpected, weekdayExpected, ageExpected);
        exposure = 0;
        for (int i = 0; i < weekday.length; i++) {
            exposure += weekdayExpected[i] * weekday[i] / rate;
        }
    }

    /**
     * Learns the changes since the last harvest.
     *
     * @param news all changes since then
     * @param now end of the time in which they are known
     */
    void observe(Changes news, long now) {
        long end = hourOf(now);
        int next = 0;
        while (counted < end) {
            long until = Math.min(end, counted + CHUNK);
            fade(until - counted);
            while (counted < until) {
                long endOfHour = endOf(counted);
                boolean changed = changedInCounted;
                changedInCounted = false;
                while (next < news.size() && news.time(next) < endOfHour) {
                    changed = true;
                    note(news, next++);
                }
                count(counted, changed);
                counted++;
            }
            rate = (active + priorChanges) / (exposure + priorExposure);
            weigh();
        }
        while (next < news.size()) {
            changedInCounted = true;
            note(news, next++);
        }
    }

    private void note(Changes news, int i) {
        changes++;
        logRecords += Math.log((double) Math.max(1, news.records(i)));
    }

    private void count(long at, boolean changed) {
        int h = HourOfWeek.hourOfDay(at);
        int d = HourOfWeek.weekday(at);
        int a = ageOf(at);
        double expected = hour[h] * weekday[d] * age[a];
        exposure += expected;
        watched++;
        hourExpected[h] += rate * weekday[d] * age[a];
        weekdayExpected[d] += rate * hour[h] * age[a];
        ageExpected[a] += rate * hour[h] * weekday[d];
        RhythmFit all = fitting;
        if (all != null) {
            all.add(d, h, a, Math.exp(-Math.log(2) * (fittedUntil - at) / HALF_LIFE_HOURS));
        }
        if (changed) {
            active++;
            hourSeen[h]++;
            weekdaySeen[d]++;
            ageSeen[a]++;
            lastChange = at;
        }
    }

    private void fade(long hours) {
        double kept = Math.exp(-Math.log(2) * hours / HALF_LIFE_HOURS);
        active *= kept;
        exposure *= kept;
        watched *= kept;
        changes *= kept;
        logRecords *= kept;
        for (double[] totals : new double[][]{hourSeen, hourExpected, weekdaySeen, weekdayExpected, ageSeen, ageExpected}) {
            for (int i = 0; i < totals.length; i++) {
                totals[i] *= kept;
            }
        }
    }

    private void weigh() {
        if (!wholeDays) {
            ratios(hour, hourSeen, hourExpected);
        }
        ratios(weekday, weekdaySeen, weekdayExpected);
        ratios(age, ageSeen, ageExpected);
    }

    /**
     * Computes the factors with a mean of 1, so that only the rate expresses the number of changes. If the factors and the rate reacted to
     * the same surplus, a source with several changes a day could be taken for one that changes once a month.
     */
    private static void ratios(double[] factor, double[] seen, double[] expected) {
        double sum = 0;
        double all = 0;
        for (int i = 0; i < factor.length; i++) {
            factor[i] = (seen[i] + SHRINKAGE) / (expected[i] + SHRINKAGE);
            sum += factor[i] * expected[i];
            all += expected[i];
        }
        if (sum > 0) {
            for (int i = 0; i < factor.length; i++) {
                factor[i] *= all / sum;
            }
        }
    }

    private int ageOf(long at) {
        return lastChange == NEVER ? AGES - 1 : ageOf(at, lastChange);
    }

    private static int ageOf(long at, long change) {
        long hours = Math.max(1, at - change);
        return Math.min(AGES - 1, 63 - Long.numberOfLeadingZeros(hours));
    }

    /** Returns the expected number of changes in an hour, if none has come since the last harvest. */
    double hazard(long at) {
        return rate * hour[HourOfWeek.hourOfDay(at)] * weekday[HourOfWeek.weekday(at)] * age[ageOf(at)];
    }

    /** Returns the expected number of changes in an hour, if there was an unseen change in an earlier hour. */
    double hazardAfter(long change, long at) {
        return rate * hour[HourOfWeek.hourOfDay(at)] * weekday[HourOfWeek.weekday(at)] * age[ageOf(at, change)];
    }

    /** Returns the expected number of changes in an hour of the week, averaged over the ages. */
    double weeklyHazard(int hourOfWeek) {
        return rate * hour[hourOfWeek % HourOfWeek.PER_DAY] * weekday[hourOfWeek / HourOfWeek.PER_DAY];
    }

    /** Returns the mean number of changes in an hour, without rhythm. */
    double meanRate() {
        return (priorChanges + active) / (watched + priorExposure);
    }

    /** Returns the observed number of changes per hour, without assumptions; 0 if there were none. */
    double observedRate() {
        return watched > 0 ? active / watched : 0;
    }

    /** Returns the number of remembered hours with a change; old ones count less than 1. */
    double active() {
        return active;
    }

    /** Returns the mean logarithm of the records in a change. The logarithm prevents that one re-index outweighs years of daily work. */
    double logRecords(double usual) {
        return (logRecords + usual) / (changes + 1);
    }

    /** Returns the hour of the day (UTC) with several times the average changes; -1 if there is none. */
    int likeliestHour() {
        int best = 0;
        for (int i = 1; i < hour.length; i++) {
            best = hour[i] > hour[best] ? i : best;
        }
        // Shifted hours begin just after the usual minute of changes, so the change is at their end.
        long time = (best + 1) * HourOfWeek.SECONDS + shift - 1;
        return hasRhythm() && hour[best] > 3 ? (int) Math.floorMod(time / HourOfWeek.SECONDS, (long) HourOfWeek.PER_DAY) : -1;
    }

    /** Returns whether there are enough changes for a rhythm. */
    boolean hasRhythm() {
        return active >= ENOUGH;
    }
}
