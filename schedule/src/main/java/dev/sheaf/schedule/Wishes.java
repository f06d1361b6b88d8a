package dev.sheaf.schedule;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Planner of the time at which each source is to be harvested, by its policy and by limits that apply to all policies (a fixed interval, an
 * acceptable latency, the longest and the shortest wait). It holds the values that depend on all sources together: weights, the price of a
 * request, the factor that lengthens latencies. Times are seconds. Not thread-safe.
 */
final class Wishes {

    private static final double DAY = HourOfWeek.PER_DAY * HourOfWeek.SECONDS;
    /**
     * Days of budget that the price leaves unspent. Because of them a due source is harvested at once; without them, all sources would wait
     * for the next request.
     */
    private static final double RESERVE = 0.4;
    /** Largest part of the budget for acceptable latencies. If they need more, they get half of it. */
    private static final double MOST_PROMISED = 0.95;
    private static final double STILL_PROMISED = 0.5;
    /** Share of sources without a price from which the price is computed again. */
    private static final double MOST_UNPRICED = 0.2;

    private final ScheduleTerms terms;
    private final Collection<ScheduledSource> sources;
    private final RequestBudget budget;
    private final Price price = new Price(1);
    private final Weights weights;
    private final Map<PolicyName, Policy> policies;
    /** Number of sources that were added, or whose past was, since the price was computed. */
    private int unpriced;
    /** Factor on acceptable latencies; above 1 if they need more than the budget. */
    private double latencyFactor = 1;

    /**
     * Creates a planner.
     *
     * @param sources all sources of the schedule; changes with it
     * @param budget budget of all sources
     */
    Wishes(ScheduleTerms terms, Collection<ScheduledSource> sources, RequestBudget budget) {
        this.terms = terms;
        this.sources = sources;
        this.budget = budget;
        this.weights = new Weights(terms.weight());
        this.policies = Map.of(PolicyName.UNIFORM, new UniformPolicy(terms), PolicyName.ADAPTIVE, new AdaptivePolicy(terms),
                PolicyName.NET_RATE, new NetRatePolicy(terms, price, weights));
    }

    /** Adds a source. */
    void join(ScheduledSource source) {
        weights.join(source);
        unpriced++;
    }

    /** Removes a source. */
    void leave(ScheduledSource source) {
        weights.leave(source);
    }

    /** Replaces the model of a source. */
    void learn(ScheduledSource source, ChangeModel model) {
        unpriced += source.model.active() < 1 ? 1 : 0;
        source.model = model;
        source.joined = null;
        weights.learn(source);
    }

    /** Reports that a source was harvested at {@link ScheduledSource#last}, and that its model has learnt the result. */
    void asked(ScheduledSource source, long previous) {
        weights.learn(source);
        if (source.joined == source.terms.policy()) {
            policy(source).asked(source, previous, source.last);
        }
    }

    /** Begins to compute a price of requests, because enough sources are known. */
    void begin() {
        weights.balance(sources);
        findPrice();
        scaleLatencies();
        policies.values().forEach(policy -> policy.day(sources));
    }

    /** Ends an hour. */
    void hour() {
        price.hour(budget.debt() + RESERVE);
        if (unpriced > MOST_UNPRICED * sources.size()) {
            findPrice();
        }
    }

    /** Ends a day. */
    void day() {
        scaleLatencies();
        weights.balance(sources);
        policies.values().forEach(policy -> policy.day(sources));
    }

    private void findPrice() {
        unpriced = 0;
        double[] rates = sources.stream().mapToDouble(source -> Math.max(1e-9, source.model.meanRate())).toArray();
        double[] wanted = sources.stream().mapToDouble(weights::of).toArray();
        if (!sources.isEmpty()) {
            price.start(Poisson.price(rates, wanted, budget.perDay() / HourOfWeek.PER_DAY,
                    terms.longest() / (double) HourOfWeek.SECONDS));
        }
    }

    private void scaleLatencies() {
        double wanted = 0;
        for (ScheduledSource source : sources) {
            Long latency = source.terms.latency();
            wanted += latency == null ? 0 : DAY / latency;
        }
        latencyFactor = wanted <= MOST_PROMISED * budget.perDay() ? 1 : wanted / (STILL_PROMISED * budget.perDay());
    }

    private Policy policy(ScheduledSource source) {
        return Objects.requireNonNull(policies.get(source.terms.policy()));
    }

    /** Returns the wish of a source, and adds it to its policy if it is new there. */
    Wish plan(ScheduledSource source, long now) {
        PolicyName policy = source.terms.policy();
        if (source.joined != policy) {
            source.joined = policy;
            policy(source).join(source, now);
        }
        return wish(source, now);
    }

    /** Returns the wish of a source that has joined its policy, not before a time. */
    Wish wish(ScheduledSource source, long earliest) {
        Long pinned = source.terms.pinned();
        if (pinned != null) {
            return new Wish(Math.max(earliest, source.last + pinned), Wish.Why.PINNED);
        }
        Wish wish = policy(source).wish(source, earliest);
        long owed = owedBy(source);
        long least = source.last + source.terms.least();
        if (source.terms.latency() != null && wish.due() > owed) {
            return new Wish(Math.max(earliest, owed), Wish.Why.LATENCY);
        }
        if (wish.due() > Math.max(owed, least)) {
            return new Wish(Math.max(earliest, Math.max(owed, least)), Wish.Why.LONGEST);
        }
        return wish.due() < least ? new Wish(least, wish.why()) : wish;
    }

    /** Returns the time at which a harvest after an announcement is worth its price; empty if the planned harvest stays. */
    OptionalLong heed(ScheduledSource source, long earliest) {
        return policy(source).heed(source, Math.max(earliest, source.last + source.terms.least()));
    }

    /** Returns the time by which a source must be harvested, whatever its policy says. */
    long owedBy(ScheduledSource source) {
        Long latency = source.terms.latency();
        long longest = source.last + terms.longest();
        return latency == null ? longest : Math.min(longest, source.last + (long) (latency * latencyFactor));
    }
}
