package dev.sheaf.publish.extract.pool;

import java.io.IOException;
import java.nio.file.Path;

import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.RefusedDocumentException;

/** Reads documents that are local files. Safe for use by many threads. */
public interface DocumentReader {

    /**
     * Extracts text and metadata.
     *
     * @param file with the content
     * @param name by which its owner calls it, with the extension
     * @throws RefusedDocumentException when the document cannot be read, with the reason for people
     * @throws IOException when nothing can be extracted at all
     */
    ExtractedText extract(Path file, String name) throws RefusedDocumentException, IOException, InterruptedException;

    /** Returns the media type of a document, otherwise like {@link #extract}. */
    String type(Path file, String name) throws RefusedDocumentException, IOException, InterruptedException;
}
