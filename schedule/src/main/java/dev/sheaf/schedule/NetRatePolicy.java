package dev.sheaf.schedule;

import java.util.OptionalLong;

/**
 * Policy that chooses the harvest time with the largest gain in freshness for the cost of a request. The net rate g of a source is the
 * hours during which its copy was fresh, less the cost of its requests, divided by all hours. The next harvest is at the time that
 * maximises ∫(p − g) + h: p is the probability that the copy is still fresh, h the value of a harvest at that hour of the week. For sources
 * that change at random this is the optimum of Cho and Garcia-Molina. Regular times of change and bursts are part of p and h.
 */
final class NetRatePolicy implements Policy {

    private static final double START_HOURS = 20 * 24;
    private static final double MEMORY_HOURS = 30 * 24;
    private static final double MEMORY_CYCLES = 6;
    private static final double TRUST_IN_CLOCK = 0.95;
    private static final long KEEP_VALUES = 3 * 24 * HourOfWeek.SECONDS;
    private static final long LAST_DAY = 24 * HourOfWeek.SECONDS;
    private static final long LOOK_AGAIN = 7 * 24 * HourOfWeek.SECONDS;
    /** Hours after a notification in which a harvest is considered. */
    private static final int[] WAITS = {0, 1, 2, 4, 8, 16, 32};
    private static final int FORESIGHT = 30 * 24;
    private static final double[] NO_VALUES = new double[HourOfWeek.PER_WEEK];

    private final ScheduleTerms terms;
    private final Price price;
    private final Weights weights;

    NetRatePolicy(ScheduleTerms terms, Price price, Weights weights) {
        this.terms = terms;
        this.price = price;
        this.weights = weights;
    }

    /** Returns the price of a request for a source, in hours of freshness. */
    private double price(ScheduledSource source) {
        return price.now() / weights.of(source);
    }

    @Override
    public void join(ScheduledSource source, long now) {
        double mu = price(source);
        double rate = Math.max(1e-9, source.model.meanRate() * source.unannounced());
        double longest = terms.longest() / (double) HourOfWeek.SECONDS;
        double interval = Math.min(longest, Poisson.interval(rate, 1, mu));
        source.totalHours = START_HOURS;
        source.harvests = START_HOURS / interval;
        source.freshHours = START_HOURS * Poisson.freshness(rate, interval);
        refreshValues(source, now);
        double clocked = TRUST_IN_CLOCK * source.clockedRate;
        if (clocked > netRate(source, mu)) {
            source.freshHours = clocked * START_HOURS + mu * source.harvests;
        }
    }

    static double netRate(ScheduledSource source, double mu) {
        return Math.max(0, (source.freshHours - mu * source.harvests) / source.totalHours);
    }

    private void refreshValues(ScheduledSource source, long now) {
        if (source.model.hasRhythm()) {
            WeekValues week = WeekValues.of(source.model, source.unannounced());
            source.week = week;
            source.clockedRate = week.bestClocked(price(source));
        } else {
            source.week = null;
            source.clockedRate = 0;
        }
        source.values = null;
        source.valuesAt = now;
    }

    @Override
    public void asked(ScheduledSource source, long previous, long now) {
        double hours = (now - previous) / (double) HourOfWeek.SECONDS;
        double kept = Math.exp(-hours / Math.max(MEMORY_HOURS, MEMORY_CYCLES * hours));
        source.freshHours = source.freshHours * kept + source.pendingFresh;
        source.harvests = source.harvests * kept + 1;
        source.totalHours = source.totalHours * kept + hours;
    }

