package dev.sheaf.platform.search;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchScope;

import static dev.sheaf.platform.search.SearchHub.deleted;
import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;

/** The index is made of descriptions and of the indices of full texts that were harvested with them. */
class FullTextIndexTest {

    private static final MetadataFormat BASIC = FullTextRecords.format(IndexFormat.TF_BASIC);
    private static final MetadataFormat POSITIONAL = FullTextRecords.format(IndexFormat.TF_POSITIONAL);

    @TempDir
    Path directory;
    private SearchHub hub;

    @BeforeEach
    void openHub() {
        hub = new SearchHub(directory);
    }

    @AfterEach
    void closeHub() {
        hub.close();
    }

    private void index() {
        hub.indexer().catchUp();
        hub.index().refresh();
    }

    private void add(String source, MetadataFormat format, OaiRecord... records) {
        hub.save(source, format, records);
        index();
    }

    private List<String> found(String text) {
        return hub.index().search(SearchQuery.of(text).page(0, 2_000)).hits().stream()
                .map(hit -> hit.source() + ' ' + hit.identifier() + ' ' + hit.foundIn()).sorted().toList();
    }

    private static OaiRecord basic(String identifier, String text) {
        return FullTextRecords.record(identifier, "combined title", text, IndexFormat.TF_BASIC);
    }

    @Test
    void fullTextThatComesAfterItsDescription_isFoundWithIt() {
        hub.add("a", record("one", "title=Letters"));
        assertThat(hub.index().hasFullTexts()).isFalse();
        add("a", BASIC, basic("one", "Whales and the sea"));
        assertThat(found("whales")).containsExactly("a one FULLTEXT");
        assertThat(found("letters sea")).containsExactly("a one BOTH");
        assertThat(hub.index().search(SearchQuery.of("whales")).hits()).extracting(SearchHit::title).containsExactly("Letters");
    }

    @Test
    void eachOfTheTwoRecords_changesTheDocumentAlone() {
        hub.save("a", BASIC, basic("one", "whales"));
        hub.add("a", record("one", "title=Letters"));
        assertThat(found("letters whales")).containsExactly("a one BOTH");
        hub.add("a", record("one", "title=Diaries"));
        assertThat(found("diaries whales")).containsExactly("a one BOTH");
        assertThat(found("letters")).isEmpty();
        add("a", BASIC, basic("one", "dolphins"));
        assertThat(found("diaries dolphins")).containsExactly("a one BOTH");
        assertThat(found("whales")).isEmpty();
    }

    @Test
    void withdrawnIndex_leavesTheDescription() {
        hub.save("a", BASIC, basic("one", "whales"));
        hub.add("a", record("one", "title=Letters"));
        add("a", BASIC, deleted("one"));
        assertThat(found("letters")).containsExactly("a one null");
        assertThat(found("whales")).isEmpty();
    }

    @Test
    void withdrawnDescription_takesTheItemOut_untilItComesBack() {
        hub.save("a", BASIC, basic("one", "whales"));
        hub.add("a", record("one", "title=Letters"));
        hub.add("a", deleted("one"));
        assertThat(found("whales")).isEmpty();
        add("a", BASIC, basic("one", "dolphins"));
        assertThat(found("dolphins")).as("its description is still withdrawn").isEmpty();
        hub.add("a", record("one", "title=Letters"));
        assertThat(found("letters dolphins")).containsExactly("a one BOTH");
    }

    @Test
    void itemWithCombinedRecordsAlone_isDescribedByThem() {
        add("a", BASIC, basic("one", "whales"));
        assertThat(found("whales combined")).containsExactly("a one BOTH");
        assertThat(hub.index().search(SearchQuery.of("whales")).hits()).extracting(SearchHit::title)
                .containsExactly("combined title");
        add("a", BASIC, deleted("one"));
        assertThat(found("whales")).isEmpty();
    }

    @Test
    void richestIndex_isUsed() {
        hub.add("a", record("one", "title=Letters"));
        add("a", FullTextRecords.format(IndexFormat.TERMS),
                FullTextRecords.record("one", "t", "a deep sea", IndexFormat.TERMS));
        assertThat(hub.index().search(SearchQuery.of("sea")).hits().getFirst().unranked()).isTrue();
        add("a", POSITIONAL, FullTextRecords.record("one", "t", "a deep sea", IndexFormat.TF_POSITIONAL));
        add("a", BASIC, basic("one", "a deep sea"));
        assertThat(found("\"deep sea\"")).containsExactly("a one FULLTEXT");
        assertThat(hub.index().search(SearchQuery.of("sea")).hits().getFirst().unranked()).isFalse();
        add("a", POSITIONAL, deleted("one"));
        assertThat(found("\"deep sea\"")).isEmpty();
        assertThat(found("deep sea")).containsExactly("a one FULLTEXT");
    }

