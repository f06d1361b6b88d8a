package dev.sheaf.platform.schedule.metrics;

/**
 * Number of harvests of a source, and freshness and age of the copy that they produced.
 *
 * @param harvests in the time looked at, however they ended: one that failed asked the repository too
 * @param freshness share of time in which the copy was up to date (not in the paper)
 * @param age mean time since the oldest change not yet harvested, in hours, 0 while fresh (not in the paper)
 */
public record CopyMetrics(long harvests, double freshness, double age) {}
