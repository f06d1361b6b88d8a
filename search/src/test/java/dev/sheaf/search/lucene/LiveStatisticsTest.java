package dev.sheaf.search.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.search.DocumentKey;
import dev.sheaf.search.IndexChange;
import dev.sheaf.search.IndexDocument;
import dev.sheaf.search.IndexField;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.Ranking;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchExpression;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchScope;
import dev.sheaf.search.contract.SampleTerms;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Scores depend on the live documents alone. The index under test is never merged, so that its deleted documents stay in it, and is compared
 * with one that was built from the live documents at once.
 */
class LiveStatisticsTest {

    private static final int KEYS = 400;
    private static final int ROUNDS = 12;
    /** Words of decreasing frequency, with inflected forms of each other. The last are rare. */
    private static final List<String> WORDS = List.of("river", "history", "rivers", "town", "histories", "bank", "houses",
            "house",
            "water", "mill", "mills", "bridge", "fisher", "fishing", "fished", "boats", "boat", "sail", "sailing", "harbour",
            "harbours",
            "lighthouse", "whale", "whaling");
    private static final List<String> QUERIES = List.of("river", "rivers", "history town", "river OR whale", "\"river history\"",
            "title:house", "house -town", "creator:fisher", "subject:mills bridge", "fished", "riv* town", "sail harbour",
            "water house history", "\"town bank\" mill", "former", "formers whale", "doc-17", "source:b whale", "year:1990 river",
            "\"river town\" OR \"house water\"", "river former", "type:report river", "fulltext:river",
            "fulltext:former OR fulltext:whale",
            "fulltext:\"river town\"", "fulltext:\"house history\"~4 river", "fulltext:sail OR fulltext:mill -fulltext:boat");

    @TempDir
    Path directory = Path.of("");

    private final Map<String, IndexDocument> live = new TreeMap<>();
    private final Random random = new Random(20);

    @BeforeEach
    void build() throws IOException {
        try (SearchIndex index = LuceneIndex.open(changed(), QueryVocabulary.PLAIN, NoMergePolicy.INSTANCE)) {
            for (int round = 1; round <= ROUNDS; round++) {
                assertThat(index.begin("1")).isPresent();
                index.apply(changes(round), round);
                index.commit();
            }
        }
        try (SearchIndex index = LuceneIndex.open(fresh(), QueryVocabulary.PLAIN)) {
            List<IndexChange> all = new ArrayList<>(live.values().stream().<IndexChange>map(IndexChange.Put::new).toList());
            Collections.shuffle(all, random);
            assertThat(index.begin("1")).isPresent();
            index.apply(all, ROUNDS);
            index.commit();
        }
        assertThat(deleted(changed())).as("deleted documents that are still in the index").isGreaterThan(300);
        assertThat(deleted(fresh())).isZero();
    }

    private Path changed() {
        return directory.resolve("changed");
    }

    private Path fresh() {
        return directory.resolve("fresh");
    }

    private static int deleted(Path index) throws IOException {
        try (Directory opened = IndexDirectory.open(index); DirectoryReader reader = DirectoryReader.open(opened)) {
            assertThat(reader.numDocs()).isGreaterThan(200);
            return reader.numDeletedDocs();
        }
    }

    private List<IndexChange> changes(int round) {
        List<IndexChange> changes = new ArrayList<>();
        for (int i = 0; i < KEYS / 4; i++) {
            String identifier = "doc-" + random.nextInt(KEYS);
            if (random.nextInt(4) == 0) {
                live.remove(identifier);
                changes.add(new IndexChange.Remove(new DocumentKey(source(identifier), identifier)));
            } else {
                IndexDocument document = document(identifier, round < ROUNDS / 2);
                live.put(identifier, document);
                changes.add(new IndexChange.Put(document));
            }
        }
        if (round == ROUNDS) {
            // Words of documents that are all deleted now.
            live.values().stream().filter(document -> document.toString().contains("former")).map(IndexDocument::key).toList()
                    .forEach(key -> {
                        live.remove(key.identifier());
                        changes.add(new IndexChange.Remove(key));
                    });
        }
        return changes;
    }

    private static String source(String identifier) {
        return identifier.hashCode() % 3 == 0 ? "a" : "b";
    }

