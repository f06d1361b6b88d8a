package dev.sheaf.schedule.simulation;

import dev.sheaf.schedule.Changes;

/**
 * Measures of a poll log over a trace, computed from these two alone. Times are in hours, shares from 0 to 1.
 *
 * @param freshness time-averaged F(H): the share of time in which a source has no unseen change, mean over sources
 * @param recordFreshness the same, with sources weighted by their changed records in the window
 * @param withinLatency share of time without an unseen change older than the acceptable latency, mean over sources
 * @param meanAge mean time since the oldest unseen change, 0 while fresh
 * @param meanWait mean time until a changed record is seen
 * @param longestUnseen longest time that a change stayed unseen
 * @param longestGap longest time between two requests to a source
 * @param requests number of all requests
 * @param requestsPerSourceDay requests per source and day, which the budget limits
 * @param fruitful share of requests that found a change
 * @param mostInAnHour largest number of requests in one hour of the clock
 */
public record Measures(double freshness, double recordFreshness, double withinLatency, double meanAge, double meanWait,
        double longestUnseen,
        double longestGap, long requests, double requestsPerSourceDay, double fruitful, long mostInAnHour) {

    private static final double HOUR = 3_600;

    /**
     * Replays a log.
     *
     * @param latency acceptable latency, in seconds
     */
    public static Measures of(ChangeTrace trace, PollLog log, long latency) {
        Replay replay = new Replay(trace, latency);
        for (int source = 0; source < trace.sources().size(); source++) {
            replay.source(trace.sources().get(source).changes().between(trace.start(), trace.end() - 1), log.of(source));
        }
        return replay.measures();
    }

    /** Sums over all sources, in seconds. */
    private static final class Replay {

        private final ChangeTrace trace;
        private final long latency;
        private final double window;
        private final long[] inHour;
        private double fresh;
        private double recordsFresh;
        private double records;
        private double ages;
        private double late;
        private double waits;
        private long unseen;
        private long gap;
        private long fruitful;
        private long requests;

        Replay(ChangeTrace trace, long latency) {
            this.trace = trace;
            this.latency = latency;
            this.window = trace.end() - trace.start();
            this.inHour = new long[(int) (window / HOUR) + 1];
        }

        void source(Changes changes, long[] polls) {
            long previous = trace.start();
            int next = 0;
            double stale = 0;
            double own = 0;
            for (int p = 0; p <= polls.length; p++) {
                boolean real = p < polls.length;
                long poll = real ? polls[p] : trace.end();
                gap = Math.max(gap, poll - previous);
                if (next < changes.size() && changes.time(next) <= poll) {
                    double length = poll - changes.time(next);
                    stale += length;
                    ages += length * length / 2 / window;
                    late += Math.max(0, length - latency) / window;
                    unseen = Math.max(unseen, (long) length);
                    fruitful += real ? 1 : 0;
                    for (; next < changes.size() && changes.time(next) <= poll; next++) {
                        own += changes.records(next);
                        waits += (double) changes.records(next) * (poll - changes.time(next));
                    }
                }
                if (real) {
                    inHour[(int) ((poll - trace.start()) / HOUR)]++;
                    requests++;
                }
                previous = poll;
            }
            fresh += 1 - stale / window;
            recordsFresh += own * (1 - stale / window);
            records += own;
        }

        Measures measures() {
            int sources = trace.sources().size();
            long most = 0;
            for (long number : inHour) {
                most = Math.max(most, number);
            }
            return new Measures(fresh / sources, records == 0 ? 1 : recordsFresh / records, 1 - late / sources,
                    ages / sources / HOUR,
                    records == 0 ? 0 : waits / records / HOUR, unseen / HOUR, gap / HOUR, requests,
                    requests / (sources * trace.days()), requests == 0 ? 0 : fruitful / (double) requests, most);
        }
    }
}