    @Test
    void indexThatCannotBeRead_isLeftOut_andTheItemStays() {
        hub.add("a", record("one", "title=Letters"), record("two", "title=Letters"));
        add("a", BASIC, FullTextRecords.record("one", "t", "<terms xmlns='urn:x'/>".getBytes(StandardCharsets.UTF_8),
                IndexFormat.TF_BASIC), basic("two", "whales"));
        assertThat(found("letters")).containsExactly("a one DESCRIPTION", "a two DESCRIPTION");
        assertThat(found("whales")).containsExactly("a two FULLTEXT");
    }

    @Test
    void sameIdentifierInTwoSources_hasTwoFullTexts() {
        hub.add("a", record("one", "title=Letters"));
        hub.add("b", record("one", "title=Letters"));
        hub.save("a", BASIC, basic("one", "whales"));
        add("b", BASIC, basic("one", "dolphins"));
        assertThat(found("whales")).containsExactly("a one FULLTEXT");
        assertThat(found("dolphins")).containsExactly("b one FULLTEXT");
    }

    @Test
    void itemsWhoseRecordsArriveSeparately_areIndexedCompletely() {
        OaiRecord[] descriptions = new OaiRecord[1_300];
        OaiRecord[] texts = new OaiRecord[descriptions.length];
        for (int i = 0; i < descriptions.length; i++) {
            descriptions[i] = record("item-" + i, "title=Letters");
            texts[i] = basic("item-" + i, "whales " + "word".repeat(i % 7) + i);
        }
        hub.save("a", MetadataFormat.OAI_DC, descriptions);
        add("a", BASIC, texts);
        assertThat(found("whales letters")).hasSize(descriptions.length).allMatch(hit -> hit.endsWith("BOTH"));
        for (int i = 0; i < descriptions.length; i++) {
            descriptions[i] = record("item-" + i, "title=Diaries");
        }
        hub.add("a", descriptions);
        assertThat(found("whales diaries")).hasSize(descriptions.length).allMatch(hit -> hit.endsWith("BOTH"));
    }

    @Test
    void rebuiltIndex_isTheSame() {
        hub.save("a", BASIC, basic("one", "whales"), basic("two", "whales and dolphins"));
        hub.add("a", record("one", "title=Letters"), record("two", "title=Diaries"));
        add("a", BASIC, basic("one", "whales whales"));
        List<SearchHit> before = hub.index().search(SearchQuery.of("whales OR letters OR diaries")).hits();
        Path other = directory.resolve("other");
        try (SearchIndexer indexer = new SearchIndexer(hub.store(), other); SearchIndex rebuilt = RecordIndex.open(other)) {
            indexer.catchUp();
            rebuilt.refresh();
            assertThat(rebuilt.search(SearchQuery.of("whales OR letters OR diaries")).hits()).isEqualTo(before).hasSize(2);
        }
    }

    @Test
    void wordsOfALaxerProvider_areFoundAsTheHubReadsQueries() {
        IndexPolicy own = IndexPolicy.parse("case=lower stop=english stem=porterStem");
        hub.save("a", BASIC, FullTextRecords.record("one", "t", "The Whales of the Sea", IndexFormat.TF_BASIC,
                IndexPolicy.parse("case=keep")));
        hub.save("a", MetadataFormat.OAI_DC, record("one", "title=Letters"));
        Path other = directory.resolve("other");
        try (SearchIndexer indexer = new SearchIndexer(hub.store(), other, own);
                SearchIndex index = RecordIndex.open(other)) {
            indexer.catchUp();
            index.refresh();
            for (String text : List.of("whale", "whaling", "the whales", "wha*", "whal* sea")) {
                assertThat(index.search(SearchQuery.of(text).in(SearchScope.FULLTEXT)).total()).as(text).isOne();
            }
            assertThat(index.search(SearchQuery.of("the").in(SearchScope.FULLTEXT)).total()).isZero();
            assertThat(index.search(SearchQuery.of("the letters whales")).total()).isOne();
        }
    }

