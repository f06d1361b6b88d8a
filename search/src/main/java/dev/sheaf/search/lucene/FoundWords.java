package dev.sheaf.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;

import dev.sheaf.search.FoundWord;

/** Counts the words of a query in the full texts of the results that are shown. Belongs to one query and one thread. */
final class FoundWords {

    /** Longer queries are like texts themselves: a reader wants to see some of their words. */
    private static final int MOST_SHOWN = 8;

    private final List<Sought> sought;

    /**
     * A word as full texts have it.
     *
     * @param word as in the query
     * @param terms one in each form of full texts with frequencies; a text has one form
     */
    record Sought(String word, List<Term> terms) {}

    FoundWords(List<Sought> sought) {
        this.sought = sought;
    }

    /** Returns the words in a document, in the order of the query. */
    List<FoundWord> in(IndexSearcher searcher, int document) throws IOException {
        List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
        LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(document, leaves));
        List<FoundWord> found = new ArrayList<>();
        for (Sought word : sought) {
            int frequency = 0;
            for (Term term : word.terms()) {
                PostingsEnum postings = leaf.reader().postings(term, PostingsEnum.FREQS);
                int wanted = document - leaf.docBase;
                if (postings != null && postings.advance(wanted) == wanted) {
                    frequency = postings.freq();
                    break;
                }
            }
            if (frequency > 0 && found.size() < MOST_SHOWN) {
                found.add(new FoundWord(word.word(), frequency));
            }
        }
        return found;
    }
}