    private IndexDocument document(String identifier, boolean early) {
        String title = words(1 + random.nextInt(6));
        String text = words(random.nextInt(60)) + (early && random.nextInt(3) == 0 ? " former formers" : "");
        String language = random.nextBoolean() ? "en" : "";
        List<IndexField> fields = new ArrayList<>(List.of(new IndexField.Text("title", title, language),
                new IndexField.Text(IndexFields.ALL_TEXT, title, language),
                new IndexField.Text(IndexFields.ALL_TEXT, text, language),
                IndexField.Text.of("identifier", identifier)));
        if (random.nextBoolean()) {
            fields.add(IndexField.Text.of("creator", words(2)));
            fields.add(new IndexField.Text("subject", words(1), language));
        }
        if (random.nextInt(10) == 0) {
            fields.add(IndexField.Text.of("type", "report"));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            fields.add(new IndexField.Keyword(IndexFields.LOOKUP, WORDS.get(random.nextInt(3))));
        }
        fields.add(new IndexField.Span(IndexFields.YEARS, 1980 + random.nextInt(15), 2000));
        if (random.nextInt(5) == 0) {
            fields.add(new IndexField.Terms(IndexFields.ALL_TEXT, Map.of("river", 1 + random.nextInt(9), "boat", 2)));
        }
        if (random.nextInt(3) > 0) {
            SampleTerms.Known known = List.of(SampleTerms.Known.values()).get(random.nextInt(3));
            SampleTerms full = SampleTerms.of(words(random.nextInt(80)) + (early && random.nextInt(3) == 0 ? " former" : ""),
                    known);
            fields.add(new IndexField.FullText(random.nextInt(4) == 0 ? full.without("water") : full));
        }
        return new IndexDocument(new DocumentKey(source(identifier), identifier), fields);
    }

