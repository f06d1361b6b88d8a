package dev.sheaf.bench.exactness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;

import dev.sheaf.bench.exactness.CentralTexts.Entry;
import dev.sheaf.search.RankingModel;

/**
 * An index of the texts as anybody would build it with Lucene alone: analyzer, fields, queries and statistics are Lucene's own, the formulas those of
 * textbooks over exact lengths, and no class of Sheaf takes part. Its analyzer does what the policy {@value #POLICY} says.
 */
final class PlainLuceneIndex implements AutoCloseable {

    static final String POLICY = "tokenizer=standard case=lower stop=english stem=porterStem";

    private static final String TEXT = "text";
    private static final String PLACED = "placed";
    private static final String SOURCE = "source";
    private static final String IDENTIFIER = "identifier";

    private static final class English extends Analyzer {
        @Override
        protected TokenStreamComponents createComponents(String field) {
            Tokenizer words = new StandardTokenizer();
            return new TokenStreamComponents(words, new PorterStemFilter(
                    new StopFilter(new LowerCaseFilter(words), EnglishAnalyzer.ENGLISH_STOP_WORDS_SET)));
        }
    }

    private record Word(String term, int position) {}

    private final Analyzer analyzer = new English();
    private final Directory directory = new ByteBuffersDirectory();
    private final DirectoryReader reader;

    PlainLuceneIndex(CentralTexts texts) throws IOException {
        FieldType counted = new FieldType(TextField.TYPE_NOT_STORED);
        counted.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        counted.freeze();
        try (IndexWriter writer = new IndexWriter(directory,
                new IndexWriterConfig(analyzer).setSimilarity(new TextbookFormulas(RankingModel.BM25)))) {
            for (Entry entry : texts.entries()) {
                Document document = new Document();
                document.add(new Field(TEXT, entry.text(), counted));
                if (entry.placed()) {
                    document.add(new Field(PLACED, entry.text(), TextField.TYPE_NOT_STORED));
                }
                document.add(new SortedDocValuesField(SOURCE, new BytesRef(entry.source())));
                document.add(new SortedDocValuesField(IDENTIFIER, new BytesRef(entry.identifier())));
                writer.addDocument(document);
            }
            writer.forceMerge(1);
        }
        reader = DirectoryReader.open(directory);
    }

    /** Finds texts with any of some words. */
    RankedList anyOf(List<String> words, RankingModel model, int limit) {
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        for (String word : words) {
            List<Word> terms = terms(word);
            if (terms.size() == 1) {
                any.add(new TermQuery(new Term(TEXT, terms.getFirst().term())), Occur.SHOULD);
            } else if (!terms.isEmpty()) {
                BooleanQuery.Builder all = new BooleanQuery.Builder();
                terms.stream().map(Word::term).distinct()
                        .forEach(term -> all.add(new TermQuery(new Term(TEXT, term)), Occur.MUST));
                any.add(all.build(), Occur.SHOULD);
            }
        }
        return search(any.build(), model, limit);
    }

    /** Finds texts with a phrase, among those of providers that give positions. A phrase of which stop words leave one word is that word. */
    RankedList phrase(String phrase, int slop, RankingModel model, int limit) {
        List<Word> words = terms(phrase);
        if (words.size() < 2) {
            return anyOf(List.of(phrase), model, limit);
        }
        PhraseQuery.Builder query = new PhraseQuery.Builder().setSlop(slop);
        for (Word word : words) {
            query.add(new Term(PLACED, word.term()), word.position() - words.getFirst().position());
        }
        return search(query.build(), model, limit);
    }

    private List<Word> terms(String text) {
        List<Word> terms = new ArrayList<>();
        try (TokenStream stream = analyzer.tokenStream(TEXT, text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
            stream.reset();
            int position = -1;
            while (stream.incrementToken()) {
                position += increment.getPositionIncrement();
                terms.add(new Word(term.toString(), position));
            }
            stream.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return terms;
    }

    private RankedList search(Query query, RankingModel model, int limit) {
        try {
            IndexSearcher searcher = new IndexSearcher(reader);
            searcher.setSimilarity(new TextbookFormulas(model));
            long total = searcher.count(query);
            Sort sort = new Sort(SortField.FIELD_SCORE, new SortField(SOURCE, SortField.Type.STRING),
                    new SortField(IDENTIFIER, SortField.Type.STRING));
            int wanted = Math.clamp(reader.maxDoc(), 1, limit);
            TopDocs top = searcher.search(query, new TopFieldCollectorManager(sort, wanted, null, wanted));
            List<RankedList.Ranked> places = new ArrayList<>();
            for (ScoreDoc hit : top.scoreDocs) {
                FieldDoc found = (FieldDoc) hit;
                places.add(new RankedList.Ranked(((BytesRef) found.fields[1]).utf8ToString(),
                        ((BytesRef) found.fields[2]).utf8ToString(), Float.floatToRawIntBits((Float) found.fields[0])));
            }
            return new RankedList(total, places);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
        analyzer.close();
    }
}
