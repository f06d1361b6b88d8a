package dev.sheaf.schedule.metrics;

/**
 * Number of harvests of a source, and freshness and age of the resulting copy.
 *
 * @param harvests number of harvests in the period, failed ones included, because they also sent requests
 * @param freshness share of time in which the copy was up to date (not in the paper)
 * @param age mean time since the oldest change that was not harvested, in hours; 0 while fresh (not in the paper)
 */
public record CopyMetrics(long harvests, double freshness, double age) {}
