package dev.sheaf.search;

/** A change of an index. */
public sealed interface IndexChange {

    /** Returns the document that changes. */
    DocumentKey key();

    /**
     * Adds a document, or replaces the one of the same key.
     *
     * @param document all of it
     */
    record Put(IndexDocument document) implements IndexChange {

        @Override
        public DocumentKey key() {
            return document.key();
        }
    }

    /** Removes a document; does nothing when there is none. */
    record Remove(DocumentKey key) implements IndexChange {}
}
