package dev.sheaf.search.lucene;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.search.DocumentKey;
import dev.sheaf.search.Facet;
import dev.sheaf.search.Filter;
import dev.sheaf.search.IndexChange;
import dev.sheaf.search.IndexDocument;
import dev.sheaf.search.IndexField;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.SortOrder;

import static org.assertj.core.api.Assertions.assertThat;

/** An index that is built from nothing looks for no former versions of new documents. Its answers are those of an index that always looks. */
class NewIndexTest {

    private static final int KEYS = 300;
    private static final List<String> WORDS = List.of("river", "rivers", "history", "histories", "town", "bank", "houses",
            "house",
            "A.D.", "1848", "l'art", "O'Neill", "caf\u00e9s", "Stra\u00dfen", "well-known", "x_y", "mills", "whaling");
    private static final List<String> QUERIES = List.of("", "river", "rivers history", "title:house", "\"river town\"", "art",
            "oneill OR cafe", "strassen", "hist* -bank", "1848 a.d.", "creator:whaling", "doc-17", "mill");
    private static final Map<Facet, Integer> FACETS = Map.of(Facet.SOURCE, 10, Facet.TYPE, 10, Facet.SUBJECT, 10, Facet.YEAR, 10);

    @TempDir
    Path directory = Path.of("");

    private final Random random = new Random(31);

    private String words(int number) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < number; i++) {
            text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
        }
        return text.toString();
    }

    private DocumentKey key() {
        int number = random.nextInt(KEYS);
        return new DocumentKey(number % 3 == 0 ? "a" : "b", "doc-" + number);
    }

    private IndexDocument document(DocumentKey key) {
        String title = words(1 + random.nextInt(5));
        List<IndexField> fields = new ArrayList<>(List.of(new IndexField.Text("title", title, "en"),
                new IndexField.Text(IndexFields.ALL_TEXT, title, "en"),
                new IndexField.Text(IndexFields.ALL_TEXT, words(random.nextInt(40)), "en"),
                IndexField.Text.of("creator", words(2)), IndexField.Text.of("identifier", key.identifier()),
                new IndexField.SortKey(IndexFields.TITLE_ORDER, title), new IndexField.Stored(IndexFields.STORED_TITLE, title),
                new IndexField.SortNumber(IndexFields.YEAR, 1800 + random.nextInt(9)),
                new IndexField.FacetEntry(Facet.TYPE, "type " + random.nextInt(3)),
                new IndexField.FacetEntry(Facet.YEAR, Integer.toString(1800 + random.nextInt(9)))));
        for (int i = random.nextInt(3); i > 0; i--) {
            fields.add(new IndexField.FacetEntry(Facet.SUBJECT, WORDS.get(random.nextInt(WORDS.size()))));
        }
        return new IndexDocument(key, fields);
    }

    private List<IndexChange> changes(int number) {
        List<IndexChange> changes = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            DocumentKey key = key();
            changes.add(random.nextInt(5) == 0 ? new IndexChange.Remove(key) : new IndexChange.Put(document(key)));
        }
        return changes;
    }

    private SearchIndex open(String name) {
        return LuceneIndex.open(directory.resolve(name), QueryVocabulary.PLAIN);
    }

    private static void apply(SearchIndex index, List<IndexChange> changes, long position) {
        assertThat(index.begin("1")).isPresent();
        index.apply(changes, position);
        index.commit();
        index.refresh();
    }

    private static List<SearchResult> answers(SearchIndex index, RankingModel model) {
        List<SearchResult> answers = new ArrayList<>();
        for (String text : QUERIES) {
            SearchQuery query = SearchQuery.of(text).with(model).page(0, KEYS).counting(FACETS);
            answers.add(index.search(query));
            answers.add(index.search(query.with(new Filter(Facet.TYPE, "type 1"))));
            answers.add(index.search(query.with(SortOrder.TITLE)));
            answers.add(index.search(query.with(SortOrder.NEWEST)));
        }
        return answers;
    }

    @ParameterizedTest
    @EnumSource
    void answers_areThoseOfAnIndexThatLooksForFormerVersions(RankingModel model) {
        List<IndexChange> changes = changes(900);
        DocumentKey other = new DocumentKey("other", "other");
        List<IndexChange> withoutOther = new ArrayList<>(changes);
        withoutOther.add(new IndexChange.Remove(other));
        try (SearchIndex fresh = open("fresh"); SearchIndex grown = open("grown")) {
            apply(fresh, changes, 1);
            apply(grown, List.of(new IndexChange.Put(document(other))), 1);
            apply(grown, withoutOther, 2);
            List<SearchResult> expected = answers(grown, model);
            assertThat(expected.getFirst().total()).isBetween(150L, 299L);
            assertThat(expected).allSatisfy(answer -> assertThat(answer.facets()).hasSize(FACETS.size()));
            assertThat(answers(fresh, model)).isEqualTo(expected);
        }
    }

    @Test
    void increments_replaceDocumentsOfTheNewIndex() {
        try (SearchIndex index = open("index")) {
            apply(index, changes(900), 1);
            DocumentKey key = new DocumentKey("a", "doc-0");
            apply(index, List.of(new IndexChange.Put(document(key)), new IndexChange.Put(document(key))), 2);
            assertThat(index.search(SearchQuery.of("identifier:doc-0").page(0, 10)).hits()).hasSize(1);
            apply(index, List.of(new IndexChange.Remove(key)), 3);
            assertThat(index.search(SearchQuery.of("identifier:doc-0").page(0, 10)).hits()).isEmpty();
        }
    }

    @Test
    void clearedIndex_replacesItsOwnDocuments() {
        try (SearchIndex index = open("index")) {
            apply(index, changes(900), 1);
            DocumentKey key = new DocumentKey("a", "doc-0");
            index.clear();
            index.apply(List.of(new IndexChange.Put(document(key)), new IndexChange.Put(document(key))), 2);
            index.commit();
            index.refresh();
            assertThat(index.search(SearchQuery.of("").page(0, 10)).hits()).hasSize(1);
        }
    }

    @Test
    void knownKeys_neverForgetAKey_andSeldomInventOne() {
        KnownKeys keys = new KnownKeys();
        int invented = 0;
        for (int i = 0; i < 200_000; i++) {
            invented += keys.has(new BytesRef("source\u0000oai:example.org:" + i)) ? 1 : 0;
            keys.add(new BytesRef("source\u0000oai:example.org:" + i));
        }
        for (int i = 0; i < 200_000; i++) {
            assertThat(keys.has(new BytesRef("source\u0000oai:example.org:" + i))).isTrue();
        }
        assertThat(invented).isLessThan(100);
    }
}
