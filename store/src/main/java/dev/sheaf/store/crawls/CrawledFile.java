package dev.sheaf.store.crawls;

import java.util.Arrays;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A file as a crawl found it, by which the next crawl sees whether it has changed.
 *
 * @param location address of the storage hierarchy, without credentials
 * @param path below it, with slashes
 * @param size in bytes
 * @param modified time of the last modification, in milliseconds since 1970; negative when it says nothing about changes
 * @param hash SHA-256 of the content; empty when it was not read; not copied, so the caller must not change it
 * @param type media type that was found; empty when it is not known
 * @param made names the settings with which it was read: with others it is read again
 * @param refusal why it could not be read, for people; null when it could
 */
public record CrawledFile(String location, String path, long size, long modified, byte[] hash, String type, String made,
        @Nullable String refusal) {

    /** Names a file among those of its source. */
    public record Key(String location, String path) {}

    /** Returns the name of the file among those of its source. */
    public Key key() {
        return new Key(location, path);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CrawledFile that && location.equals(that.location) && path.equals(that.path) && size == that.size
                && modified == that.modified && Arrays.equals(hash, that.hash) && type.equals(that.type) && made.equals(that.made)
                && Objects.equals(refusal, that.refusal);
    }

    @Override
    public int hashCode() {
        return Objects.hash(location, path, size, modified, Arrays.hashCode(hash), type, made, refusal);
    }

    @Override
    public String toString() {
        return path + " in " + location + " (" + size + " bytes)";
    }
}
