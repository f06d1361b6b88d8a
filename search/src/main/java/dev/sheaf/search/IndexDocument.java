package dev.sheaf.search;

import java.util.List;

/**
 * A document as the index takes it: any text that has a name, not only a metadata record. It is found by its fields. Its
 * source is its value of {@link IndexFields#SOURCE} and {@link Facet#SOURCE}, whatever the fields are; a query that is its exact identifier moves
 * it up.
 *
 * @param key its name
 * @param fields in order; one name may occur several times
 */
public record IndexDocument(DocumentKey key, List<IndexField> fields) {

    /** Copies the fields. */
    public IndexDocument {
        fields = List.copyOf(fields);
    }

    /** Returns a document. */
    public static IndexDocument of(String source, String identifier, IndexField... fields) {
        return new IndexDocument(new DocumentKey(source, identifier), List.of(fields));
    }
}
