package dev.sheaf.platform.search;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.search.Facet;
import dev.sheaf.search.FacetCounts;
import dev.sheaf.search.Filter;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.SortOrder;
import dev.sheaf.search.lucene.Excerpts;

import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LuceneIndexTest {

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

    @Test
    void searchWithoutAnIndex_findsNothing() {
        assertThat(hub.index().search(SearchQuery.of("anything"))).isEqualTo(SearchResult.EMPTY);
        assertThat(hub.index().position()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Zürich", "zurich", "ZÜRICH", "Zu\u0308rich", "\uff3a\uff35\uff32\uff29\uff23\uff28"})
    void wordsDifferingInAccentsCaseOrWidth_areFound(String text) {
        hub.add("a", record("composed", "title=Z\u00fcrich"), record("decomposed", "title=Zu\u0308rich"),
                record("other", "title=Bern"));
        assertThat(hub.find(text)).containsExactlyInAnyOrder("composed", "decomposed");
    }

    @ParameterizedTest
    @CsvSource({"\u6e90\u6c0f\u7269\u8a9e,genji", "\u7269\u8a9e,genji", "\u8a9e,genji", "\u7d05\u6a13\u5922,hongloumeng",
            "\u5922\u7d05,''", "\u041e\u043d\u0435\u0433\u0438\u043d,onegin", "\uc2ec\uccad,simcheong",
            "\u0643\u062a\u0627\u0628,aghani"})
    void findsWordsOfScriptsWithoutBlanks(String text, String expected) {
        hub.add("a", record("genji", "title=\u6e90\u6c0f\u7269\u8a9e"), record("hongloumeng", "title=\u7d05\u6a13\u5922"),
                record("onegin", "title=\u0415\u0432\u0433\u0435\u043d\u0438\u0439 \u041e\u043d\u0435\u0433\u0438\u043d"),
                record("simcheong", "title=\uc2ec\uccad\uc804"),
                record("aghani", "title=\u0643\u062a\u0627\u0628 \u0627\u0644\u0623\u063a\u0627\u0646\u064a"));
        assertThat(hub.find(text)).isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @Test
    void pastedIdentifier_findsItsRecordFirst() {
        hub.add("a", record("oai:arXiv.org:hep-th/9901001", "title=The one"),
                record("oai:arXiv.org:hep-th/9901002", "title=Cites it", "relation=oai:arXiv.org:hep-th/9901001",
                        "description=oai:arXiv.org:hep-th/9901001 oai:arXiv.org:hep-th/9901001"));
        assertThat(hub.find("oai:arxiv.org:HEP-TH/9901001")).startsWith("oai:arXiv.org:hep-th/9901001");
        assertThat(hub.find("id:9901002")).containsExactly("oai:arXiv.org:hep-th/9901002");
    }

    @Test
    void phrase_doesNotMatchAcrossTwoValues() {
        hub.add("a", record("two", "subject=black", "subject=holes"), record("one", "subject=black holes"));
        assertThat(hub.find("\"black holes\"")).containsExactly("one");
        assertThat(hub.find("black holes")).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void matchesInTitleOrSubjects_weighMore() {
        hub.add("a", record("description", "title=Work", "description=botany"),
                record("title", "title=botany", "description=work"),
                record("nothing", "title=Work", "description=zoology"));
        assertThat(hub.find("botany")).containsExactly("title", "description");
    }

    @Test
    void randomText_isIndexedWithoutFailure() {
        hub.add("a", record("one", "title=x y z", "date=2001"));
        Random random = new Random(42);
        String alphabet = "ab \"*-:()\\[]{}~^?+&|!/.\u3000\u65e5\u672c\u00e9\ud83d\ude00\ud800\u0001\t";
        String[] words = {"title:", "year:", "OR", "NOT", "-", "\"", "source:", "x*"};
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(40); j >= 0; j--) {
                if (random.nextInt(5) == 0) {
                    text.append(words[random.nextInt(words.length)]);
                } else {
                    text.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
            }
            String query = text.toString();
            assertThatCode(() -> {
                hub.find(query);
                Excerpts.of(query, RecordVocabulary.INSTANCE).from("x y z and some more words");
            }).as(query).doesNotThrowAnyException();
        }
    }

    @Test
    void veryLongText_isIndexedInPart() {
        hub.add("a", record("one", "title=word"));
        assertThat(hub.find("word ".repeat(100_000))).containsExactly("one");
    }

    @Test
    void queryOfPunctuationOnly_findsNothing() {
        hub.add("a", record("one", "title=x"));
        assertThat(hub.find("&& !!")).isEmpty();
        assertThat(hub.find("")).containsExactly("one");
    }

    @Test
    void theTotalIsExactAndPagesCoverEverythingOnce() {
        OaiRecord[] records = new OaiRecord[2_345];
        for (int i = 0; i < records.length; i++) {
            records[i] = record("id-" + i, "title=same words in all");
        }
        hub.add("a", records);
        Set<String> seen = new HashSet<>();
        List<String> inOrder = new ArrayList<>();
        for (int offset = 0; offset < records.length; offset += 100) {
            SearchResult page = hub.index().search(SearchQuery.of("same words").page(offset, 100));
            assertThat(page.total()).isEqualTo(records.length);
            page.hits().forEach(hit -> inOrder.add(hit.identifier()));
        }
        seen.addAll(inOrder);
        assertThat(seen).hasSize(records.length);
        assertThat(inOrder).as("equal scores follow by identifier").isSorted();
    }

    @Test
    void pageBeyondTheLimit_isRefusedWithAMessage() {
        assertThatIllegalArgumentException().isThrownBy(() -> SearchQuery.of("x").page(SearchQuery.MAX_DEPTH, 1))
                .withMessageContaining("only the first 10000 can be");
    }

    @Test
    void equalScoresFollowBySourceAndIdentifier() {
        hub.add("b", record("1", "title=same"));
        hub.add("a", record("2", "title=same"), record("1", "title=same"));
        assertThat(hub.index().search(SearchQuery.of("same")).hits()).extracting(hit -> hit.source() + hit.identifier())
                .containsExactly("a1",
                        "a2", "b1");
    }

    @ParameterizedTest
    @EnumSource(RankingModel.class)
    void everyModel_findsTheSameRecordsInARepeatableOrder(RankingModel model) {
        addManyRecords();
        SearchQuery query = SearchQuery.of("river history").with(model).page(0, 1_000);
        List<SearchHit> hits = hub.index().search(query).hits();
        assertThat(hits).isEqualTo(hub.index().search(query).hits());
        assertThat(hits).extracting(SearchHit::identifier)
                .containsExactlyInAnyOrderElementsOf(hub.find(SearchQuery.of("river history").page(0, 1_000)));
        assertThat(hits).extracting(SearchHit::score).isSortedAccordingTo((a, b) -> Float.compare(b, a));
    }

    @Test
    void modelsScoreDifferently() {
        addManyRecords();
        assertThat(Arrays.stream(RankingModel.values())
                .map(model -> hub.index().search(SearchQuery.of("river history").with(model)).hits().getFirst().score()))
                .doesNotHaveDuplicates();
    }

    @Test
    void facetCount_equalsTheNumberOfResultsWithItsFilter() {
        addManyRecords();
        Map<Facet, Integer> wanted = new EnumMap<>(Facet.class);
        Arrays.stream(Facet.values()).forEach(facet -> wanted.put(facet, 1_000));
        for (String text : List.of("", "river", "river -history")) {
            SearchQuery query = SearchQuery.of(text).counting(wanted);
            SearchResult result = hub.index().search(query);
            assertThat(result.facets()).extracting(FacetCounts::facet).containsExactly(Facet.values());
            for (FacetCounts counts : result.facets()) {
                assertThat(counts.values()).hasSize(counts.distinct()).isNotEmpty();
                counts.values().forEach(value -> {
                    Filter filter = new Filter(counts.facet(), value.value());
                    SearchResult narrowed = hub.index().search(query.with(filter));
                    assertThat(narrowed.total()).as("%s in \"%s\"", filter, text).isEqualTo(value.count());
                    assertThat(narrowed.hits()).hasSize((int) Math.min(10, value.count()));
                });
            }
        }
    }

    @Test
    void filtersOfOneFacetMustAllHold() {
        hub.add("a", record("both", "subject=x", "subject=y"), record("one", "subject=x"));
        SearchQuery query = SearchQuery.of("").with(new Filter(Facet.SUBJECT, "x"));
        assertThat(hub.find(query)).containsExactly("both", "one");
        assertThat(hub.find(query.with(new Filter(Facet.SUBJECT, "y")))).containsExactly("both");
        assertThat(hub.find(query.with(new Filter(Facet.SUBJECT, "unknown")))).isEmpty();
    }

    @Test
    void facetValues_areNormalisedSlightly() {
        hub.add("a",
                record("one", "type=Text", "type=Text", "language= EN ", "date=published c1987?", "date=2001", "subject=a/b / c"),
                record("two", "subject=" + "long ".repeat(100)));
        SearchResult result = hub.index()
                .search(SearchQuery.of("").counting(Map.of(Facet.TYPE, 9, Facet.LANGUAGE, 9, Facet.YEAR, 9)));
        assertThat(result.facets()).containsExactly(new FacetCounts(Facet.TYPE, List.of(new FacetCounts.Value("Text", 1)), 1),
                new FacetCounts(Facet.YEAR, List.of(new FacetCounts.Value("1987", 1)), 1),
                new FacetCounts(Facet.LANGUAGE, List.of(new FacetCounts.Value("en", 1)), 1));
    }

    @Test
    void sortsByYearTitleAndLastChange() {
        hub.add("a", record("b-1900", "title=\"\u00c9tudes\"", "date=1900"),
                record("c-none", "description=without title and date"),
                record("d-2000", "title=Zeitung", "date=2000-01-01"), record("a-1800", "title=etching", "date=1800"));
        assertThat(hub.find(SearchQuery.of("").with(SortOrder.NEWEST))).containsExactly("d-2000", "b-1900", "a-1800", "c-none");
        assertThat(hub.find(SearchQuery.of("").with(SortOrder.OLDEST))).containsExactly("a-1800", "b-1900", "d-2000", "c-none");
        assertThat(hub.find(SearchQuery.of("").with(SortOrder.TITLE))).containsExactly("a-1800", "b-1900", "d-2000", "c-none");
        assertThat(hub.find(SearchQuery.of("").with(SortOrder.RECENT))).containsExactly("a-1800", "d-2000", "c-none", "b-1900");
        hub.add("a", record("c-none", "description=changed"));
        assertThat(hub.find(SearchQuery.of("").with(SortOrder.RECENT))).startsWith("c-none", "a-1800");
    }

    @Test
    void hits_haveTheFieldsOfAResultList() {
        hub.add("a", record("one", "title=First", "title=Second", "creator=A", "creator=B", "date=2004-05", "description=x"));
        SearchHit hit = hub.index().search(SearchQuery.of("first")).hits().getFirst();
        assertThat(hit.title()).isEqualTo("First");
        assertThat(hit.creators()).containsExactly("A", "B");
        assertThat(hit.date()).isEqualTo("2004-05");
        assertThat(hit.score()).isPositive();
    }

    private void addManyRecords() {
        Random random = new Random(7);
        String[] words = {"river", "history", "mountain", "song", "letter", "garden"};
        for (String source : List.of("a", "b")) {
            OaiRecord[] records = new OaiRecord[200];
            for (int i = 0; i < records.length; i++) {
                List<String> elements = new ArrayList<>();
                elements.add("title=" + words[random.nextInt(6)] + " " + words[random.nextInt(6)]);
                elements.add("description=" + words[random.nextInt(6)] + " of " + words[random.nextInt(6)] + " "
                        + "and ".repeat(random.nextInt(20)));
                elements.add("type=" + (random.nextBoolean() ? "Text" : "Image"));
                elements.add("language=" + (random.nextBoolean() ? "en" : "de"));
                elements.add("date=" + (1990 + random.nextInt(20)));
                for (int j = random.nextInt(4); j > 0; j--) {
                    elements.add("subject=subject " + random.nextInt(30));
                }
                records[i] = record("oai:" + i, elements.toArray(String[]::new));
            }
            hub.add(source, records);
        }
    }
}
