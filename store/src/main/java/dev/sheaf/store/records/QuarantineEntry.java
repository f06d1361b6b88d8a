package dev.sheaf.store.records;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;

/**
 * Something in quarantine, without its bytes.
 *
 * @param key names it among those of its source: 32 hexadecimal digits
 * @param run that brought it last
 * @param identifier of the record, as far as it could be read; null when it could not
 * @param prefix the format that it came in; null when that is not known
 * @param reason what was wrong and where, for people; quotes what the repository sent
 * @param size of what is kept of it, in bytes; 0 when nothing came
 */
public record QuarantineEntry(String key, long run, @Nullable String identifier, @Nullable MetadataPrefix prefix, String reason,
        long size) {}
