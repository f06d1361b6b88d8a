package dev.sheaf.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Schedule with the times at which each source is to be harvested. The user of a schedule calls {@link #next} at the time {@link #wake},
 * harvests the returned source, and reports the result. A decision costs one operation of a heap and a loop over the hours until the
 * source's own next harvest, for any number of sources.
 *
 * <p>Times are seconds since 1970 (UTC) and never decrease. Not thread-safe.
 */
public final class HarvestSchedule {

    private static final long DAY = HourOfWeek.PER_DAY * HourOfWeek.SECONDS;
    private static final long FIRST_RETRY = 15 * 60;
    private static final long LONGEST_RETRY = 7 * DAY;
    private static final int MOST_DOUBLINGS = 12;
    /** Seconds. A harvest that ran this long before the process ended did not cause the end of the process. */
    private static final long LONG_LIFE = 60 * 60;
    /** Seconds. A harvest that waits longer than this for its request is planned again. */
    private static final long PUT_OFF = HourOfWeek.SECONDS / 2;
    /** Reasons for the next harvest that no policy overrides. */
    private static final Set<Wish.Why> KEPT = Set.of(Wish.Why.RETRY, Wish.Why.PAUSED, Wish.Why.CUT_OFF, Wish.Why.ORDERED);

    private final ScheduleTerms terms;
    private final Budgets budgets;
    private final Map<String, ScheduledSource> sources = new LinkedHashMap<>();
    private final Wishes wishes;
    private final DueSources planned = new DueSources();
    /** Sources that are due and wait for a request of the budget. A new request moves only one of them, however many they are. */
    private final WaitingSources waiting = new WaitingSources();
    private final Set<String> replanned = new HashSet<>();
    private long hour;
    private long now;
    private int arrivals;
    private boolean begun;

    /** Creates an empty schedule. */
    public HarvestSchedule(ScheduleTerms terms, long now) {
        this.terms = terms;
        this.now = now;
        this.hour = HourOfWeek.of(now);
        this.budgets = new Budgets(terms, now);
        this.wishes = new Wishes(terms, sources.values(), budgets.all());
    }

    /**
     * Adds a source.
     *
     * @param past all known changes
     * @param pastStart beginning of the time with known changes
     * @param last time of the last harvest, not after now
     */
    public void add(String id, SourceTerms wanted, Changes past, long pastStart, long last) {
        if (sources.containsKey(id)) {
            throw new IllegalArgumentException("source " + id + " is in the schedule already");
        }
        ScheduledSource source = new ScheduledSource(id, arrivals++, wanted, model(wanted, past, pastStart, last), last);
        sources.put(id, source);
        wishes.join(source);
        budgets.join(wanted.host(), now);
        if (begun) {
            plan(source);
        }
    }

    private static ChangeModel model(SourceTerms wanted, Changes past, long pastStart, long last) {
        return ChangeModel.of(past, Math.min(pastStart, last), last, wanted.wholeDays(), wanted.hint());
    }

    /**
     * Replaces the known past of a source, because more of it is known or its description has changed.
     *
     * @param past all known changes until its last harvest
     * @param pastStart beginning of the time with known changes
     */
    public void learn(String id, Changes past, long pastStart) {
        ScheduledSource source = source(id);
        wishes.learn(source, model(source.terms, past, pastStart, source.last));
        planAnew(source);
    }

    /** Begins to compute a price of requests, because enough sources are known. */
    private void begin() {
        begun = true;
        wishes.begin();
        sources.values().forEach(this::plan);
    }

    private void plan(ScheduledSource source) {
        source.wish = wishes.plan(source, now);
        push(source, source.wish.due());
    }

    /** Plans a source again after its terms or its past have changed. A harvest due to an order, a failure or a notification stays planned. */
    private void planAnew(ScheduledSource source) {
        if (!begun || source.running || KEPT.contains(source.wish.why())) {
            return;
        }
        plan(source);
        if (source.notified) {
            notified(source.id, now);
        }
    }

    /** Applies a notification again that did not bring a harvest forward, because the planned harvest is now later. */
    private void heedAgain(ScheduledSource source) {
        if (source.notified && terms.notifiedGap() != null) {
            notified(source.id, now);
        }
    }

    private void push(ScheduledSource source, long due) {
        replanned.add(source.id);
        source.pushed = due;
        source.version++;
        planned.add(source, due);
    }

    /** Advances the time. */
    private void advance(long time) {
        if (!begun) {
            begin();
        }
        while (HourOfWeek.of(time) > hour) {
            hour++;
            budgets.advance(hour * HourOfWeek.SECONDS);
            wishes.hour();
            if (hour % HourOfWeek.PER_DAY == 0) {
                wishes.day();
            }
        }
        now = Math.max(now, time);
        budgets.advance(now);
    }

    /**
     * Returns the source to be harvested now; empty if there is none. The source is removed until {@link #harvested} or {@link #failed}
     * reports the result.
     */
    public Optional<String> next(long time) {
        advance(time);
        for (ScheduledSource due = planned.poll(now); due != null; due = planned.poll(now)) {
            if (takesItsTurn(due)) {
                return taken(due);
            }
        }
        for (ScheduledSource first = waiting.poll(budgets.all()); first != null; first = waiting.poll(budgets.all())) {
            long free = budgets.ofHost(first.terms.host(), isOwed(first), now);
            if (free > now) {
                defer(first, free);
            } else if (isPutOff(first, now)) {
                planAgain(first, now);
            } else {
                budgets.spend(first.terms.host(), now);
                return taken(first);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns whether a due source is harvested without regard to the budget. Otherwise the source waits for its request, or is planned
     * again.
     */
    private boolean takesItsTurn(ScheduledSource source) {
        boolean beyond = source.wish.why() == Wish.Why.NOTIFIED && terms.notifiedGap() != null;
        boolean ordered = source.wish.why() == Wish.Why.ORDERED || source.wish.why() == Wish.Why.CUT_OFF;
        boolean owed = isOwed(source);
        if (source.wish.why() == Wish.Why.LOOK_AGAIN) {
            plan(source);
            heedAgain(source);
        } else if (ordered) {
            budgets.spend(source.terms.host(), now);
            return true;
        } else {
            long free = beyond ? beyondBudget(source) : budgets.ofHost(source.terms.host(), owed, now);
            if (free > now) {
                defer(source, free);
            } else if (beyond) {
                budgets.spendOfHost(source.terms.host(), now);
                spendNotified(source);
                return true;
            } else {
                await(source, owed);
            }
        }
        return false;
    }

    private boolean isOwed(ScheduledSource source) {
        return source.wish.isOwed() || now >= wishes.owedBy(source);
    }

    private Optional<String> taken(ScheduledSource source) {
        source.version++;
        source.running = true;
        return Optional.of(source.id);
    }

    /** Lets a source wait for a request of the budget. Its changes in the meantime are examined when it gets one. */
    private void await(ScheduledSource source, boolean owed) {
        long gate = budgets.all().allows(owed) ? now : budgets.all().allowedFrom(owed);
        if (isPutOff(source, gate)) {
            planAgain(source, gate);
            return;
        }
        replanned.add(source.id);
        source.pushed = gate;
        source.version++;
        waiting.add(source, owed);
        long again = Math.min(owed ? Long.MAX_VALUE : wishes.owedBy(source),
                source.wish.why() == Wish.Why.BEST_TIME ? source.wish.due() + PUT_OFF + 1 : Long.MAX_VALUE);
        if (again > now && again < Long.MAX_VALUE) {
            planned.add(source, again);
        }
    }

    /** Returns whether the wait makes a source miss its best time. The wait could end in the middle of its busiest hours. */
    private static boolean isPutOff(ScheduledSource source, long until) {
        return source.wish.why() == Wish.Why.BEST_TIME && until - source.wish.due() > PUT_OFF;
    }

    private void planAgain(ScheduledSource source, long from) {
        source.wish = wishes.wish(source, from);
        push(source, source.wish.due());
        heedAgain(source);
    }

    /**
     * Returns the time at which a source that announced changes may be harvested in excess of the budget, within the limits of its host and
     * of notifications.
     */
    private long beyondBudget(ScheduledSource source) {
        return Math.max(budgets.ofHost(source.terms.host(), true, now), freeOfNotified(source));
    }

    /** Returns the time from which notifications of a source may cause another harvest. */
    private long freeOfNotified(ScheduledSource source) {
        NotifiedHarvests own = source.notifiedHarvests;
        return own == null ? now : own.free(now);
    }

    private void spendNotified(ScheduledSource source) {
        NotifiedHarvests own = source.notifiedHarvests;
        if (own == null) {
            own = new NotifiedHarvests(terms, now);
            source.notifiedHarvests = own;
        }
        own.spend(now);
    }

    /** Defers a source, because the budget of its host is used up. */
    private void defer(ScheduledSource source, long free) {
        if (isPutOff(source, free)) {
            planAgain(source, free);
        } else {
            push(source, free);
        }
    }

    /** Returns the time at which {@link #next} is to be called again. */
    public long wake() {
        if (!begun) {
            begin();
        }
        return Math.min(waiting.gate(budgets.all(), now), planned.first());
    }

    /**
     * Reports a successful harvest.
     *
     * @param at time at which it began
     * @param news all changes since the previous harvest
     */
    public void harvested(String id, long at, Changes news) {
        ScheduledSource source = source(id);
        advance(at);
        source.running = false;
        source.failures = 0;
        source.cutOff = 0;
        long previous = source.last;
        source.pendingFresh = NetRatePolicy.expectedFresh(source, previous, at);
        source.model.observe(news, at);
        if (!news.isEmpty()) {
            source.found++;
            if (source.notified) {
                source.announced++;
            }
        }
        source.notified = false;
        source.last = at;
        wishes.asked(source, previous);
        plan(source);
    }

    /** Reports a failed harvest. The schedule learns nothing from it; the delay grows with each failed attempt. */
    public void failed(String id, long at, @Nullable Long notBefore) {
        ScheduledSource source = source(id);
        advance(at);
        source.cutOff = 0;
        tryLater(source, at, notBefore);
    }

    /** Reports that a source was not harvested because its requests are paused. It is due at the end of the pause; this is no failure. */
    public void paused(String id, long at, long until) {
        ScheduledSource source = source(id);
        advance(at);
        source.cutOff = 0;
        source.running = false;
        source.wish = new Wish(Math.max(at + FIRST_RETRY, until), Wish.Why.PAUSED);
        push(source, source.wish.due());
    }

    /**
     * Reports that the process ended during a harvest. The harvest continues at once, without regard to the budget. But the harvest may
     * itself cause the end of the process; if it happens again soon, the source waits as after a failure.
     *
     * @param at time at which the process ended
     * @param lived duration of the harvest until then
     */
    public void cutOff(String id, long at, long lived) {
        ScheduledSource source = source(id);
        advance(at);
        source.cutOff = lived >= LONG_LIFE ? 1 : source.cutOff + 1;
        if (source.cutOff > 1) {
            tryLater(source, at, null);
        } else {
            source.running = false;
            source.wish = new Wish(now, Wish.Why.CUT_OFF);
            push(source, now);
        }
    }

    private void tryLater(ScheduledSource source, long at, @Nullable Long notBefore) {
        source.running = false;
        long wait = Math.min(LONGEST_RETRY, FIRST_RETRY << Math.min(MOST_DOUBLINGS, source.failures++));
        source.wish = new Wish(Math.max(at + wait, notBefore == null ? 0 : notBefore), Wish.Why.RETRY);
        push(source, source.wish.due());
    }

    /** Reports a notification of a source. The source is harvested soon, if that is worth the price. */
    public void notified(String id, long at) {
        ScheduledSource source = source(id);
        advance(at);
        source.notified = true;
        if (source.running || source.terms.pinned() != null || source.failures > 0) {
            return;
        }
        if (terms.notifiedGap() != null) {
            long due = Math.max(at + terms.coalesce(), freeOfNotified(source));
            // Several notifications cause one harvest, at the time of the first. A source that has used up its notified harvests is
            // harvested as if there were none.
            if (due < (source.wish.why() == Wish.Why.NOTIFIED ? source.wish.due() : due(source))) {
                source.wish = new Wish(due, Wish.Why.NOTIFIED);
                push(source, due);
            }
            return;
        }
        OptionalLong worth = wishes.heed(source, at + terms.coalesce());
        if (worth.isPresent() && (source.wish.why() == Wish.Why.LOOK_AGAIN || worth.getAsLong() < source.wish.due()
                || source.wish.why() == Wish.Why.NOTIFIED && now < source.wish.due())) {
            // Several notifications within the coalescing time cause one harvest, at the time of the first.
            boolean soon = source.wish.why() == Wish.Why.NOTIFIED && source.wish.due() <= at + terms.coalesce();
            if (!soon) {
                // No number of notifications delays a harvest beyond the time at which it is owed.
                long due = Math.min(worth.getAsLong(), Math.max(now, wishes.owedBy(source)));
                source.wish = new Wish(due, Wish.Why.NOTIFIED);
                push(source, due);
            }
        }
    }

    /**
     * Adds earlier experience with a source's notifications. A source with reliable notifications is polled less often.
     *
     * @param announced number of harvests that found changes after a notification
     * @param missed number of harvests that found changes without a notification
     */
    public void experience(String id, long announced, long missed) {
        ScheduledSource source = source(id);
        source.found += announced + missed;
        source.announced += announced;
        planAnew(source);
    }

    /**
     * Restores the time of a source's next harvest from the plan of an earlier hub process. Its turn stays the same; everything else is
     * planned from its past.
     */
    public void resume(String id, long due) {
        ScheduledSource source = source(id);
        if (source.terms.policy() == PolicyName.UNIFORM) {
            source.turn = due;
            source.joined = null;
            planAnew(source);
        }
    }

    private ScheduledSource source(String id) {
        ScheduledSource source = sources.get(id);
        if (source == null) {
            throw new IllegalArgumentException("source " + id + " is not in the schedule");
        }
        return source;
    }

    /** Removes a source; does nothing if it is not in the schedule. */
    public void remove(String id) {
        ScheduledSource source = sources.remove(id);
        if (source != null) {
            source.version++;
            wishes.leave(source);
            budgets.leave(source.terms.host(), now);
        }
    }

    /** Returns whether the source is in the schedule. */
    public boolean has(String id) {
        return sources.containsKey(id);
    }

    /** Returns the terms of a source's schedule. */
    public SourceTerms terms(String id) {
        return source(id).terms;
    }

    /** Replaces the terms of a source. A new hint takes effect at the next {@link #learn}. */
    public void change(String id, SourceTerms wanted) {
        ScheduledSource source = source(id);
        if (!source.terms.host().equals(wanted.host())) {
            budgets.leave(source.terms.host(), now);
            budgets.join(wanted.host(), now);
        }
        source.terms = wanted;
        planAnew(source);
    }

    /** Returns the time of the last complete harvest, in seconds. */
    public long last(String id) {
        return source(id).last;
    }

    /**
     * Reports a complete harvest of a source by another process. The schedule learns its result, but the budget is not used.
     *
     * @param at time at which that harvest began
     */
    public void seen(String id, long at, Changes news) {
        if (!source(id).running && at > source(id).last) {
            harvested(id, at, news);
        }
    }

    /** Reports an order of a person: the source is harvested now, without regard to the budget. */
    public void order(String id, long at) {
        ScheduledSource source = source(id);
        advance(at);
        if (!source.running) {
            source.wish = new Wish(now, Wish.Why.ORDERED);
            push(source, now);
        }
    }

    /** Returns the time of the next harvest, in seconds. For a source that is examined again before, this is the latest possible time. */
    public long due(String id) {
        ScheduledSource source = source(id);
        if (!begun) {
            begin();
        }
        return due(source);
    }

    private long due(ScheduledSource source) {
        return source.wish.why() == Wish.Why.LOOK_AGAIN ? wishes.owedBy(source) : source.pushed;
    }

    /**
     * Returns the sources whose plan has changed since the last call of this method, removed ones included. Their number depends on the
     * decisions, not on the number of sources.
     */
    public Set<String> replanned() {
        Set<String> told = Set.copyOf(replanned);
        replanned.clear();
        return told;
    }

    /** Returns the reason for the time of the next harvest, as a sentence for people. */
    public String because(String id) {
        ScheduledSource source = source(id);
        return Reasons.sentence(source, source.wish.why());
    }

    /**
     * Returns the balance of the budget in requests, for the next start of the hub: positive if some are left, negative if too many were
     * spent.
     */
    public double balance() {
        return budgets.all().balance();
    }

    /** Returns the permitted requests a day of all sources together. */
    public double perDay() {
        return budgets.all().perDay();
    }

    /** Restores the balance of the budget. */
    public void balance(double requests) {
        budgets.all().balance(requests);
    }

    /** Returns the ids of all sources. */
    public List<String> sources() {
        return new ArrayList<>(sources.keySet());
    }
}
