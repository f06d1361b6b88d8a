package dev.sheaf.schedule;

import org.jspecify.annotations.Nullable;

/** Source in the schedule, with its model and its plan. Times are seconds, rates per hour. Not thread-safe. */
final class ScheduledSource {

    final String id;
    /** Position in the order of arrival. */
    final int order;
    SourceTerms terms;
    ChangeModel model;
    /** Policy that the source has joined with its present model; null before. */
    @Nullable
    PolicyName joined;

    /** Time of the last successful request. */
    long last;
    /** Time of the next request, and its reason. */
    Wish wish = new Wish(0, Wish.Why.LOOK_AGAIN);
    /** Version, which grows with each new wish; older entries in the queue are then ignored. */
    int version;
    boolean running;
    int failures;
    /** Number of successive harvests whose process ended soon after their beginning. */
    int cutOff;
    boolean notified;
    /** Time of the next examination: that of the wish, or of the next free request. */
    long pushed;
    /** Null until a notification has caused a harvest. */
    @Nullable
    NotifiedHarvests notifiedHarvests;
    /** Number of harvests that found changes, and number of those after a notification. */
    double found;
    double announced;

    /** Weight before it is divided by the mean of all sources. */
    double rawWeight = 1;

    /** Expected fresh hours, harvests and hours under the present policy; old ones fade. */
    double freshHours;
    double harvests;
    double totalHours;

    @Nullable
    WeekValues week;
    double @Nullable [] values;
    double valuesRate;
    long valuesAt;
    /** Fresh hours that were expected in the time since the last harvest. */
    double pendingFresh;
    double clockedRate;

    /** Time of its turn under the uniform policy; not after {@link #last} if it has none yet. */
    long turn;

    ScheduledSource(String id, int order, SourceTerms terms, ChangeModel model, long last) {
        this.id = id;
        this.order = order;
        this.terms = terms;
        this.model = model;
        this.last = last;
    }

    /** Returns the share of changes without a notification, from 0 to 1. */
    double unannounced() {
        return 1 - announced / (found + 1);
    }
}
