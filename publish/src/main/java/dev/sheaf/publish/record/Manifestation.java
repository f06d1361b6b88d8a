package dev.sheaf.publish.record;

import org.jspecify.annotations.Nullable;

/**
 * A file that holds a resource.
 *
 * @param type media type without parameters
 * @param size in bytes
 * @param modified time of the last modification, in milliseconds since 1970; negative when it is not known
 * @param sha256 hash of the content
 * @param url address at which everybody can get the file; null when there is none
 * @param content to be served within records; null when the file is too large for that; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Manifestation(String type, long size, long modified, byte[] sha256, @Nullable String url,
        byte @Nullable [] content) {

    /** Returns whether a record can lead to the content. */
    public boolean isReachable() {
        return url != null || content != null;
    }
}
