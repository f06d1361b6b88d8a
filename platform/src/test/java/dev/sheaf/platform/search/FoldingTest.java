package dev.sheaf.platform.search;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.search.Facet;
import dev.sheaf.search.FacetCounts;
import dev.sheaf.search.Filter;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.Suggestion;
import dev.sheaf.search.lucene.Excerpts;

import static dev.sheaf.platform.search.SearchHub.raw;
import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** Words that people type otherwise than records have them: folding, stems, names, spelling. */
class FoldingTest {

    @TempDir
    Path directory;

    SearchHub hub;

    @BeforeEach
    void open() {
        hub = new SearchHub(directory);
    }

    @AfterEach
    void close() {
        hub.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Histoire de l'art                    | art
            Histoire de l\u2019art               | art
            Histoire de l\u2019\u00e9cole        | ecole
            L'\u00e9t\u00e9 d'Arthur             | arthur
            Qu'est-ce que la po\u00e9sie         | est
            Storia dell\u2019arte                | arte
            Historia de l'art                    | l'art
            Art                                  | l\u2019art
            History of l'art nouveau             | l'ar*
            \u00b5-opioid receptors              | \u03bc-opioid
            \u03bc-opioid receptors              | \u00b5-opioid
            Zei\u00adtung                        | zeitung
            Zeitung                              | zei\u00adtung
            Zei\u200btung                        | zeitung
            Zei\u2060tung \ufeffheute            | "zeitung heute"
            \ufb01nite fields                    | finite
            H\u2082O                             | h2o
            x\u00b2 spaces                       | x2
            \u039f\u03b4\u03cd\u03c3\u03c3\u03b5\u03b9\u03b1 | \u03bf\u03b4\u03c5\u03c3\u03c3\u03b5\u03b9\u03b1
            \u03bb\u03cc\u03b3\u03bf\u03c2       | \u039b\u039f\u0393\u039f\u03a3
            \u1f08\u03c7\u03b9\u03bb\u03bb\u03b5\u03cd\u03c2 | \u03b1\u03c7\u03b9\u03bb\u03bb\u03b5\u03c5\u03c2
            \u0415\u043b\u043a\u0438 \u0438 \u0451\u0436 | \u0435\u0436
            \u0435\u0436                         | \u0451\u0436
            \u0643\u0650\u062a\u064e\u0627\u0628 | \u0643\u062a\u0627\u0628
            \u0623\u062d\u0645\u062f             | \u0627\u062d\u0645\u062f
            \u06a9\u062a\u0627\u0628             | \u0643\u062a\u0627\u0628
            \u0643\u062a\u0640\u0640\u0627\u0628 | \u0643\u062a\u0627\u0628
            \ufeb3\ufefc\ufee1                   | \u0633\u0644\u0627\u0645
            \u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd | \u05e9\u05dc\u05d5\u05dd
            \uff8a\uff9d\uff84\uff9e             | \u30cf\u30f3\u30c9
            \u30cf\u30f3\u30c9\u30d6\u30c3\u30af | \u30d6\u30c3\u30af
            \u4e2d\u83ef\u4eba\u6c11\u5171\u548c\u56fd | \u5171\u548c\u56fd
            \u0e1b\u0e23\u0e30\u0e27\u0e31\u0e15\u0e34\u0e28\u0e32\u0e2a\u0e15\u0e23\u0e4c\u0e44\u0e17\u0e22 | \u0e44\u0e17\u0e22
            \u0139\u00f3d\u017a                  | lodz
            \u0141\u00f3d\u017a                  | lodz
            \u00c6thelred                        | aethelred
            Stra\u00dfe                          | strasse
            o\u0308ffentlich                     | offentlich
            \u0661\u0669\u0669\u0669             | 1999
            O\u2019Neill                         | o'neill
            """)
    void otherSpellings_findTheRecord(String title, String query) {
        hub.add("a", record("one", "title=" + title), record("other", "title=Nothing"));
        assertThat(hub.find(query)).as(query).containsExactly("one");
        assertThat(hub.find("title:" + query)).as("in the title").containsExactly("one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            en | Dutch paintings      | painting
            en | A painting           | paintings
            en | Cities and libraries | city library
            en | Shakespeare's plays  | shakespeare play
            de | Die deutschen Wälder | wald
            de | Bücher über Häuser   | haus buch
            fr | Les écoles nouvelles | école nouvelle
            es | Las canciones        | canción
            it | Le chiese antiche    | chiesa antica
            pt | As canções populares | canção popular
            nl | De schilderijen      | schilderij
            ru | Русские народные сказки | сказка
            ru | Московский университет  | университеты
            sv | Böckerna             | bok OR böcker
            ''| The paintings of the north | painting
            ''| Les écoles de la ville     | école
            """)
    void inflectedWordsAreFoundByEachOther(String language, String title, String query) {
        hub.add("a", record("one", language.isEmpty() ? "title=" + title : "language=" + language, "title=" + title),
                record("other", "title=Nothing"));
        assertThat(hub.find(query)).containsExactly("one");
    }