    @Test
    void anotherPolicy_buildsAnotherIndex() {
        hub.save("a", BASIC, basic("one", "whales"));
        hub.add("a", record("one", "title=Letters"));
        hub.indexer().close();
        IndexPolicy own = IndexPolicy.parse("stem=porterStem");
        try (SearchIndexer indexer = new SearchIndexer(hub.store(), hub.indexDirectory(), own);
                SearchIndex index = RecordIndex.open(hub.indexDirectory())) {
            indexer.catchUp();
            index.refresh();
            assertThat(index.search(SearchQuery.of("whale").in(SearchScope.FULLTEXT)).total()).isOne();
            assertThat(RecordIndex.policy(index)).isEqualTo(own);
        }
        hub.index().refresh();
        assertThat(hub.index().search(SearchQuery.of("whale").in(SearchScope.FULLTEXT)).total())
                .as("an index that was open before").isOne();
    }

    private void addInPolicy(String identifier, String text, String policy) {
        add(identifier, POSITIONAL,
                FullTextRecords.record(identifier, "t", text, IndexFormat.TF_POSITIONAL, IndexPolicy.parse(policy)));
    }

    @Test
    void stricterProviders_areFoundByTheWordsOfTheirTexts() {
        addInPolicy("plain", "The libraries of the researchers", "");
        addInPolicy("english", "The libraries were evaluated by researchers", "english");
        addInPolicy("german", "Die Bibliotheken wurden von researchers bewertet", "german");
        addInPolicy("folded", "The Libr\u00e1ries", "case=fold");
        assertThat(found("libraries")).extracting(hit -> hit.split(" ")[0]).containsExactly("english", "folded", "plain");
        assertThat(found("the libraries")).extracting(hit -> hit.split(" ")[0]).containsExactly("english", "folded", "plain");
        assertThat(found("library")).extracting(hit -> hit.split(" ")[0]).as("stems alone").containsExactly("english");
        assertThat(found("researchers")).extracting(hit -> hit.split(" ")[0]).containsExactly("english", "german", "plain");
        assertThat(found("Bibliothek")).extracting(hit -> hit.split(" ")[0]).containsExactly("german");
        assertThat(found("\"evaluated by researchers\"")).extracting(hit -> hit.split(" ")[0]).containsExactly("english");
        assertThat(found("libraries -researchers")).extracting(hit -> hit.split(" ")[0]).containsExactly("folded");
        assertThat(found("librari*")).extracting(hit -> hit.split(" ")[0]).containsExactly("english", "folded", "plain");
        assertThat(found("xyz OR evaluated")).extracting(hit -> hit.split(" ")[0]).containsExactly("english");
    }

    @Test
    void scoresOfAStricterPolicy_areThoseOfAnIndexOfItsTextsAlone() {
        IndexPolicy english = IndexPolicy.parse("english");
        List<String> texts = List.of("The whales of the sea and their whaling", "A sea of whales, whales and dolphins",
                "Dolphins were seen in the northern seas", "Libraries");
        Path alone = directory.resolve("alone");
        try (SearchHub central = new SearchHub(directory.resolve("central"))) {
            for (int i = 0; i < texts.size(); i++) {
                addInPolicy("e" + i, texts.get(i), "english");
                central.save("e" + i, POSITIONAL,
                        FullTextRecords.record("e" + i, "t", texts.get(i), IndexFormat.TF_POSITIONAL, english));
                addInPolicy("p" + i, texts.get(i) + " with whales", "");
                addInPolicy("g" + i, texts.get(i) + " ohne whales", "german");
            }
            try (SearchIndexer indexer = new SearchIndexer(central.store(), alone, english);
                    SearchIndex index = RecordIndex.open(alone)) {
                indexer.catchUp();
                index.refresh();
                for (RankingModel model : RankingModel.values()) {
                    for (String text : List.of("whales", "sea whaling", "dolphins OR whales OR libraries", "\"of whales\"")) {
                        SearchQuery query = SearchQuery.of(text).in(SearchScope.FULLTEXT).with(model).page(0, 100);
                        assertThat(hub.index().search(query).hits().stream().filter(hit -> hit.source().startsWith("e")).toList())
                                .as(model + " " + text).isNotEmpty().isEqualTo(index.search(query).hits());
                    }
                }
            }
        }
    }

    @Test
    void manyPolicies_areFoundAsFarAsTheBound_andTheRestByTheirTerms() {
        for (int i = 0; i < 30; i++) {
            addInPolicy("s" + i, "libraries catalog", "stop=+word" + i + " stem=porterStem");
        }
        assertThat(found("libraries")).hasSize(24);
        assertThat(found("catalog")).hasSize(30);
    }
}
