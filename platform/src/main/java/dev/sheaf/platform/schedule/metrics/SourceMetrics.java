package dev.sheaf.platform.schedule.metrics;

import java.util.SortedMap;

import org.jspecify.annotations.Nullable;

/**
 * Measurements of one source.
 *
 * @param id of the source
 * @param name for people
 * @param kind how its records come, in a word: harvested, pushed, imported or crawled
 * @param metrics of its updates
 * @param months records changed by month, as {@code 2025-03}: the paper's Table 1
 * @param copy cost and freshness of its copy; null when it is not harvested: its records then come by themselves, and neither cost a request
 *     nor can be late here
 */
public record SourceMetrics(String id, String name, String kind, SyncMetrics metrics, SortedMap<String, Long> months,
        @Nullable CopyMetrics copy) {}
