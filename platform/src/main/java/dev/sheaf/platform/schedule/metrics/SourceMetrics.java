package dev.sheaf.platform.schedule.metrics;

import java.util.SortedMap;

/**
 * What was measured of one source.
 *
 * @param id of the source
 * @param name for people
 * @param metrics of its updates
 * @param months records changed by month, as {@code 2025-03}: the paper's Table 1
 * @param harvests in the time looked at, however they ended: one that failed asked the repository too
 * @param freshness share of time in which the copy was up to date (not in the paper)
 * @param age mean time since the oldest change not yet harvested, in hours, 0 while fresh (not in the paper)
 */
public record SourceMetrics(String id, String name, SyncMetrics metrics, SortedMap<String, Long> months, long harvests,
        double freshness,
        double age) {}
