package dev.sheaf.formats.normalise;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Cache of recent results. The same names, dates and languages occur again and again, and reading one may take dozens of patterns.
 * Thread-safe.
 *
 * @param <T> type of the results; immutable
 */
final class Recent<T> {

    /** Number of slots; a power of two. Each text has one slot, and the next text with the same slot replaces it. */
    private static final int SLOTS = 1 << 13;
    /** Longest text that is cached. Longer texts seldom repeat and would take memory. */
    private static final int LONGEST = 60;

    /** Immutable, so threads exchange entries without locks. A race only costs another reading. */
    private record Entry<T>(String text, T reading) {}

    private final Function<String, T> reader;
    private final @Nullable Entry<T>[] entries;

    /** @param reader function to cache; returns the same result for equal texts */
    @SuppressWarnings({"unchecked", "rawtypes"})
    Recent(Function<String, T> reader) {
        this.reader = reader;
        this.entries = new Entry[SLOTS];
    }

    T read(String text) {
        if (text.length() > LONGEST) {
            return reader.apply(text);
        }
        int slot = text.hashCode() * 0x9E3779B1 >>> 19;
        Entry<T> known = entries[slot];
        if (known != null && known.text.equals(text)) {
            return known.reading;
        }
        T reading = reader.apply(text);
        entries[slot] = new Entry<>(text, reading);
        return reading;
    }
}
