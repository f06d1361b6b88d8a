package dev.sheaf.schedule.simulation;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import dev.sheaf.schedule.Changes;
import dev.sheaf.schedule.chart.Chart;

/** Freshness F(H) for each day of a trace, and its chart. */
public final class DailyFreshness {

    private static final long DAY = 86_400;

    private DailyFreshness() {}

    /** Returns the mean freshness of each day of the scored time. */
    public static List<Double> of(ChangeTrace trace, PollLog log) {
        int days = (int) ((trace.end() - trace.start() + DAY - 1) / DAY);
        double[] stale = new double[days];
        for (int source = 0; source < trace.sources().size(); source++) {
            Changes changes = trace.sources().get(source).changes().between(trace.start(), trace.end() - 1);
            long[] polls = log.of(source);
            int next = 0;
            for (int p = 0; p <= polls.length && next < changes.size(); p++) {
                long poll = p < polls.length ? polls[p] : trace.end();
                if (changes.time(next) > poll) {
                    continue;
                }
                spread(stale, trace.start(), changes.time(next), poll);
                while (next < changes.size() && changes.time(next) <= poll) {
                    next++;
                }
            }
        }
        List<Double> fresh = new ArrayList<>();
        for (int day = 0; day < days; day++) {
            double length = Math.min(DAY, trace.end() - trace.start() - day * DAY);
            fresh.add(1 - stale[day] / length / trace.sources().size());
        }
        return fresh;
    }

    private static void spread(double[] stale, long start, long from, long until) {
        long time = from;
        while (time < until) {
            int day = (int) ((time - start) / DAY);
            long end = Math.min(until, start + (day + 1) * DAY);
            stale[day] += end - time;
            time = end;
        }
    }

    /** Returns a line of the freshness of each day. */
    public static Chart chart(ChangeTrace trace, List<Double> daily, String policy, double budget) {
        List<String> labels = new ArrayList<>();
        for (int day = 0; day < daily.size(); day++) {
            labels.add(Instant.ofEpochSecond(trace.start() + day * DAY).atZone(ZoneOffset.UTC).toLocalDate().toString()
                    .substring(5));
        }
        double mean = daily.stream().mapToDouble(Double::doubleValue).average().orElse(1);
        return new Chart("Freshness by day: " + policy
                + (Double.isFinite(budget) ? " at " + budget + " requests per source and day" : " without a budget"),
                String.format(java.util.Locale.ROOT,
                        "Share of %d sources without an unseen change, mean of each day. Over all days it is %.3f.",
                        trace.sources().size(), mean),
                labels, List.of(new Chart.Series("F(H), policy " + policy, daily)), 1);
    }
}
