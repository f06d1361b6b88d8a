package dev.sheaf.platform.search;

import java.nio.file.Path;

/** Asks a Lucene index in a directory. */
public final class LuceneIndex implements SearchIndex, AutoCloseable {

    private LuceneIndex() {}

    /** Opens the index of a directory for reading; the directory may be empty or absent: then nothing is found until something is. */
    public static LuceneIndex open(Path directory) {
        throw new UnsupportedOperationException();
    }

    /** Makes later answers show what was committed by now, by this process or another. Cheap when nothing was. */
    public void refresh() {
        throw new UnsupportedOperationException();
    }

    @Override
    public SearchResult search(SearchQuery query) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long seq() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