    private String words(int number) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < number; i++) {
            double place = random.nextDouble();
            text.append(WORDS.get((int) (place * place * WORDS.size()))).append(' ');
        }
        return text.toString();
    }

    private static List<SearchHit> hits(SearchIndex index, RankingModel model, String text, int limit) {
        return index.search(SearchQuery.of(text).with(model).page(0, limit)).hits();
    }

    private static List<List<SearchHit>> hits(Path directory, RankingModel model) {
        try (SearchIndex index = LuceneIndex.open(directory, QueryVocabulary.PLAIN)) {
            return QUERIES.stream().map(text -> hits(index, model, text, KEYS)).toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void scores_equalThoseOfAnIndexOfLiveDocuments(RankingModel model) {
        try (SearchIndex changed = LuceneIndex.open(changed(), QueryVocabulary.PLAIN);
                SearchIndex fresh = LuceneIndex.open(fresh(), QueryVocabulary.PLAIN)) {
            for (String text : QUERIES) {
                assertThat(hits(changed, model, text, KEYS)).as(text).isEqualTo(hits(fresh, model, text, KEYS));
                assertThat(hits(changed, model, text, 5)).as("best of " + text).isEqualTo(hits(fresh, model, text, 5));
                assertThat(inFullTexts(changed, model, text)).as("in full texts: " + text)
                        .isEqualTo(inFullTexts(fresh, model, text));
            }
            assertThat(hits(changed, model, "river", KEYS)).hasSizeGreaterThan(100);
            assertThat(hits(changed, model, "former", KEYS)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void scoresOfExpressions_equalThoseOfAnIndexOfLiveDocuments(RankingModel model) {
        try (SearchIndex changed = LuceneIndex.open(changed(), QueryVocabulary.PLAIN);
                SearchIndex fresh = LuceneIndex.open(fresh(), QueryVocabulary.PLAIN)) {
            for (String text : List.of("river", "former", "river whale", "mills history town")) {
                for (SearchExpression.Match match : SearchExpression.Match.values()) {
                    SearchQuery asked = SearchQuery.of("").with(model).page(0, KEYS).and(new SearchExpression.AndNot(
                            new SearchExpression.Or(
                                    List.of(new SearchExpression.Words(IndexFields.ALL_TEXT, text, match),
                                            new SearchExpression.Words("title", "house", match))),
                            new SearchExpression.Words(IndexFields.FULL_TEXT, "sail", match)));
                    assertThat(changed.search(asked)).as(text + " " + match).isEqualTo(fresh.search(asked));
                    assertThat(fresh.search(asked).total()).isPositive();
                }
            }
        }
    }

    private static List<SearchHit> inFullTexts(SearchIndex index, RankingModel model, String text) {
        return index.search(SearchQuery.of(text).with(model).in(SearchScope.FULLTEXT).page(0, KEYS)).hits();
    }

    @ParameterizedTest
    @EnumSource
    void merges_changeNoScore(RankingModel model) throws IOException {
        List<List<SearchHit>> before = hits(changed(), model);
        try (Directory opened = IndexDirectory.open(changed());
                IndexWriter writer = new IndexWriter(opened, new IndexWriterConfig(SheafAnalyzer.forIndex()))) {
            writer.forceMerge(1);
            writer.commit();
        }
        assertThat(deleted(changed())).isZero();
        assertThat(hits(changed(), model)).isEqualTo(before);
    }

    private static Term term(String word) {
        return new Term(IndexFields.ALL_TEXT, word);
    }

    /** Kinds of queries that the query language makes, and others that a feature may add. */
    private static List<Query> queries() {
        return List.of(new TermQuery(term("river")), new TermQuery(term("former")),
                new PhraseQuery(IndexFields.ALL_TEXT, "river", "town"),
                new PhraseQuery(3, IndexFields.ALL_TEXT, "house", "history"),
                new FuzzyQuery(term("rivr"), 2), new FuzzyQuery(term("formr"), 1), new FuzzyQuery(term("mils"), 2, 0, 3, true),
                new PrefixQuery(term("fish"), new MultiTermQuery.TopTermsScoringBooleanQueryRewrite(20)),
                new SynonymQuery.Builder(IndexFields.ALL_TEXT).addTerm(term("mill")).addTerm(term("former"))
                        .addTerm(term("mills")).build(),
                new BooleanQuery.Builder().add(new TermQuery(term("river")), Occur.SHOULD)
                        .add(new TermQuery(term("whale")), Occur.SHOULD)
                        .add(new TermQuery(term("formers")), Occur.SHOULD).build(),
                new BooleanQuery.Builder().add(new TermQuery(term("town")), Occur.MUST)
                        .add(new TermQuery(term("water")), Occur.MUST)
                        .add(new TermQuery(term("whaling")), Occur.SHOULD).build());
    }

    private static Map<String, Integer> scores(DirectoryReader reader, Query query, RankingModel model, int best)
            throws IOException {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setSimilarity(ExactLengths.of(Ranking.of(model)));
        Map<String, Integer> scores = new TreeMap<>();
        ScoreDoc[] found = searcher.search(query, KEYS).scoreDocs;
        for (ScoreDoc hit : found) {
            scores.put(searcher.storedFields().document(hit.doc).get(LuceneDocument.STORED_IDENTIFIER),
                    Float.floatToIntBits(hit.score));
        }
        ScoreDoc[] top = searcher.search(query, best).scoreDocs;
        for (int i = 0; i < top.length; i++) {
            assertThat(top[i].score).as("best scores, found by upper bounds").isEqualTo(found[i].score);
        }
        return scores;
    }

    @ParameterizedTest
    @EnumSource
    void queriesOfAllKinds_countOnlyLiveDocuments(RankingModel model) throws IOException {
        int differing = 0;
        try (Directory one = IndexDirectory.open(changed());
                Directory two = IndexDirectory.open(fresh());
                DirectoryReader plain = DirectoryReader.open(one);
                DirectoryReader counted = new LiveReader(DirectoryReader.open(one));
                DirectoryReader expected = DirectoryReader.open(two)) {
            for (Query query : queries()) {
                Map<String, Integer> right = scores(expected, query, model, 7);
                assertThat(scores(counted, query, model, 7)).as(query.toString()).isEqualTo(right);
                differing += scores(plain, query, model, 7).equals(right) ? 0 : 1;
            }
        }
        assertThat(differing).as("queries whose scores Lucene's own statistics change").isGreaterThan(7);
    }

    @Test
    void statisticsOfFieldsAndTerms_areExact() throws IOException {
        List<String> fields = List.of(IndexFields.ALL_TEXT, "title", "creator", "subject", "type", "identifier",
                IndexFields.SOURCE,
                IndexFields.LOOKUP, LuceneDocument.EXACT_IDENTIFIER, FullTextFields.RANKED, FullTextFields.PLACED,
                FullTextFields.LISTED);
        try (Directory one = IndexDirectory.open(changed());
                Directory two = IndexDirectory.open(fresh());
                DirectoryReader counted = new LiveReader(DirectoryReader.open(one));
                DirectoryReader expected = DirectoryReader.open(two)) {
            for (String field : fields) {
                assertThat(statistics(counted, field)).as(field).isEqualTo(statistics(expected, field)).hasSizeGreaterThan(1);
            }
        }
    }

    /** Returns documents and occurrences of each term, and of the whole field under the empty name. */
    private static Map<String, List<Long>> statistics(DirectoryReader reader, String field) throws IOException {
        Map<String, List<Long>> found = new TreeMap<>();
        for (LeafReaderContext leaf : reader.leaves()) {
            Terms terms = leaf.reader().terms(field);
            if (terms == null || terms.getDocCount() == 0) {
                continue;
            }
            assertThat(terms.getSumDocFreq()).isBetween((long) terms.getDocCount(), terms.getSumTotalTermFreq());
            add(found, "", terms.getDocCount(), terms.getSumTotalTermFreq());
            TermsEnum each = terms.iterator();
            while (each.next() != null) {
                add(found, each.term().utf8ToString(), each.docFreq(), each.totalTermFreq());
            }
        }
        return found;
    }

    private static void add(Map<String, List<Long>> found, String name, long documents, long occurrences) {
        found.merge(name, List.of(documents, occurrences), (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1)));
    }
}
