package dev.sheaf.store.sources;

import org.jspecify.annotations.Nullable;

/**
 * A fault that the live proxy met in a response of a source.
 *
 * @param identifier of the record; null when it concerns the response around the records, or could not be read
 * @param kind as {@code Repair.Kind} has it, or a word of the proxy's own; {@link #DROPPED} for what could not be put right
 * @param prefix format of the list; empty when there is none
 * @param position byte of the response at which it was met first
 * @param what was done, or why nothing could be, for people
 * @param before some characters around it, as received; empty when there is nothing to show
 * @param after the same place as it was passed on; empty when there is nothing to show
 */
public record ProxiedFault(@Nullable String identifier, String kind, String prefix, long position, String what, String before,
        String after) {

    /** Kind of what could not be put right and was left out. */
    public static final String DROPPED = "dropped";

    /** True for what was left out. */
    public boolean isDropped() {
        return kind.equals(DROPPED);
    }
}
