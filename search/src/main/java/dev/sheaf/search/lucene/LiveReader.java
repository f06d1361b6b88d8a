package dev.sheaf.search.lucene;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOBooleanSupplier;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.jspecify.annotations.Nullable;

/**
 * An index whose statistics count live documents alone. Lucene counts deleted documents until a merge drops them, so that equal documents would
 * have other scores after other histories. Here terms that only deleted documents have are absent, and the numbers of documents and occurrences
 * of a term, and of documents and terms of a field, are without the deleted documents: a score depends on the live documents alone.
 *
 * <p>Only segments with deleted documents are wrapped. Postings still contain deleted documents: Lucene leaves them out when it searches, and
 * upper bounds of scores that are kept with the postings remain upper bounds.
 */
final class LiveReader extends FilterDirectoryReader {

    private final Map<IndexReader.CacheKey, DeletedDocuments> known;

    LiveReader(DirectoryReader in) throws IOException {
        this(in, new ConcurrentHashMap<>());
    }

    private LiveReader(DirectoryReader in, Map<IndexReader.CacheKey, DeletedDocuments> known) throws IOException {
        super(in, new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader segment) {
                return segment.hasDeletions() ? new LiveSegment(segment, deleted(segment, known)) : segment;
            }
        });
        this.known = known;
    }

    /** Returns what is known of a segment's deleted documents, also from former states of the index in which the segment was the same. */
    private static DeletedDocuments deleted(LeafReader segment, Map<IndexReader.CacheKey, DeletedDocuments> known) {
        IndexReader.CacheHelper helper = segment.getReaderCacheHelper();
        if (helper == null) {
            return new DeletedDocuments(segment);
        }
        return known.computeIfAbsent(helper.getKey(), _ -> {
            helper.addClosedListener(known::remove);
            return new DeletedDocuments(segment);
        });
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader next) throws IOException {
        return new LiveReader(next, known);
    }

    @Override
    public @Nullable CacheHelper getReaderCacheHelper() {
        return in.getReaderCacheHelper();
    }

    private static final class LiveSegment extends FilterLeafReader {

        private final DeletedDocuments deleted;

        LiveSegment(LeafReader segment, DeletedDocuments deleted) {
            super(segment);
            this.deleted = deleted;
        }

        @Override
        public @Nullable Terms terms(String field) throws IOException {
            Terms terms = in.terms(field);
            return terms == null ? null : new LiveTerms(terms, field, deleted);
        }

        @Override
        public CacheHelper getCoreCacheHelper() {
            return in.getCoreCacheHelper();
        }

        @Override
        public CacheHelper getReaderCacheHelper() {
            return in.getReaderCacheHelper();
        }
    }

    private static final class LiveTerms extends FilterLeafReader.FilterTerms {

        private final String field;
        private final DeletedDocuments deleted;

        LiveTerms(Terms terms, String field, DeletedDocuments deleted) {
            super(terms);
            this.field = field;
            this.deleted = deleted;
        }

        @Override
        public TermsEnum iterator() throws IOException {
            return new LiveTermsEnum(in.iterator(), field, deleted);
        }

        @Override
        public TermsEnum intersect(CompiledAutomaton automaton, @Nullable BytesRef startTerm) throws IOException {
            return new LiveTermsEnum(in.intersect(automaton, startTerm), field, deleted);
        }

        /** Unknown: counting the terms that are left would read them all. */
        @Override
        public long size() {
            return -1;
        }

        @Override
        public int getDocCount() throws IOException {
            return in.getDocCount() - deleted.of(field).documents();
        }

        @Override
        public long getSumTotalTermFreq() throws IOException {
            return in.getSumTotalTermFreq() - deleted.of(field).terms();
        }

        /** An upper bound: the number of distinct terms of each document is not known, and no ranking model asks for it. */
        @Override
        public long getSumDocFreq() throws IOException {
            return Math.min(in.getSumDocFreq(), getSumTotalTermFreq());
        }
    }

    /** Passes over terms without live documents. */
    private static final class LiveTermsEnum extends FilterLeafReader.FilterTermsEnum {

        private final String field;
        private final DeletedDocuments deleted;

        LiveTermsEnum(TermsEnum terms, String field, DeletedDocuments deleted) {
            super(terms);
            this.field = field;
            this.deleted = deleted;
        }

        private boolean isLive() throws IOException {
            return deleted.leaveSome(in);
        }

        @Override
        public @Nullable BytesRef next() throws IOException {
            BytesRef term = in.next();
            while (term != null && !isLive()) {
                term = in.next();
            }
            return term;
        }

        @Override
        public SeekStatus seekCeil(BytesRef text) throws IOException {
            SeekStatus found = in.seekCeil(text);
            if (found == SeekStatus.END || isLive()) {
                return found;
            }
            return next() == null ? SeekStatus.END : SeekStatus.NOT_FOUND;
        }

        @Override
        public boolean seekExact(BytesRef text) throws IOException {
            return in.seekExact(text) && isLive();
        }

        @Override
        public @Nullable IOBooleanSupplier prepareSeekExact(BytesRef text) throws IOException {
            IOBooleanSupplier prepared = in.prepareSeekExact(text);
            return prepared == null ? null : () -> prepared.get() && isLive();
        }

        @Override
        public void seekExact(BytesRef term, TermState state) throws IOException {
            in.seekExact(term, state);
        }

        @Override
        public int docFreq() throws IOException {
            return in.docFreq() - deleted.of(field, in).documents();
        }

        @Override
        public long totalTermFreq() throws IOException {
            return in.totalTermFreq() - deleted.of(field, in).occurrences();
        }
    }
}
