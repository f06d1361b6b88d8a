package dev.sheaf.store.sources;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A fault of a source's responses, as it is kept.
 *
 * @param met by whom
 * @param identifier of the record; null when it concerns the response around the records, or could not be read
 * @param prefix format of the list; empty when it is not known
 * @param kind of the fault, in a word
 * @param what was done, or why nothing could be, for people
 * @param before some characters around it, as received; empty when they were not kept
 * @param after the same place repaired; empty when it was not kept
 * @param since when it was met first; null when that is not known
 * @param last when it was met last; null when that is not known
 * @param times how often responses had it; 0 when nobody counted
 */
public record NotedFault(Met met, @Nullable String identifier, String prefix, String kind, String what, String before,
        String after,
        @Nullable Instant since, @Nullable Instant last, long times) {

    /** Part that met the fault, harvest or proxy, and the result. */
    public enum Met {
        /** A harvest put it right. */
        REPAIRED,
        /** A harvest could not accept it. */
        QUARANTINED,
        /** The proxy put it right. */
        PROXY_REPAIRED,
        /** The proxy left it out. */
        PROXY_DROPPED
    }

    /** True when nothing could be put right: the record has not arrived. */
    public boolean isLoss() {
        return met == Met.QUARANTINED || met == Met.PROXY_DROPPED;
    }
}