    @Test
    void exactWord_ranksAboveItsStem() {
        hub.add("a", record("inflected", "title=Paintings", "language=en"), record("same", "title=Painting", "language=en"));
        assertThat(hub.find("painting")).containsExactly("same", "inflected");
        assertThat(hub.find("paintings")).containsExactly("inflected", "same");
    }

    @Test
    void quotedWord_isSearchedExactly() {
        hub.add("a", record("inflected", "title=Paintings", "language=en"), record("same", "title=Painting", "language=en"));
        assertThat(hub.find("\"painting\"")).containsExactly("same");
        assertThat(hub.find("-painting")).containsExactly("inflected");
        assertThat(hub.find("paint*")).containsExactlyInAnyOrder("same", "inflected");
        assertThat(hub.find("title:paintings")).containsExactly("inflected", "same");
    }

    @Test
    void xmlLang_determinesTheLanguageOfAValue() {
        hub.add("a", raw("one", "<dc:title xml:lang=\"de\">Haus</dc:title><dc:title xml:lang=\"fr\">Maisons</dc:title>"
                + "<dc:language>en</dc:language>"));
        assertThat(hub.find("häuser")).containsExactly("one");
        assertThat(hub.find("maison")).containsExactly("one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"creator:\"Virginia Woolf\"", "creator:\"Woolf, Virginia\"", "author:\"woolf virginia\"",
            "\"Virginia Woolf\"", "\"Woolf, Virginia\""})
    void namesAreFoundInBothOrders(String query) {
        hub.add("a", record("inverted", "creator=Woolf, Virginia, 1882-1941"), record("direct", "creator=Virginia Woolf"),
                record("other", "creator=Woolf, Leonard", "contributor=Virginia Adam"));
        assertThat(hub.find(query)).containsExactlyInAnyOrder("inverted", "direct");
    }

    @ParameterizedTest
    @ValueSource(strings = {"creator:\"Vincent van Gogh\"", "creator:\"van Gogh, Vincent\"", "creator:\"Gogh, Vincent van\""})
    void namesWithParticlesAreFoundInAllOrders(String query) {
        hub.add("a", record("one", "creator=Gogh, Vincent van"), record("two", "creator=Vincent van Gogh"),
                record("three", "creator=van Gogh, Vincent"));
        assertThat(hub.find(query)).containsExactlyInAnyOrder("one", "two", "three");
    }

