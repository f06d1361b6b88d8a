package dev.sheaf.search.contract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.search.Facet;
import dev.sheaf.search.Filter;
import dev.sheaf.search.IndexChange;
import dev.sheaf.search.IndexDocument;
import dev.sheaf.search.IndexField;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.SearchExpression;
import dev.sheaf.search.SearchExpression.And;
import dev.sheaf.search.SearchExpression.AndNot;
import dev.sheaf.search.SearchExpression.Beginning;
import dev.sheaf.search.SearchExpression.Everything;
import dev.sheaf.search.SearchExpression.Exactly;
import dev.sheaf.search.SearchExpression.Keyword;
import dev.sheaf.search.SearchExpression.Match;
import dev.sheaf.search.SearchExpression.Named;
import dev.sheaf.search.SearchExpression.Numbers;
import dev.sheaf.search.SearchExpression.Or;
import dev.sheaf.search.SearchExpression.Words;
import dev.sheaf.search.SearchExpression.Years;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Contract of structured queries of a {@link SearchIndex}. */
public abstract class SearchExpressionContract {

    @TempDir
    Path directory = Path.of("");

    private @Nullable SearchIndex opened;

    /** Opens the index in a directory, with the plain vocabulary. */
    protected abstract SearchIndex open(Path directory);

    @BeforeEach
    void fill() {
        opened = open(directory);
        SearchIndex index = index();
        assertThat(index.begin("1")).isPresent();
        index.apply(List.of(
                put("one", 1, 1990, 1990, "river history", "Smith, Ann", "mills", "doi:10.1/a"),
                put("two", 2, 1985, 1995, "history of the river", "Jones", "rivers", "doi:10.1/b"),
                put("Three", 3, 2001, 2001, "mountains and lakes", "Smith", "mills", "doi:10.1/c"),
                put("four", 4, 2010, 2010, "a lake in winter", "Brown", "lakes", "doi:10.1/c")), 4);
        index.commit();
        index.refresh();
    }

    private static IndexChange put(String identifier, long seq, int first, int last, String title, String creator, String subject,
            String doi) {
        return new IndexChange.Put(IndexDocument.of(seq < 3 ? "a" : "b", identifier, new IndexField.Text("title", title, "en"),
                new IndexField.Text(IndexFields.ALL_TEXT, title, "en"), IndexField.Text.of("creator", creator),
                IndexField.Text.of(IndexFields.ALL_TEXT, creator), new IndexField.Text("subject", subject, "en"),
                new IndexField.Text(IndexFields.ALL_TEXT, subject, "en"), new IndexField.Keyword(IndexFields.LOOKUP, doi),
                new IndexField.SortNumber(IndexFields.SEQ, seq), new IndexField.Span(IndexFields.YEARS, first, last),
                new IndexField.FacetEntry(Facet.SUBJECT, subject)));
    }

    private SearchIndex index() {
        return requireNonNull(opened);
    }

    @AfterEach
    void close() {
        index().close();
    }

    private SearchResult search(SearchExpression expression) {
        return index().search(SearchQuery.of("").and(expression));
    }

    private List<String> find(SearchExpression expression) {
        SearchResult result = search(expression);
        assertThat(result.total()).isEqualTo(result.hits().size());
        return result.hits().stream().map(SearchHit::identifier).sorted().toList();
    }

    private static Words title(String text, Match match) {
        return new Words("title", text, match);
    }

    @Test
    void words_areFoundAllAnyOrTogether() {
        assertThat(find(title("river history", Match.ALL))).containsExactly("one", "two");
        assertThat(find(title("river history", Match.PHRASE))).containsExactly("one");
        assertThat(find(title("winter mountains", Match.ANY))).containsExactly("Three", "four");
        assertThat(find(title("winter mountains", Match.ALL))).isEmpty();
        assertThat(find(title("river - history", Match.ALL))).as("a hyphen is no word").containsExactly("one", "two");
    }

    @Test
    void wordsOfAField_areNotFoundInAnother() {
        assertThat(find(new Words("creator", "smith", Match.ALL))).containsExactly("Three", "one");
        assertThat(find(title("smith", Match.ALL))).isEmpty();
        assertThat(find(new Words(IndexFields.ALL_TEXT, "smith mills", Match.ALL))).containsExactly("Three", "one");
    }

    @Test
    void condition_findsTheSameDocumentsWhereverItStands() {
        assertThat(find(title("lake", Match.ALL))).containsExactly("Three", "four");
        assertThat(find(new AndNot(new Everything(), title("lake", Match.ALL)))).containsExactly("one", "two");
        assertThat(find(new AndNot(title("lake", Match.ALL), title("lake", Match.PHRASE)))).isEmpty();
        assertThat(find(new AndNot(new Everything(), new AndNot(new Everything(), title("lake", Match.ANY)))))
                .containsExactly("Three", "four");
    }

    @Test
    void beginning_findsWordsThatBeginSo() {
        assertThat(find(new Beginning("title", "moun"))).containsExactly("Three");
        assertThat(find(new Beginning("creator", "Smith, A"))).as("one letter is a whole word").isEmpty();
        assertThat(find(new Beginning("creator", "Smith, An"))).containsExactly("one");
    }

