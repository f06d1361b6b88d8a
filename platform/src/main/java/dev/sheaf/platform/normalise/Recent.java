package dev.sheaf.platform.normalise;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Memory of what recent texts were read as: the same names, dates and languages come again and again, and reading one may take dozens of patterns.
 * Thread-safe.
 *
 * @param <T> immutable
 */
final class Recent<T> {

    /** Slots; a power of two. A text has one, from which the next text with that slot drives it out. */
    private static final int SLOTS = 1 << 13;
    /** Longer texts are seldom the same, and would take memory. */
    private static final int LONGEST = 60;

    /** Immutable: so threads may exchange entries without locks, and the worst that a race costs is another reading. */
    private record Entry<T>(String text, T reading) {}

    private final Function<String, T> reader;
    private final @Nullable Entry<T>[] entries;

    /** @param reader returns the same for equal texts */
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
