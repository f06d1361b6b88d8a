package dev.sheaf.store.sources;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A fault of a source's responses, as stored.
 *
 * @param met which part found it, and the result
 * @param identifier of the record; null if the fault is outside the records, or if it could not be read
 * @param prefix format of the list; empty if not known
 * @param kind of the fault, in a word
 * @param what the repair, or why none was possible, for people
 * @param before some characters around the fault, as received; empty if not stored
 * @param after the same place after the repair; empty if not stored
 * @param since first time at which it was found; null if not known
 * @param last last time at which it was found; null if not known
 * @param times number of responses with the fault; 0 if not counted
 */
public record NotedFault(Met met, @Nullable String identifier, String prefix, String kind, String what, String before,
        String after,
        @Nullable Instant since, @Nullable Instant last, long times) {

    /** The part of the program that found the fault, and the result. */
    public enum Met {
        /** A harvest repaired it. */
        REPAIRED,
        /** A harvest could not accept it. */
        QUARANTINED,
        /** The proxy repaired it. */
        PROXY_REPAIRED,
        /** The proxy left it out. */
        PROXY_DROPPED
    }

    /** Returns true if the fault could not be repaired, so that the record has not arrived. */
    public boolean isLoss() {
        return met == Met.QUARANTINED || met == Met.PROXY_DROPPED;
    }
}
