package dev.sheaf.schedule;

import java.util.OptionalLong;

/** Algorithm 1 of the paper: all sources are harvested at the same interval, always in the same order, evenly distributed. */
final class UniformPolicy implements Policy {

    private static final double GOLDEN = 0.6180339887498949;

    private final double interval;

    UniformPolicy(ScheduleTerms terms) {
        this.interval = HourOfWeek.PER_DAY * HourOfWeek.SECONDS / terms.budget();
    }

    @Override
    public void join(ScheduledSource source, long now) {
        if (source.turn <= source.last) {
            double share = source.order * GOLDEN % 1;
            source.turn = now + Math.max(1, Math.round(interval * (1 - share)));
        }
        // A source that joins often, because the hub is restarted again and again, still gets its turn.
        source.turn = Math.min(source.turn, Math.max(now, source.last + Math.round(interval)));
    }

    @Override
    public void asked(ScheduledSource source, long previous, long now) {
        while (source.turn <= now) {
            source.turn += Math.max(1, Math.round(interval));
        }
    }

    @Override
    public Wish wish(ScheduledSource source, long now) {
        return new Wish(Math.max(now, source.turn), Wish.Why.TURN);
    }

    @Override
    public OptionalLong heed(ScheduledSource source, long earliest) {
        return OptionalLong.empty();
    }
}
