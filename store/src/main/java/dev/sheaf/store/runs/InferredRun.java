package dev.sheaf.store.runs;

import java.time.Instant;

/**
 * A run that has withdrawn records because lists lacked them, not because their source said so.
 *
 * @param run its number
 * @param at time of its last withdrawal
 * @param records number of records that it withdrew and that are still withdrawn, each format counted by itself
 * @param until time until which they can be restored
 */
public record InferredRun(long run, Instant at, long records, Instant until) {}
