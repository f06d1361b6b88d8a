package dev.sheaf.platform.sync.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Source;
import dev.sheaf.schedule.Changes;
import dev.sheaf.schedule.HarvestSchedule;
import dev.sheaf.schedule.SourceTerms;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;

/**
 * Reports facts of the store to a schedule: past changes of sources, their harvests, and the frequency they state. Used by one thread at a
 * time.
 */
final class ScheduleLearning {

    /** Number of changes below which no rhythm can be seen, so that learning the past again is useless. */
    private static final int WORTH_IT = 6;
    /** A past is learnt again if a tenth of the known changes was discovered later. */
    private static final int PART = 10;

    private final HubStore store;
    private final HarvestSchedule schedule;
    private final TermsOfSources terms;
    private final Map<String, Learnt> learnt = new HashMap<>();

    /**
     * Number of changes that the schedule knows of a source.
     *
     * @param atOnce changes of the past that was last learnt as a whole
     * @param all these and the changes of later harvests
     */
    private record Learnt(int atOnce, int all) {

        /**
         * Returns whether the whole history has to be learnt again, which alone finds the minute and the rhythm. It is due if the number of
         * known changes has doubled, or many were discovered later.
         */
        boolean isOutdated(int known) {
            return known >= Math.max(WORTH_IT, 2 * atOnce) || known - all >= Math.max(WORTH_IT, all / PART);
        }
    }

    ScheduleLearning(HubStore store, HarvestSchedule schedule) {
        this.store = store;
        this.schedule = schedule;
        this.terms = new TermsOfSources(store);
    }

    /** Prepares a check of all sources: reads the data that they share. */
    void look() {
        terms.readPinned();
    }

    /** Adds a source to the schedule, with all known facts. */
    void add(Source source, long now) {
        String id = source.id();
        terms.renew(id);
        List<Long> harvests = SynchronisationReport.completeHarvests(store, id);
        Changes past = changes(id);
        long last = harvests.isEmpty() ? now : Math.min(now, harvests.getLast());
        Changes known = past.between(Long.MIN_VALUE, last);
        schedule.add(id, terms.of(source), known, since(past, last), last);
        if (!harvests.isEmpty()) {
            learnt.put(id, new Learnt(known.size(), known.size()));
            store.schedules().planned(id).ifPresent(planned -> schedule.resume(id, planned.due().getEpochSecond()));
        }
        store.announcements().report(id).ifPresent(report -> schedule.experience(id, report.announced(), report.missed()));
    }

    private static long since(Changes past, long last) {
        return past.isEmpty() ? last : Math.min(last, past.time(0));
    }

    /** Plans the first check of a source that was not scheduled before. */
    void resume(String id, long now) {
        if (!learnt.containsKey(id)) {
            schedule.order(id, now);
        }
        notified(id, now);
    }

    /** Reports a notification without a later harvest. It arrived before the hub was started, during a harvest, or just now. */
    private void notified(String id, long now) {
        if (store.announcements().report(id).filter(report -> report.pending() != null).isPresent()) {
            schedule.notified(id, now);
        }
    }

    /** Applies a change of a source's settings or description. */
    void follow(Source source) {
        String id = source.id();
        SourceTerms before = schedule.terms(id);
        SourceTerms current = terms.of(source);
        if (!before.equals(current)) {
            schedule.change(id, current);
            if (before.wholeDays() != current.wholeDays() || !Objects.equals(before.hint(), current.hint())) {
                learn(id, changes(id));
            }
        }
    }

    private void learn(String id, Changes all) {
        long last = schedule.last(id);
        Changes past = all.between(Long.MIN_VALUE, last);
        schedule.learn(id, past, since(all, last));
        learnt.put(id, new Learnt(past.size(), past.size()));
    }

    /** Reports a successful harvest that the schedule ordered. */
    void harvested(String id, RunReport run, long now) {
        long started = Math.max(schedule.last(id), run.started().getEpochSecond());
        Changes all = harvestedChanges(id);
        Changes news = all.between(schedule.last(id), started);
        schedule.harvested(id, started, news);
        learnt(id, all, news, now, run);
    }

    /** Reports a successful harvest of another process. */
    void seen(String id, RunReport run, long now) {
        long started = run.started().getEpochSecond();
        if (started > schedule.last(id)) {
            Changes all = harvestedChanges(id);
            Changes news = all.between(schedule.last(id), started);
            schedule.seen(id, started, news);
            learnt(id, all, news, now, run);
        }
    }

    private void learnt(String id, Changes all, Changes news, long now, RunReport run) {
        Learnt before = learnt.get(id);
        boolean outdated = true;
        if (before != null) {
            Learnt with = new Learnt(before.atOnce(), before.all() + news.size());
            learnt.put(id, with);
            outdated = with.isOutdated(all.between(Long.MIN_VALUE, schedule.last(id)).size());
        }
        store.source(id).ifPresent(this::follow);
        if (outdated) {
            // The first harvest reveals past changes, and a full one may reveal more.
            learn(id, all);
        }
        answered(id, run, now);
    }

    /** Handles notifications after a harvest. It answers earlier ones; one that arrived during the harvest requires another. */
    private void answered(String id, RunReport run, long now) {
        Counts counts = Objects.requireNonNull(run.outcome()).counts();
        boolean found = counts.created() + counts.changed() + counts.deleted() > 0;
        store.announcements().harvested(id, run.started(), found);
        notified(id, now);
    }

    /** Reports a failed run. The source may have changed its description anyway. */
    void renew(String id) {
        terms.renew(id);
    }

    /** Removes a source. */
    void forget(String id) {
        terms.renew(id);
        learnt.remove(id);
    }

    private Changes harvestedChanges(String id) {
        terms.renew(id);
        return changes(id);
    }

    private Changes changes(String id) {
        return SynchronisationReport.changes(store, id).later(terms.late(id));
    }
}
