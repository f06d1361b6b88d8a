package dev.sheaf.platform.web.deposit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.sync.ActionResult;

/**
 * The collections into which their owner deposits documents. The program implements it, because documents are read by a library that the pages do
 * not know. Thread-safe.
 */
public interface DepositDesk {

    /**
     * A collection with a deposit page.
     *
     * @param id of its source
     * @param folder where new files go; null when the collection has no local folder
     * @param fileBytes largest size of a file in bytes
     * @param shown true if documents are published before their approval too
     */
    record Collection(String id, @Nullable Path folder, long fileBytes, boolean shown) {}

    /**
     * A file of a document.
     *
     * @param resource name of the document
     * @param path of the file in its location, with slashes
     * @param type media type; empty when it is not known
     * @param bytes size
     * @param refusal why it could not be read, for people; null when it could
     */
    record DocumentFile(String resource, String path, String type, long bytes, @Nullable String refusal) {}

    /** Returns the collections in the order of their ids. */
    List<Collection> collections();

    /** Returns a collection; empty when there is none with a deposit page. */
    Optional<Collection> collection(String id);

    /**
     * Adds a file to the folder of a collection.
     *
     * @param name as it came from outside
     * @return name under which it is kept
     * @throws IOException with a message for people when it cannot be kept; nothing of it remains then
     */
    String add(String id, String name, InputStream content) throws IOException;

    /** Returns the files of a document as the last crawl found them. */
    List<DocumentFile> files(String id, String resource);

    /** Returns files that could not be read, at most a hundred of them. */
    List<DocumentFile> refused(String id);

    /** Returns a file of a document for reading; empty when it lies in no local folder, or has gone. */
    Optional<Path> open(String id, DocumentFile file);

    /**
     * Deletes the files of a document, and what was decided about it.
     *
     * @throws IOException with a message for people when a file cannot be deleted
     */
    void remove(String id, String resource) throws IOException;

    /** Returns true while a crawl of a collection is under way or waits for its turn, also one of another command. */
    boolean isBeingRead(String id);

    /** Crawls a collection, and waits for that some seconds. The result says what came of it, or that it continues. */
    ActionResult crawl(String id);
}
