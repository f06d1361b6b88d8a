package dev.sheaf.store.sources;

import org.jspecify.annotations.Nullable;

/**
 * A fault that the live proxy found in a response of a source.
 *
 * @param identifier of the record; null if the fault is outside the records, or if it could not be read
 * @param kind a {@link Repair.Kind}, or a word of the proxy's own; {@link #DROPPED} for a part that was left out
 * @param prefix format of the list; empty if there is none
 * @param position offset of the byte at which it first occurred
 * @param what the repair, or why none was possible, for people
 * @param before some characters around the fault, as received; empty if there is nothing to show
 * @param after the same place as passed on; empty if there is nothing to show
 */
public record ProxiedFault(@Nullable String identifier, String kind, String prefix, long position, String what, String before,
        String after) {

    /** Kind of a part that could not be repaired and was left out. */
    public static final String DROPPED = "dropped";

    /** Returns true if the part was left out. */
    public boolean isDropped() {
        return kind.equals(DROPPED);
    }
}
