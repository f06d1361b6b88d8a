package dev.sheaf.platform.search;

import java.nio.file.Path;

import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.lucene.LuceneIndex;

/** Opens the index of the records of a hub. */
public final class RecordIndex {

    private RecordIndex() {}

    /** Opens the index in a directory, which may be empty or absent. It reads queries by the index policy of its full texts. */
    public static SearchIndex open(Path directory) {
        return LuceneIndex.open(directory, version -> policy(version).equals(IndexPolicy.DEFAULT)
                ? RecordVocabulary.INSTANCE
                : new RecordVocabulary(policy(version)));
    }

    /** Returns the index policy of the full texts of an index; the default one if the index is empty. */
    public static IndexPolicy policy(SearchIndex index) {
        return policy(index.version());
    }

    /** Returns the index policy of the full texts of the index in a directory; the default one if there is no index. */
    public static IndexPolicy policy(Path directory) {
        try (SearchIndex index = open(directory)) {
            return policy(index);
        }
    }

    /** Returns the version of documents. It includes the index policy, because the form of full texts depends on it. */
    static String version(IndexPolicy policy) {
        return RecordDocument.VERSION + ' ' + policy.text();
    }

    private static IndexPolicy policy(String version) {
        try {
            return IndexPolicy.parse(version.substring(version.indexOf(' ') + 1));
        } catch (IllegalArgumentException _) {
            // The version was made by another program, so the index is rebuilt.
            return IndexPolicy.DEFAULT;
        }
    }
}
