package dev.sheaf.schedule.metrics;

import java.util.SortedMap;

import org.jspecify.annotations.Nullable;

/**
 * Metrics of one source.
 *
 * @param id id of the source
 * @param name name for people
 * @param kind origin of its records in one word: harvested, pushed, imported or crawled
 * @param metrics metrics of its updates
 * @param months changed records by month, such as {@code 2025-03}, as in Table 1 of the paper
 * @param copy cost and freshness of its copy; null if it is not harvested, because its records then cost no request and are never late
 */
public record SourceMetrics(String id, String name, String kind, SyncMetrics metrics, SortedMap<String, Long> months,
        @Nullable CopyMetrics copy) {}
