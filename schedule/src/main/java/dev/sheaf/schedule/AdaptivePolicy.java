package dev.sheaf.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Algorithm 2 of the paper: every source is harvested at its average update interval U. With a budget, the interval is c × U: c is set
 * every day so that the budget is met, and unknown values of a source are estimated from other sources. Without a budget, the algorithm is
 * as published: the interval is the observed U.
 */
final class AdaptivePolicy implements Policy {

    private static final int STEPS = 60;

    private final ScheduleTerms terms;
    private double factor = 1;

    AdaptivePolicy(ScheduleTerms terms) {
        this.terms = terms;
    }

    @Override
    public void join(ScheduledSource source, long now) {}

    @Override
    public void asked(ScheduledSource source, long previous, long now) {}

    @Override
    public Wish wish(ScheduledSource source, long now) {
        return new Wish(Math.max(now, source.last + Math.round(interval(source, factor))), Wish.Why.INTERVAL);
    }

    private double interval(ScheduledSource source, double times) {
        return Math.clamp(times * (terms.isBounded() ? updateInterval(source) : observedInterval(source)),
                (double) Math.max(1, source.terms.least()), (double) terms.longest());
    }

    /** Returns U, in seconds. */
    static double updateInterval(ScheduledSource source) {
        return HourOfWeek.SECONDS / source.model.meanRate();
    }

    private static double observedInterval(ScheduledSource source) {
        double observed = source.model.observedRate();
        return observed > 0 ? HourOfWeek.SECONDS / observed : updateInterval(source);
    }

    @Override
    public OptionalLong heed(ScheduledSource source, long earliest) {
        return OptionalLong.of(earliest);
    }

    @Override
    public void day(Iterable<ScheduledSource> sources) {
        if (!terms.isBounded()) {
            return;
        }
        List<ScheduledSource> own = new ArrayList<>();
        for (ScheduledSource source : sources) {
            if (source.terms.policy() == PolicyName.ADAPTIVE) {
                own.add(source);
            }
        }
        double wanted = own.size() * terms.budget() / (HourOfWeek.PER_DAY * HourOfWeek.SECONDS);
        double low = 1e-6;
        double high = 1e6;
        for (int i = 0; i < STEPS; i++) {
            double tried = Math.sqrt(low * high);
            double requests = 0;
            for (ScheduledSource source : own) {
                requests += 1 / interval(source, tried);
            }
            if (requests > wanted) {
                low = tried;
            } else {
                high = tried;
            }
        }
        factor = Math.sqrt(low * high);
    }
}
