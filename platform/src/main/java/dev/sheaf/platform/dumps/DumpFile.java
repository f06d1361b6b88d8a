package dev.sheaf.platform.dumps;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;

/**
 * A file of a dump. Immutable.
 *
 * @param name of the file, unique in its repository
 * @param prefix format of the records; null for an index of several formats
 * @param form of the file
 * @param from first second of the datestamps in a delta; null for a full dump
 * @param until last second of the datestamps
 * @param records in the file, deleted ones included; for an index its documents
 * @param bytes size of the file
 * @param sha256 of the file, in hexadecimal
 */
public record DumpFile(String name, @Nullable MetadataPrefix prefix, String form, @Nullable Instant from, Instant until,
        long records, long bytes, String sha256) {

    /** Returns true for a dump of all records. */
    public boolean isFull() {
        return from == null;
    }
}
