package dev.sheaf.store;

import java.util.List;

/**
 * Result of a salvage: what of a damaged store could be read, and is in a new one.
 *
 * @param sources one entry for each source that the damaged store names, in order
 * @param unknown true if it is not known how many records the damaged store had, so that more may be lost
 */
public record Salvage(List<OfSource> sources, boolean unknown) {

    /**
     * The records of one source, in all formats, with the deleted ones.
     *
     * @param saved number of those that are in the new store
     * @param lost number of those that could not be read, or did not match their hashes
     */
    public record OfSource(String id, long saved, long lost) {}

    /** Copies the list. */
    public Salvage {
        sources = List.copyOf(sources);
    }

    /** Returns the number of lost records. */
    public long lost() {
        return sources.stream().mapToLong(OfSource::lost).sum();
    }
}
