package dev.sheaf.platform.sync.load;

import java.net.URI;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A file of a dump that a repository offers. Immutable.
 *
 * @param address of the file
 * @param from first second of the datestamps in a delta; null for a full dump
 * @param until last second of the datestamps
 * @param records in the file, deleted ones included
 * @param bytes size of the file, greater than 0
 * @param sha256 of the file, 64 hexadecimal digits in lower case
 */
record OfferedFile(URI address, @Nullable Instant from, Instant until, long records, long bytes, String sha256) {

    /** Returns the last part of its address, for messages. */
    String name() {
        String path = address.getPath();
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