    @Test
    void keywordsIdentifiersAndFacets_areFoundExactly() {
        assertThat(find(new Keyword(IndexFields.LOOKUP, "doi:10.1/c"))).containsExactly("Three", "four");
        assertThat(find(new Keyword(IndexFields.LOOKUP, "doi:10.1"))).isEmpty();
        assertThat(find(new Named("three"))).containsExactly("Three");
        assertThat(find(new Exactly(Facet.SUBJECT, "mills"))).containsExactly("Three", "one");
        assertThat(find(new Exactly(Facet.SUBJECT, "mill"))).isEmpty();
        assertThat(find(new Exactly(Facet.SOURCE, "b"))).containsExactly("Three", "four");
    }

    @Test
    void ranges_includeTheirEnds() {
        assertThat(find(new Years(1995, 2001, false))).containsExactly("Three", "two");
        assertThat(find(new Years(1980, 1994, true))).containsExactly("one");
        assertThat(find(new Years(Integer.MIN_VALUE, Integer.MAX_VALUE, false))).hasSize(4);
        assertThat(find(new Numbers(IndexFields.SEQ, 2, 3))).containsExactly("Three", "two");
    }

    @Test
    void operators_nest() {
        SearchExpression either = new Or(List.of(title("winter", Match.ALL), title("mountains", Match.ALL)));
        assertThat(find(new And(List.of(either, new Words("creator", "smith", Match.ALL))))).containsExactly("Three");
        assertThat(find(new AndNot(either, new Words("creator", "smith", Match.ALL)))).containsExactly("four");
        assertThat(find(new Or(List.of(title("river history", Match.PHRASE), new And(List.of(either, either))))))
                .containsExactly("Three", "four", "one");
    }

    @Test
    void expression_holdsBesideTextAndFilters() {
        SearchQuery text = SearchQuery.of("history");
        assertThat(index().search(text.and(new Words("creator", "jones", Match.ALL))).hits()).extracting(SearchHit::identifier)
                .containsExactly("two");
        assertThat(index().search(text.with(new Filter(Facet.SUBJECT, "mills")).and(new Everything())).hits())
                .extracting(SearchHit::identifier).containsExactly("one");
        assertThat(index().search(SearchQuery.of("").without(Set.of("a")).and(new Everything())).total()).isEqualTo(2);
    }

    @Test
    void wordsOfAnExpression_rankAsThoseOfAText() {
        for (String text : List.of("river", "lake", "smith", "history river")) {
            List<SearchHit> typed = index().search(SearchQuery.of(text)).hits();
            List<SearchHit> structured = search(new Words(IndexFields.ALL_TEXT, text, Match.ALL)).hits();
            assertThat(structured).as(text).extracting(SearchHit::identifier)
                    .isEqualTo(typed.stream().map(SearchHit::identifier).toList());
        }
    }

    @Test
    void otherConditions_changeNoScore() {
        Words words = new Words(IndexFields.ALL_TEXT, "history", Match.ALL);
        List<SearchHit> alone = search(words).hits();
        assertThat(search(new And(List.of(words, new Years(1980, 2000, false), new Everything()))).hits()).isEqualTo(alone);
    }

    @Test
    void punctuation_findsNothing() {
        assertThat(find(title("-", Match.ALL))).isEmpty();
        assertThat(find(title("... !", Match.ANY))).isEmpty();
        assertThat(find(title("... !", Match.PHRASE))).isEmpty();
        assertThat(find(new Beginning("title", "-"))).isEmpty();
    }

    @Test
    void largestExpressions_areAnswered_andLargerOnesRefused() {
        List<SearchExpression> most = new ArrayList<>(
                Collections.nCopies(SearchExpression.MOST_CONDITIONS, new Words(IndexFields.ALL_TEXT, "lakes", Match.ALL)));
        assertThat(find(new And(most))).containsExactly("Three", "four");
        assertThat(find(new Or(most))).containsExactly("Three", "four");
        most.add(new Everything());
        assertThatIllegalArgumentException().isThrownBy(() -> search(new And(most))).withMessageContaining("64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> search(title("word ".repeat(SearchExpression.MOST_CONDITIONS + 1), Match.ANY)));

        SearchExpression deep = new Everything();
        for (int depth = 1; depth < SearchExpression.DEEPEST; depth++) {
            deep = new And(List.of(deep));
        }
        assertThat(find(deep)).hasSize(4);
        SearchExpression tooDeep = new And(List.of(deep));
        assertThatIllegalArgumentException().isThrownBy(() -> search(tooDeep)).withMessageContaining("deep");
    }

    @Test
    void longText_isAnswered_andALongerOneRefused() {
        String hyphened = "a-b-c-d-e-f-g-h ".repeat(60).strip();
        assertThat(hyphened.length()).isLessThan(SearchExpression.LONGEST_TEXT);
        assertThat(find(new Words(IndexFields.ALL_TEXT, hyphened, Match.ANY))).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> title("a".repeat(SearchExpression.LONGEST_TEXT + 1), Match.ALL));
        assertThatIllegalArgumentException().isThrownBy(() -> new Words("seq", "1", Match.ALL));
        assertThatIllegalArgumentException().isThrownBy(() -> new Years(2000, 1999, false));
    }
}