    @Override
    public Wish wish(ScheduledSource source, long now) {
        double mu = price(source);
        long longest = source.last + terms.longest();
        if (now - source.valuesAt > KEEP_VALUES) {
            refreshValues(source, now);
        }
        double g = netRate(source, mu);
        if (g <= 0) {
            return new Wish(Math.max(now, quietest(source, longest)), Wish.Why.LONGEST);
        }
        double[] values = values(source, g);
        double most = 0;
        for (double value : values) {
            most = Math.max(most, value);
        }
        Scan scan = new Scan(source, source.last);
        long earliest = Math.max(now, source.last + Math.max(1, source.terms.least()));
        long best = longest;
        double bestGain = Double.NEGATIVE_INFINITY;
        while (scan.time < longest) {
            scan.hour(Long.MAX_VALUE);
            double soFar = scan.fresh - g * scan.hours();
            if (scan.time >= earliest) {
                double gain = soFar + values[HourOfWeek.inWeek(scan.nextHour)];
                if (gain > bestGain) {
                    bestGain = gain;
                    best = scan.time;
                }
            }
            if (scan.survival < g && soFar + most <= bestGain) {
                break;
            }
        }
        if (best >= longest) {
            return new Wish(Math.max(now, quietest(source, longest)), Wish.Why.LONGEST);
        }
        return best - now > LOOK_AGAIN ? new Wish(now + LOOK_AGAIN, Wish.Why.LOOK_AGAIN) : new Wish(best, Wish.Why.BEST_TIME);
    }

    /**
     * Returns the hour on the last day before a time after which the source probably stays unchanged longest. A necessary harvest then
     * avoids the busiest hour.
     */
    private static long quietest(ScheduledSource source, long longest) {
        WeekValues week = source.week;
        if (week == null) {
            return longest;
        }
        long earliest = Math.max(longest - LAST_DAY, source.last + (longest - source.last) / 2);
        long best = longest;
        double most = 0;
        for (long hour = source.model.hourOf(longest); source.model.endOf(hour - 1) >= earliest; hour--) {
            double value = week.untilChange(HourOfWeek.inWeek(hour));
            if (value > most) {
                most = value;
                best = Math.min(longest, source.model.endOf(hour - 1));
            }
        }
        return best;
    }

    private static double[] values(ScheduledSource source, double g) {
        WeekValues week = source.week;
        if (week == null) {
            return NO_VALUES;
        }
        double[] known = source.values;
        if (known == null || Math.abs(source.valuesRate - g) > 0.01 * g) {
            known = week.values(g);
            source.values = known;
            source.valuesRate = g;
        }
        return known;
    }

    /**
     * Returns the time at which the expected fresh time until the next change repays the price of the request. During a burst this is the
     * end of the burst: each further notification delays it.
     */
    @Override
    public OptionalLong heed(ScheduledSource source, long earliest) {
        double mu = price(source);
        long change = source.model.hourOf(earliest);
        for (int wait : WAITS) {
            double survival = 1;
            double fresh = 0;
            for (long hour = change + wait; hour < change + wait + FORESIGHT && survival > 0.01 && fresh < mu; hour++) {
                double z = source.model.hazardAfter(change, hour);
                fresh += survival * WeekValues.meanSurvival(z);
                survival *= Math.exp(-z);
            }
            if (fresh >= mu) {
                return OptionalLong.of(earliest + wait * HourOfWeek.SECONDS);
            }
        }
        return OptionalLong.empty();
    }

    /** Returns the expected fresh hours in a period since the last harvest. */
    static double expectedFresh(ScheduledSource source, long from, long to) {
        Scan scan = new Scan(source, from);
        while (scan.time < to) {
            scan.hour(to);
        }
        return scan.fresh;
    }

    /** Sum of the expected fresh time, hour by hour from a harvest on. */
    private static final class Scan {

        private final ChangeModel model;
        private final double unannounced;
        private final long start;
        private long time;
        private long nextHour;
        private double survival = 1;
        private double fresh;

        Scan(ScheduledSource source, long start) {
            this.model = source.model;
            this.unannounced = source.unannounced();
            this.start = start;
            this.time = start;
            this.nextHour = model.hourOf(start);
        }

        void hour(long limit) {
            long end = Math.min(limit, model.endOf(nextHour));
            double length = (end - time) / (double) HourOfWeek.SECONDS;
            double z = unannounced * model.hazard(nextHour) * length;
            fresh += survival * WeekValues.meanSurvival(z) * length;
            survival *= Math.exp(-z);
            time = end;
            nextHour++;
        }

        double hours() {
            return (time - start) / (double) HourOfWeek.SECONDS;
        }
    }
}
