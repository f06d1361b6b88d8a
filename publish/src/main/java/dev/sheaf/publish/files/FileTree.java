package dev.sheaf.publish.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** A storage hierarchy that is open. Belongs to one thread, but for {@link #content}, which any number of threads may call. */
public interface FileTree extends Closeable {

    /** Returns its address for people and for the store: absolute, without credentials. */
    String address();

    /**
     * Reports all files of the tree, in no particular order. Hidden files (their names begin with a dot) and temporary ones (their names end
     * with a tilde, or begin with {@code ~$}) are left out.
     *
     * @throws TreeException when the root cannot be read, or a bound for the whole tree is passed; the state of the tree is then unknown
     */
    void walk(CrawlBounds bounds, TreeVisitor visitor) throws TreeException;

    /**
     * Makes the content of a file available as a local file.
     *
     * @param path as the walk has reported it
     * @param most bytes accepted
     * @param temporary folder for a copy, where one is needed; the caller's
     * @throws IOException when it cannot be read, is larger or is no regular file any more; the message is for people
     */
    Content content(String path, long most, Path temporary) throws IOException;

    /** Returns the address at which everybody can get a file; empty when there is none. */
    Optional<String> url(String path);

    /** Returns the time until which requests to its server are paused; empty when they are not, or there is no server. Sends no request. */
    default Optional<Instant> pausedUntil() {
        return Optional.empty();
    }

    /** Returns the folder in which changes can be watched; empty when the tree is not a local folder. */
    default Optional<Path> folder() {
        return Optional.empty();
    }
}
