package dev.sheaf.schedule.simulation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.sheaf.schedule.Changes;
import dev.sheaf.schedule.HarvestSchedule;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.schedule.SourceTerms;

/** Runs a schedule over a trace in simulated time. */
public final class Simulation {

    private Simulation() {}

    /**
     * Returns all requests of the schedule in the scored time.
     *
     * @param wanted terms of every source; the host of each is its name
     * @param notices announcements in chronological order
     */
    public static PollLog run(ChangeTrace trace, ScheduleTerms terms, SourceTerms wanted, List<Notice> notices) {
        HarvestSchedule schedule = new HarvestSchedule(terms, trace.start());
        Map<String, Integer> places = new HashMap<>();
        long known = trace.known();
        for (ChangeTrace.Source source : trace.sources()) {
            places.put(source.name(), places.size());
            schedule.add(source.name(), wanted.withHost(source.name()), source.changes().between(Long.MIN_VALUE, trace.start()),
                    known,
                    trace.start());
        }
        long[] last = new long[places.size()];
        Arrays.fill(last, trace.start());
        PollLog polls = new PollLog(places.size());
        int notice = 0;
        while (true) {
            long time = Math.max(schedule.wake(), trace.start() + 1);
            while (notice < notices.size() && notices.get(notice).time() <= time) {
                Notice told = notices.get(notice++);
                if (told.time() > trace.start() && told.time() < trace.end() && places.containsKey(told.source())) {
                    schedule.notified(told.source(), told.time());
                    time = Math.max(schedule.wake(), trace.start() + 1);
                }
            }
            if (time >= trace.end()) {
                return polls;
            }
            Optional<String> due = schedule.next(time);
            if (due.isPresent()) {
                int place = Objects.requireNonNull(places.get(due.get()));
                polls.add(place, time);
                Changes news = trace.sources().get(place).changes().between(last[place], time);
                last[place] = time;
                schedule.harvested(due.get(), time, news);
            }
        }
    }
}
