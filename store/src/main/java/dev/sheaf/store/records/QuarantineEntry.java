package dev.sheaf.store.records;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;

/**
 * An entry in quarantine, without its bytes.
 *
 * @param key identifies it within its source: 32 hexadecimal digits
 * @param run number of the last run that received it
 * @param identifier of the record; null if it could not be read
 * @param prefix format of the list that contained it; null if not known
 * @param reason the fault and its place, for people; may quote the repository
 * @param size number of stored bytes; 0 if none arrived
 */
public record QuarantineEntry(String key, long run, @Nullable String identifier, @Nullable MetadataPrefix prefix, String reason,
        long size) {}
