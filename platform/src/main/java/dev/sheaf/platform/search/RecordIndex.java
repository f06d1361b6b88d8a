package dev.sheaf.platform.search;

import java.nio.file.Path;

import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.lucene.LuceneIndex;

/** The index of the records of a hub. */
public final class RecordIndex {

    private RecordIndex() {}

    /** Opens the index in a directory, which may be empty or absent. */
    public static SearchIndex open(Path directory) {
        return LuceneIndex.open(directory, RecordVocabulary.INSTANCE);
    }
}
