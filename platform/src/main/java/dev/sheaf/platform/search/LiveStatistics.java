package dev.sheaf.platform.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of one state of an index over its live documents. Lucene counts deleted documents until a merge drops them, so that equal records
 * had other scores after other histories. Here the share of deleted documents is taken off: a score depends on the live records alone, and
 * two indexes of the same records rank alike.
 *
 * <p>The work grows with the number of deleted documents, not with the index; each figure is calculated once. Thread-safe.
 */
final class LiveStatistics {

    private static final int MOST_REMEMBERED = 10_000;

    private final IndexReader reader;
    private final List<Deleted> deleted = new ArrayList<>();
    private final Map<String, CollectionStatistics> collections = new ConcurrentHashMap<>();
    private final Map<Term, TermStatistics> terms = new ConcurrentHashMap<>();

    /** The deleted documents of a segment, ascending. */
    private record Deleted(LeafReader segment, int[] documents) {}

    LiveStatistics(IndexReader reader) {
        this.reader = reader;
        for (LeafReaderContext leaf : reader.leaves()) {
            Bits live = leaf.reader().getLiveDocs();
            if (live != null && leaf.reader().numDeletedDocs() > 0) {
                deleted.add(new Deleted(leaf.reader(), deleted(live, leaf.reader().numDeletedDocs())));
            }
        }
    }

    private static int[] deleted(Bits live, int number) {
        int[] documents = new int[number];
        int at = 0;
        for (int document = 0; document < live.length() && at < number; document++) {
            if (!live.get(document)) {
                documents[at++] = document;
            }
        }
        return Arrays.copyOf(documents, at);
    }

    /** Returns a searcher of this state that scores by these statistics. */
    IndexSearcher searcher() {
        return new IndexSearcher(reader) {
            @Override
            public TermStatistics termStatistics(Term term, int docFreq, long totalTermFreq) throws IOException {
                return LiveStatistics.this.term(super.termStatistics(term, docFreq, totalTermFreq), term);
            }

            @Override
            public @Nullable CollectionStatistics collectionStatistics(String field) throws IOException {
                CollectionStatistics all = super.collectionStatistics(field);
                return all == null ? null : LiveStatistics.this.collection(all);
            }
        };
    }

    private CollectionStatistics collection(CollectionStatistics all) {
        return collections.computeIfAbsent(all.field(), _ -> {
            try {
                return live(all);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }

    /** The number of distinct terms of each document is not known, and none of our ranking models asks for it. */
    private CollectionStatistics live(CollectionStatistics all) throws IOException {
        long documents = all.docCount();
        long length = all.sumTotalTermFreq();
        for (Deleted segment : deleted) {
            NumericDocValues lengths = segment.segment.getNumericDocValues(FieldLengths.of(all.field()));
            for (int i = 0; lengths != null && i < segment.documents.length; i++) {
                if (lengths.advanceExact(segment.documents[i]) && lengths.longValue() > 0) {
                    documents--;
                    length -= lengths.longValue();
                }
            }
        }
        // Lucene insists on a document and a word. A field that deleted documents alone have matches no live one, whatever it says.
        long some = Math.max(1, documents);
        return new CollectionStatistics(all.field(), Math.max(some, reader.numDocs()), some, Math.max(some, length), some);
    }

    private TermStatistics term(TermStatistics all, Term term) throws IOException {
        if (deleted.isEmpty()) {
            return all;
        }
        TermStatistics known = terms.get(term);
        if (known == null) {
            known = live(all, term);
            if (terms.size() < MOST_REMEMBERED) {
                terms.put(term, known);
            }
        }
        return known;
    }

    private TermStatistics live(TermStatistics all, Term term) throws IOException {
        long documents = all.docFreq();
        long occurrences = all.totalTermFreq();
        for (Deleted segment : deleted) {
            Terms field = segment.segment.terms(term.field());
            TermsEnum found = field == null ? null : field.iterator();
            if (found == null || !found.seekExact(term.bytes())) {
                continue;
            }
            PostingsEnum postings = found.postings(null, PostingsEnum.FREQS);
            int[] gone = segment.documents;
            int i = 0;
            int document = postings.nextDoc();
            while (document != DocIdSetIterator.NO_MORE_DOCS && i < gone.length) {
                if (document < gone[i]) {
                    document = postings.advance(gone[i]);
                } else if (document > gone[i]) {
                    int at = Arrays.binarySearch(gone, i, gone.length, document);
                    i = at < 0 ? -at - 1 : at;
                } else {
                    documents--;
                    occurrences -= postings.freq();
                    i++;
                    document = postings.nextDoc();
                }
            }
        }
        long some = Math.max(1, documents);
        return new TermStatistics(all.term(), some, Math.max(some, occurrences));
    }
}
