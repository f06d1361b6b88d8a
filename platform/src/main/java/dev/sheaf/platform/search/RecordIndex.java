package dev.sheaf.platform.search;

import java.nio.file.Path;

import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.lucene.LuceneIndex;

/** The index of the records of a hub. */
public final class RecordIndex {

    private RecordIndex() {}

    /** Opens the index in a directory, which may be empty or absent. It reads queries by the policy by which its full texts were indexed. */
    public static SearchIndex open(Path directory) {
        return LuceneIndex.open(directory, version -> policy(version).equals(IndexPolicy.DEFAULT)
                ? RecordVocabulary.INSTANCE
                : new RecordVocabulary(policy(version)));
    }

    /** Returns the policy by which the full texts of an index were indexed; the usual one when it is empty. */
    public static IndexPolicy policy(SearchIndex index) {
        return policy(index.version());
    }

    /** Returns the policy by which the full texts of the index in a directory were indexed; the usual one when there is none. */
    public static IndexPolicy policy(Path directory) {
        try (SearchIndex index = open(directory)) {
            return policy(index);
        }
    }

    /** Returns the version of documents. Full texts are kept in the form of a policy, so another policy makes another version. */
    static String version(IndexPolicy policy) {
        return RecordDocument.VERSION + ' ' + policy.text();
    }

    private static IndexPolicy policy(String version) {
        try {
            return IndexPolicy.parse(version.substring(version.indexOf(' ') + 1));
        } catch (IllegalArgumentException _) {
            // Another program made this version; its index is built again.
            return IndexPolicy.DEFAULT;
        }
    }
}
