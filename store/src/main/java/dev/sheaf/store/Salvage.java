package dev.sheaf.store;

import java.util.List;
import java.util.Set;

/**
 * Result of a salvage: what of a damaged store could be read, and is in a new one.
 *
 * @param sources one entry for each source that the damaged store names, in order
 * @param gaps what else may be missing
 */
public record Salvage(List<OfSource> sources, Set<Gap> gaps) {

    /**
     * The records of one source, in all formats, with the deleted ones.
     *
     * @param saved number of those that are in the new store
     * @param unverified number of those among them whose hashes could not be read; the checksums of their metadata are right. They are saved
     * only if every record with a hash that could be unpacked matched it
     * @param lost number of those that could not be read, or did not match their hashes
     * @param hasSettings false if its settings could not be read
     */
    public record OfSource(String id, long saved, long unverified, long lost, boolean hasSettings) {}

    /** Something of which it is not known how much of it the damaged store had. */
    public enum Gap {
        /** Records: neither the counters nor the table of items is whole. */
        RECORDS,
        /** The last changes before the damage: the log could not be read to its end. */
        NEWEST_CHANGES,
        /** Names of sources or formats; those that could not be read are {@code source-N} and {@code format-N}. */
        NAMES,
        /** Sources; those that have records are there, perhaps without their settings. */
        SOURCES,
        /** The domain of local identifiers; the new store has the configured one. */
        DOMAIN,
        /** Access lists; the new store is closed to all until the hub gives it the configured ones. */
        ACCESS_LISTS,
        /** The list of the sources that are left out of the aggregate of everything; the salvage leaves out all. */
        UNLISTED,
        /** Aggregates. */
        AGGREGATES
    }

    /** Copies the list and the set. */
    public Salvage {
        sources = List.copyOf(sources);
        gaps = Set.copyOf(gaps);
    }

    /** Returns true if nothing is missing. */
    public boolean isWhole() {
        return gaps.isEmpty()
                && sources.stream().allMatch(source -> source.lost() == 0 && source.unverified() == 0 && source.hasSettings());
    }
}
