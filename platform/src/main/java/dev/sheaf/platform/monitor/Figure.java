package dev.sheaf.platform.monitor;

import java.util.function.LongSupplier;

/**
 * A number that a part of the hub counts up from its start.
 *
 * @param name in the metrics, words with dots between: {@code sheaf.usage.dropped}
 * @param description for people
 * @param count returns the present number; safe for use by many threads
 */
public record Figure(String name, String description, LongSupplier count) {}