    @Test
    void unknownWord_getsASuggestionInTheSpellingOfARecord() {
        hub.add("a", record("one", "title=Renaissance architecture", "language=en"), record("two", "title=Gothic architecture"));
        assertThat(proposed("architcture")).isEqualTo("architecture 2");
        assertThat(proposed("title:renaisance AND architecture -gothic"))
                .isEqualTo("title:renaissance AND architecture -gothic 1");
        assertThat(proposed("renaisance architecure -baroque")).isEqualTo("renaissance architecture -baroque 1");
        assertThat(proposed("architecture")).isEqualTo("architecture none");
        assertThat(proposed("xyzzyqq")).isEqualTo("xyzzyqq none");
        assertThat(proposed("10.1000/architcture")).isEqualTo("10.1000/architcture none");
        assertThat(proposed("architctur*")).isEqualTo("architctur* none");
    }

    @Test
    void suggestedQuery_hasResultsWithinTheFilters() {
        hub.add("a", record("one", "title=Architecture"));
        hub.add("b", record("two", "title=Gardens"));
        SearchQuery asked = SearchQuery.of("architcture");
        assertThat(hub.index().suggestion(asked.with(new Filter(Facet.SOURCE, "a")), 0)).isPresent();
        assertThat(hub.index().suggestion(asked.with(new Filter(Facet.SOURCE, "b")), 0)).isEmpty();
    }

    private String proposed(String query) {
        SearchQuery asked = SearchQuery.of(query);
        Optional<Suggestion> suggestion = hub.index().suggestion(asked, hub.index().search(asked).total());
        return suggestion.map(better -> better.text() + " " + better.total()).orElse(query + " none");
    }

    @Test
    void typesThatDifferInALastPoint_areOneFacetValue() {
        hub.add("a", record("one", "type=Novels."), record("two", "type=Novels"), record("three", "type=Text."),
                record("four", "type=Text"), record("five", "type=Novels /"));
        SearchResult counted = hub.index().search(SearchQuery.of("").counting(java.util.Map.of(Facet.TYPE, 9)));
        assertThat(counted.facets().getFirst().values()).containsExactly(new FacetCounts.Value("Novels", 3),
                new FacetCounts.Value("Text", 2));
    }

    @Test
    void hostileQueries_areAnsweredInBoundedTime() {
        String vocabulary = IntStream.range(0, 2_000).mapToObj(i -> "w" + Integer.toString(i, 36) + "aab")
                .collect(Collectors.joining(" "));
        hub.add("a", record("one", "title=x", "description=" + vocabulary));
        List<String> hostile = List.of("w* ".repeat(300), "wa* ".repeat(300), "a-".repeat(500), "*".repeat(1_000),
                "paintings ".repeat(100), IntStream.range(0, 200).mapToObj(i -> "words" + (char) ('a' + i % 26) + "ings")
                        .collect(Collectors.joining(" ")),
                IntStream.range(0, 200).mapToObj(i -> "words" + (char) ('a' + i % 26) + "ings")
                        .collect(Collectors.joining(" OR ")),
                "\"" + "a b ".repeat(240) + "\"", "title:" + "l'".repeat(400), "waaab ".repeat(160),
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaa ".repeat(30),
                "\u0001apaint", "\u0e01".repeat(900), "\u4e2d".repeat(900), "e\u0301\u0301\u0301".repeat(240));
        for (String query : hostile) {
            long begun = System.nanoTime();
            assertThatCode(() -> proposed(query)).as(query).doesNotThrowAnyException();
            assertThat((System.nanoTime() - begun) / 1_000_000_000L).as(query).isLessThan(10);
        }
    }

    @Test
    void wordsOfAStemAreMarkedInExcerpts() {
        assertThat(marked("painting", "Many paintings of the north.")).isEqualTo("paintings");
        assertThat(marked("art", "Histoire de l\u2019art et des artistes.")).contains("art");
    }

    private static String marked(String query, String text) {
        return Arrays.stream(Excerpts.of(query, RecordVocabulary.INSTANCE).from(text).toArray(Excerpts.Piece[]::new))
                .filter(Excerpts.Piece::found)
                .map(Excerpts.Piece::text).collect(Collectors.joining(" "));
    }
}
