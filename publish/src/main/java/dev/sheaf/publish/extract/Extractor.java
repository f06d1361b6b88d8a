package dev.sheaf.publish.extract;

/** Extracts text and metadata of a document. */
@FunctionalInterface
public interface Extractor {

    /**
     * Extracts.
     *
     * @throws RefusedDocumentException when the document cannot be read, with the reason for people
     */
    ExtractedText extract(Document document) throws RefusedDocumentException;
}
