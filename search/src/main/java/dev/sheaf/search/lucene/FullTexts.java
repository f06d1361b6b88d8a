package dev.sheaf.search.lucene;

import java.io.IOException;

import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;

/**
 * The kinds of full texts that an index has. Queries ask for those alone, so that indexes without full texts do not pay for them.
 *
 * @param ranked true when some have frequencies
 * @param placed true when some have positions
 * @param listed true when some have neither
 */
record FullTexts(boolean ranked, boolean placed, boolean listed) {

    static final FullTexts NONE = new FullTexts(false, false, false);

    /** Returns the kinds of live full texts. */
    static FullTexts of(IndexReader reader) throws IOException {
        return new FullTexts(has(reader, FullTextFields.RANKED), has(reader, FullTextFields.PLACED),
                has(reader, FullTextFields.LISTED));
    }

    private static boolean has(IndexReader reader, String field) throws IOException {
        for (LeafReaderContext leaf : reader.leaves()) {
            Terms terms = leaf.reader().terms(field);
            if (terms != null && terms.getDocCount() > 0) {
                return true;
            }
        }
        return false;
    }

    boolean any() {
        return ranked || listed;
    }
}
