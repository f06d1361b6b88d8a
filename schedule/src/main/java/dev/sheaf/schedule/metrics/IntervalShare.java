package dev.sheaf.schedule.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Number of repositories with an average update interval within limits, as in Figure 1 of the paper.
 *
 * @param label label for people
 * @param sources number of repositories
 * @param share share of all repositories, from 0 to 1
 */
public record IntervalShare(String label, long sources, double share) {

    private record Bucket(String label, double most) {}

    private static final List<Bucket> BUCKETS = List.of(new Bucket("daily", 1.5), new Bucket("weekly", 10.5),
            new Bucket("monthly", 45),
            new Bucket("quarterly", 135), new Bucket("yearly", 550), new Bucket("less often", Double.MAX_VALUE),
            new Bucket("never", Double.POSITIVE_INFINITY));

    /** @param days average update intervals in days; infinite for sources that never changed */
    public static List<IntervalShare> of(Collection<Double> days) {
        List<IntervalShare> shares = new ArrayList<>();
        double least = -1;
        for (Bucket bucket : BUCKETS) {
            double above = least;
            long count = days.stream().filter(interval -> interval > above && interval <= bucket.most()).count();
            shares.add(new IntervalShare(bucket.label(), count, days.isEmpty() ? 0 : count / (double) days.size()));
            least = bucket.most();
        }
        return shares;
    }
}
