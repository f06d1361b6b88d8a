package dev.sheaf.fulltext.ciff;

/**
 * The first message of a file.
 *
 * @param lists lists of postings that follow ({@code num_postings_lists})
 * @param documents records of documents that follow ({@code num_docs})
 * @param totalLists terms of the whole collection; more than {@code lists} in a partial export
 * @param totalDocuments documents of the whole collection
 * @param totalTokens sum of the lengths of all documents ({@code total_terms_in_collection})
 * @param averageLength of the documents, as the exporter computed it
 * @param description for people: exporter, tokenizer, stemmer, stop words
 */
public record CiffHeader(int lists, int documents, int totalLists, int totalDocuments, long totalTokens, double averageLength,
        String description) {

    /** The version of the format that this package reads and writes. */
    public static final int VERSION = 1;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when one is negative
     */
    public CiffHeader {
        if (lists < 0 || documents < 0 || totalLists < 0 || totalDocuments < 0 || totalTokens < 0) {
            throw new IllegalArgumentException("the header has a negative number: " + lists + " lists, " + documents
                    + " documents, "
                    + totalLists + " lists and " + totalDocuments + " documents of the collection, " + totalTokens + " tokens");
        }
    }

    /** Returns the header of a file that holds a whole collection. */
    public static CiffHeader whole(int lists, int documents, long tokens, String description) {
        return new CiffHeader(lists, documents, lists, documents, tokens, documents == 0 ? 0 : (double) tokens / documents,
                description);
    }
}
