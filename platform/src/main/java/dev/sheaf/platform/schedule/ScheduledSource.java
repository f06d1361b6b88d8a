package dev.sheaf.platform.schedule;

import org.jspecify.annotations.Nullable;

/** A source in the schedule, with what is known and planned of it. Times are seconds, rates per hour. Not thread-safe. */
final class ScheduledSource {

    final String id;
    /** Position in the order of arrival. */
    final int order;
    SourceTerms terms;
    ChangeModel model;
    /** The policy that it has come under with this model; null before. */
    @Nullable
    PolicyName joined;

    /** Time of the last successful request. */
    long last;
    /** Time of the next request, and its reason. */
    Wish wish = new Wish(0, Wish.Why.LOOK_AGAIN);
    /** Counts up with every new wish: what lies in the heap from before is void. */
    int version;
    boolean running;
    int failures;
    /** Harvests in a row that were cut off, each soon after its beginning. */
    int cutOff;
    boolean notified;
    /** Time at which it is examined next: that of its wish, or of the next free request. */
    long pushed;
    /** Null as long as no notification has caused a harvest. */
    @Nullable
    NotifiedHarvests notifiedHarvests;
    /** Polls that found something, and those of them that a notification had announced. */
    double found;
    double announced;

    /** Weight among the sources before it is made relative to all. */
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
    /** Fresh hours that were expected of the time since the last harvest. */
    double pendingFresh;
    double clockedRate;

    /** Uniform policy: when its turn is; not after {@link #last} when it has none yet. */
    long turn;

    ScheduledSource(String id, int order, SourceTerms terms, ChangeModel model, long last) {
        this.id = id;
        this.order = order;
        this.terms = terms;
        this.model = model;
        this.last = last;
    }

    /** The share of changes without a notification, from 0 to 1. */
    double unannounced() {
        return 1 - announced / (found + 1);
    }
}
