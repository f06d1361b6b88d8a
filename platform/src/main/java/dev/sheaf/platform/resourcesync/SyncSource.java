package dev.sheaf.platform.resourcesync;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Repository;

/** The repositories that take part in ResourceSync, and the packages of their records. Thread-safe. */
public interface SyncSource {

    /** Returns the ids of the repositories that take part now. */
    List<String> ids();

    /** Returns a repository that takes part; empty for all others. */
    Optional<Repository> repository(String id);

    /**
     * Returns the packages of one format: the parts of the last full dump, then those of the changes since, in the order of their times.
     *
     * @throws IOException when they cannot be read
     */
    List<ZipPackage> packages(String id, MetadataPrefix prefix) throws IOException;

    /**
     * A ZIP file with records and a manifest.
     *
     * @param path its address within the hub
     * @param from first second of the datestamps of changes; null for a part of a full dump
     * @param until last second of the datestamps
     * @param bytes its size
     * @param sha256 of the file, in hexadecimal
     */
    record ZipPackage(String path, @Nullable Instant from, Instant until, long bytes, String sha256) {}
}
