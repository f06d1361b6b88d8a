package dev.sheaf.search.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Share of a segment's deleted documents in its statistics. Each figure is calculated when it is first asked for; the work grows with the
 * deleted documents or with the postings of the term, whichever are fewer. Thread-safe.
 */
final class DeletedDocuments {

    private static final int MOST_REMEMBERED = 20_000;

    private final LeafReader segment;
    private final Bits live;
    private final int number;
    private final Map<String, InField> fields = new ConcurrentHashMap<>();
    private final Map<FieldTerm, OfTerm> terms = new ConcurrentHashMap<>();
    private volatile int @Nullable [] documents;

    /**
     * Share in the statistics of a field.
     *
     * @param documents deleted documents that have the field
     * @param terms number of their terms
     */
    record InField(int documents, long terms) {}

    /**
     * Share in the statistics of a term.
     *
     * @param documents deleted documents that have the term
     * @param occurrences of the term in them
     */
    record OfTerm(int documents, long occurrences) {}

    private record FieldTerm(String field, BytesRef term) {}

    /** @param segment must have deletions */
    DeletedDocuments(LeafReader segment) {
        this.segment = segment;
        this.number = segment.numDeletedDocs();
        Bits bits = segment.getLiveDocs();
        this.live = bits == null ? new Bits.MatchAllBits(segment.maxDoc()) : bits;
    }

    /** Returns the deleted documents, ascending. */
    private int[] documents() {
        int[] found = documents;
        if (found == null) {
            found = new int[number];
            int at = 0;
            for (int document = 0; document < live.length() && at < number; document++) {
                if (!live.get(document)) {
                    found[at++] = document;
                }
            }
            found = Arrays.copyOf(found, at);
            documents = found;
        }
        return found;
    }

    /** Returns whether any live document has the term at which a list of terms stands. */
    boolean leaveSome(TermsEnum term) throws IOException {
        if (term.docFreq() > number) {
            return true;
        }
        PostingsEnum postings = term.postings(null, PostingsEnum.NONE);
        for (int document = postings.nextDoc(); document != DocIdSetIterator.NO_MORE_DOCS; document = postings.nextDoc()) {
            if (live.get(document)) {
                return true;
            }
        }
        return false;
    }

    InField of(String field) {
        return fields.computeIfAbsent(field, name -> {
            try {
                return sum(name);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private InField sum(String field) throws IOException {
        NumericDocValues lengths = segment.getNumericDocValues(FieldLengths.of(field));
        int having = 0;
        long sum = 0;
        if (lengths != null) {
            for (int document : documents()) {
                if (lengths.advanceExact(document) && lengths.longValue() > 0) {
                    having++;
                    sum += lengths.longValue();
                }
            }
        }
        return new InField(having, sum);
    }

    /** Returns the share in the statistics of the term at which a list of the field's terms stands. */
    OfTerm of(String field, TermsEnum term) throws IOException {
        FieldTerm key = new FieldTerm(field, term.term());
        OfTerm found = terms.get(key);
        if (found == null) {
            found = count(term.postings(null, PostingsEnum.FREQS));
            if (terms.size() < MOST_REMEMBERED) {
                terms.put(new FieldTerm(field, BytesRef.deepCopyOf(key.term())), found);
            }
        }
        return found;
    }

    private OfTerm count(PostingsEnum postings) throws IOException {
        int[] deleted = documents();
        int found = 0;
        long occurrences = 0;
        int i = 0;
        int document = postings.nextDoc();
        while (document != DocIdSetIterator.NO_MORE_DOCS && i < deleted.length) {
            if (document < deleted[i]) {
                document = postings.advance(deleted[i]);
            } else if (document > deleted[i]) {
                int at = Arrays.binarySearch(deleted, i, deleted.length, document);
                i = at < 0 ? -at - 1 : at;
            } else {
                found++;
                occurrences += postings.freq();
                i++;
                document = postings.nextDoc();
            }
        }
        return new OfTerm(found, occurrences);
    }
}
