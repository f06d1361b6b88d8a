package dev.sheaf.platform.gateway;

import java.util.List;

/**
 * A record of a static repository: its header, and the place of its contents among the kept ones.
 *
 * @param identifier of the item
 * @param day its datestamp, in seconds since 1970, at the beginning of a UTC day
 * @param seq number of the record in the file, from 1
 * @param at offset of its metadata
 * @param metadata bytes of its metadata
 * @param about bytes of each about container; they follow the metadata
 */
record StaticEntry(String identifier, long day, long seq, long at, int metadata, List<Integer> about) {

    StaticEntry {
        about = List.copyOf(about);
    }

    /** Returns the bytes of its contents. */
    long bytes() {
        long bytes = metadata;
        for (int one : about) {
            bytes += one;
        }
        return bytes;
    }
}
