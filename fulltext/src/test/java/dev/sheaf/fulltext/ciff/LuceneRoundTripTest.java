package dev.sheaf.fulltext.ciff;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.ClassicSimilarity;
import org.apache.lucene.search.similarities.LMDirichletSimilarity;
import org.apache.lucene.search.similarities.LMJelinekMercerSimilarity;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.fulltext.TermVector;

import static org.assertj.core.api.Assertions.assertThat;

/** An index of Lucene becomes a CIFF file, the file an index, and that the same file again. */
class LuceneRoundTripTest {

    private static final String TEXT = "text";
    private static final String NAME = "name";
    private static final String LENGTH = "length";
    private static final int DOCUMENTS = 400;
    private static final int QUERIES = 100;
    /** Bytes for postings; far less than the file needs, so that temporary files are used. */
    private static final long LITTLE = 10_000;

    @TempDir
    private Path folder;
    private final Random random = new Random(20251127);

    private static FieldType counted() {
        FieldType type = new FieldType(TextField.TYPE_NOT_STORED);
        type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        type.freeze();
        return type;
    }

    /** Few words are frequent and most are rare, as in natural language; some documents are empty. */
    private String text() {
        StringBuilder text = new StringBuilder();
        int words = random.nextInt(20) == 0 ? 0 : random.nextInt(1, 300);
        for (int i = 0; i < words; i++) {
            text.append(word()).append(random.nextInt(9) == 0 ? ". " : " ");
        }
        return text.toString();
    }

    private String word() {
        int rank = (int) Math.pow(3_000, random.nextDouble());
        return rank % 7 == 0 ? "bücher" + rank : rank % 11 == 0 ? "река" + rank : "w" + rank;
    }

    private static long tokens(String text) throws IOException {
        long tokens = 0;
        try (StandardAnalyzer analyzer = new StandardAnalyzer(); TokenStream stream = analyzer.tokenStream(TEXT, text)) {
            stream.reset();
            while (stream.incrementToken()) {
                tokens++;
            }
            stream.end();
        }
        return tokens;
    }

    private static void addTo(IndexWriter writer, String name, long length, Field text) throws IOException {
        Document document = new Document();
        document.add(text);
        document.add(new StoredField(NAME, name));
        document.add(new NumericDocValuesField(LENGTH, length));
        writer.addDocument(document);
    }

    private Directory indexOfTexts() throws IOException {
        Directory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (int i = 0; i < DOCUMENTS; i++) {
                String text = text();
                addTo(writer, "document/" + i, tokens(text), new Field(TEXT, text, counted()));
            }
            writer.forceMerge(1);
        }
        return directory;
    }

    /** The terms of a document with their frequencies. */
    private static final class Frequencies extends TokenStream {

        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
        private final TermVector vector;
        private int next;

        Frequencies(TermVector vector) {
            this.vector = vector;
        }

        @Override
        public boolean incrementToken() {
            if (next == vector.size()) {
                return false;
            }
            clearAttributes();
            term.append(vector.term(next));
            frequency.setTermFrequency(vector.frequency(next));
            next++;
            return true;
        }

        @Override
        public void reset() {
            next = 0;
        }
    }

    private Directory indexOfFile(byte[] file) throws Exception {
        Directory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()));
                CiffReader reader = CiffReader.open(new ByteArrayInputStream(file));
                CiffVectors vectors = new CiffVectors(reader, folder, LITTLE, "")) {
            vectors.read(
                    (name, vector) -> addTo(writer, name, vector.length(), new Field(TEXT, new Frequencies(vector), counted())));
            writer.forceMerge(1);
        }
        return directory;
    }

    /** Writes the postings of an index as Lucene enumerates them. */
    private byte[] fileOf(Directory directory) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            LeafReader leaf = reader.leaves().getFirst().reader();
            NumericDocValues lengths = leaf.getNumericDocValues(LENGTH);
            long[] length = new long[leaf.maxDoc()];
            long sum = 0;
            for (int document = 0; document < length.length; document++) {
                assertThat(lengths.advanceExact(document)).isTrue();
                length[document] = lengths.longValue();
                sum += length[document];
            }
            CiffHeader header = CiffHeader.whole((int) leaf.terms(TEXT).size(), length.length, sum, "a test");
            try (CiffWriter writer = new CiffWriter(out, header, folder)) {
                TermsEnum terms = leaf.terms(TEXT).iterator();
                for (BytesRef term = terms.next(); term != null; term = terms.next()) {
                    writer.list(term.utf8ToString());
                    PostingsEnum postings = terms.postings(null, PostingsEnum.FREQS);
                    while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                        writer.posting(postings.docID(), postings.freq());
                    }
                }
                for (int document = 0; document < length.length; document++) {
                    writer.document(document, leaf.storedFields().document(document).get(NAME), length[document]);
                }
                writer.finish();
            }
        }
        return out.toByteArray();
    }

    private List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (int i = 0; i < QUERIES; i++) {
            BooleanQuery.Builder any = new BooleanQuery.Builder();
            for (int word = random.nextInt(1, 5); word > 0; word--) {
                any.add(new TermQuery(new Term(TEXT, word())), Occur.SHOULD);
            }
            queries.add(any.build());
        }
        return queries;
    }

    private static List<String> scores(Directory directory, List<Query> queries) throws IOException {
        List<String> scores = new ArrayList<>();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            for (Similarity similarity : List.of(new BM25Similarity(), new ClassicSimilarity(), new LMDirichletSimilarity(),
                    new LMJelinekMercerSimilarity(0.1f))) {
                IndexSearcher searcher = new IndexSearcher(reader);
                searcher.setSimilarity(similarity);
                for (Query query : queries) {
                    for (ScoreDoc hit : searcher.search(query, DOCUMENTS).scoreDocs) {
                        scores.add(similarity + " " + query + " " + hit.doc + " " + Float.floatToRawIntBits(hit.score));
                    }
                }
            }
        }
        return scores;
    }

    @Test
    void fileOfAnIndexOfAFile_isTheSameFile_andScoresAreEqualToTheBit() throws Exception {
        try (Directory texts = indexOfTexts()) {
            byte[] file = fileOf(texts);
            try (Directory terms = indexOfFile(file)) {
                assertThat(fileOf(terms)).isEqualTo(file);
                List<Query> queries = queries();
                List<String> expected = scores(texts, queries);
                assertThat(expected).hasSizeGreaterThan(10_000);
                assertThat(scores(terms, queries)).isEqualTo(expected);
            }
        }
    }
}
