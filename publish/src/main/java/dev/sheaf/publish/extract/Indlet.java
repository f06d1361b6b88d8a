package dev.sheaf.publish.extract;

/**
 * Extractor of a user's own for one kind of collection, with the index policy that suits it. Implementations are found by
 * {@link java.util.ServiceLoader}, need a constructor without parameters, and are chosen by name. They run in the process that extracts, which
 * has bounded memory and no network, and which is ended when a document takes too long; one document is extracted after another.
 */
public interface Indlet {

    /** Returns the name by which it is chosen: lower-case letters, digits and hyphens. */
    String name();

    /** Returns a text that changes whenever the results for a document change: then all documents are extracted again. */
    String version();

    /** Returns the index policy of its collections, in the text form of {@code IndexPolicy}; empty for the usual one. */
    default String policy() {
        return "";
    }

    /**
     * Extracts text and metadata.
     *
     * @param standard the extractor of Sheaf, for documents or parts without special treatment
     * @throws RefusedDocumentException when the document cannot be read, with the reason for people
     */
    ExtractedText extract(Document document, Extractor standard) throws RefusedDocumentException;
}
