package dev.sheaf.schedule.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Number of repositories with a C.O.V. of their update intervals within limits: counts of the last column of Table 2 in the paper.
 *
 * @param label label for people
 * @param sources number of repositories
 * @param share share of the repositories with enough updates, from 0 to 1
 */
public record VariationShare(String label, long sources, double share) {

    /** Number of updates from which a deviation is meaningful. */
    public static final int ENOUGH = 3;

    private record Bucket(String label, double below) {}

    private static final List<Bucket> BUCKETS = List.of(new Bucket("by the clock (below 0.5)", 0.5),
            new Bucket("at random (0.5 to 1.5)", 1.5), new Bucket("in bursts (1.5 and more)", Double.POSITIVE_INFINITY));

    /** Counts the sources with at least {@link #ENOUGH} updates. */
    public static List<VariationShare> of(Collection<SyncMetrics> metrics) {
        List<Double> variations = metrics.stream().filter(one -> one.updates() >= ENOUGH).map(SyncMetrics::variation).toList();
        List<VariationShare> shares = new ArrayList<>();
        double least = 0;
        for (Bucket bucket : BUCKETS) {
            double from = least;
            long count = variations.stream().filter(one -> one >= from && one < bucket.below()).count();
            shares.add(new VariationShare(bucket.label(), count, variations.isEmpty() ? 0 : count / (double) variations.size()));
            least = bucket.below();
        }
        return shares;
    }
}
