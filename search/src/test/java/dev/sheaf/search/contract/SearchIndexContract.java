package dev.sheaf.search.contract;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.search.DocumentKey;
import dev.sheaf.search.Facet;
import dev.sheaf.search.Filter;
import dev.sheaf.search.IndexChange;
import dev.sheaf.search.IndexDocument;
import dev.sheaf.search.IndexField;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchScope;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Contract of the changes of a {@link SearchIndex}. */
public abstract class SearchIndexContract {

    private static final String VERSION = "documents-1";

    @TempDir
    Path directory = Path.of("");

    private @Nullable SearchIndex opened;

    /** Opens the index in a directory; several may be open at once. */
    protected abstract SearchIndex open(Path directory);

    /** Ends an index as the death of its process would: nothing is committed or closed, and the directory can be written again. */
    protected abstract void crash(SearchIndex index, Path directory) throws Exception;

    @BeforeEach
    void openIndex() {
        opened = open(directory);
    }

    @AfterEach
    void closeIndex() {
        index().close();
    }

    private SearchIndex index() {
        return requireNonNull(opened);
    }

    private void reopen() {
        index().close();
        opened = open(directory);
    }

    private static IndexChange put(String identifier, String text) {
        return new IndexChange.Put(IndexDocument.of("a", identifier, IndexField.Text.of(IndexFields.ALL_TEXT, text)));
    }

    private static IndexChange remove(String identifier) {
        return new IndexChange.Remove(new DocumentKey("a", identifier));
    }

    /** Applies changes without a commit. */
    private void apply(long position, IndexChange... changes) {
        assertThat(index().begin(VERSION)).isPresent();
        index().apply(List.of(changes), position);
    }

    private void commit(long position, IndexChange... changes) {
        apply(position, changes);
        index().commit();
        index().refresh();
    }

    private List<String> find(String text) {
        return index().search(SearchQuery.of(text)).hits().stream().map(SearchHit::identifier).sorted().toList();
    }

    @Test
    void emptyIndex_findsNothingAtPositionZero() {
        assertThat(find("river")).isEmpty();
        assertThat(index().position()).isZero();
        assertThat(index().version()).isEmpty();
        assertThat(index().begin(VERSION)).hasValue(0);
    }

    @Test
    void addedDocuments_areFound() {
        commit(2, put("one", "a river"), put("two", "a mountain"));
        assertThat(find("river")).containsExactly("one");
        assertThat(find("")).containsExactly("one", "two");
    }

    @Test
    void replacedDocument_isFoundByItsNewTextAlone() {
        commit(1, put("one", "river"));
        commit(2, put("one", "mountain"));
        assertThat(find("river")).isEmpty();
        assertThat(find("mountain")).containsExactly("one");
    }

    @Test
    void removedDocument_isNotFound() {
        commit(2, put("one", "river"), put("two", "river"));
        commit(3, remove("one"));
        assertThat(find("river")).containsExactly("two");
    }

    @Test
    void removalOfAnUnknownDocument_changesNothing() {
        commit(1, put("one", "river"));
        commit(2, remove("unknown"));
        assertThat(find("river")).containsExactly("one");
        assertThat(index().position()).isEqualTo(2);
    }

    @Test
    void changesOfOneKeyInOneCall_areAppliedInOrder() {
        commit(5, put("one", "river"), remove("one"), put("two", "lake"), remove("one"), put("one", "mountain"));
        assertThat(find("river")).isEmpty();
        assertThat(find("mountain")).containsExactly("one");
        commit(6, put("three", "sea"), remove("three"));
        assertThat(find("sea")).isEmpty();
    }

    @Test
    void sameIdentifierInTwoSources_isTwoDocuments() {
        commit(1, put("one", "river"));
        commit(2, new IndexChange.Put(IndexDocument.of("b", "one", IndexField.Text.of(IndexFields.ALL_TEXT, "river"))));
        commit(3, remove("one"));
        assertThat(index().search(SearchQuery.of("river")).hits()).extracting(SearchHit::source).containsExactly("b");
    }

    @Test
    void committedChanges_surviveReopening() {
        commit(7, put("one", "river"));
        reopen();
        assertThat(find("river")).containsExactly("one");
        assertThat(index().position()).isEqualTo(7);
        assertThat(index().begin(VERSION)).hasValue(7);
    }

    @Test
    void changesAreNotShown_untilTheyAreCommitted() {
        commit(1, put("one", "river"));
        apply(2, put("two", "river"));
        index().refresh();
        assertThat(find("river")).containsExactly("one");
        assertThat(index().position()).isEqualTo(1);
        index().commit();
        index().refresh();
        assertThat(find("river")).containsExactly("one", "two");
        assertThat(index().position()).isEqualTo(2);
    }

    @Test
    void crashBetweenApplyAndCommit_leavesTheLastCommitAndItsPosition() throws Exception {
        commit(1, put("one", "river"), put("two", "river"));
        apply(3, put("three", "river"), remove("one"));
        crash(index(), directory);
        opened = open(directory);
        assertThat(find("river")).containsExactly("one", "two");
        assertThat(index().position()).isEqualTo(1);
        assertThat(index().begin(VERSION)).hasValue(1);
        commit(3, put("three", "river"), remove("one"));
        assertThat(find("river")).containsExactly("three", "two");
        assertThat(index().position()).isEqualTo(3);
    }

    @Test
    void crashBeforeTheFirstCommit_leavesAnEmptyIndex() throws Exception {
        apply(1, put("one", "river"));
        crash(index(), directory);
        opened = open(directory);
        assertThat(index().begin(VERSION)).hasValue(0);
        assertThat(find("")).isEmpty();
    }

    @Test
    void end_dropsWhatWasNotCommitted() {
        commit(1, put("one", "river"));
        apply(2, put("two", "river"));
        index().end();
        assertThat(index().begin(VERSION)).hasValue(1);
        index().refresh();
        assertThat(find("river")).containsExactly("one");
    }

    @Test
    void applyingTheSameChangesAgain_changesNothing() {
        IndexChange[] changes = {put("one", "river"), put("two", "river"), remove("one")};
        commit(3, changes);
        commit(3, changes);
        assertThat(find("river")).containsExactly("two");
    }

    @Test
    void begin_continuesAtThePositionThatWasApplied() {
        apply(4, put("one", "river"));
        assertThat(index().begin(VERSION)).hasValue(4);
    }

    @Test
    void positionAlone_isCommittedWithoutDocuments() {
        commit(9);
        reopen();
        assertThat(index().position()).isEqualTo(9);
    }

    @Test
    void secondWriter_waitsForTheFirst() {
        commit(1, put("one", "river"));
        try (SearchIndex second = open(directory)) {
            assertThat(second.begin(VERSION)).isEmpty();
            assertThatIllegalStateException().isThrownBy(() -> second.apply(List.of(remove("one")), 2));
            index().end();
            assertThat(second.begin(VERSION)).isEqualTo(OptionalLong.of(1));
            second.apply(List.of(put("two", "river")), 2);
            second.commit();
        }
        index().refresh();
        assertThat(find("river")).containsExactly("one", "two");
    }

    @Test
    void clear_removesEverythingWithTheNextCommit() {
        commit(1, put("one", "river"));
        index().clear();
        index().refresh();
        assertThat(find("river")).containsExactly("one");
        commit(1, put("two", "lake"));
        assertThat(find("")).containsExactly("two");
    }

    @Test
    void anotherVersionOfDocuments_beginsWithAnEmptyIndex() {
        commit(5, put("one", "river"));
        index().end();
        assertThat(index().begin("documents-2")).hasValue(0);
        assertThat(index().version()).as("answers show the former documents still").isEqualTo(VERSION);
        index().commit();
        index().refresh();
        assertThat(index().version()).isEqualTo("documents-2");
        assertThat(find("")).isEmpty();
    }

    @Test
    void documentOfAnyKind_isFoundByItsFields() {
        commit(1, new IndexChange.Put(IndexDocument.of("folder", "reports/2024.pdf",
                IndexField.Text.of(IndexFields.ALL_TEXT, "reports/2024.pdf"),
                IndexField.Text.of(IndexFields.ALL_TEXT, "The level of the river rose in spring."),
                new IndexField.Text(IndexFields.ALL_TEXT, "Houses stood under water", "en"),
                new IndexField.Keyword(IndexFields.LOOKUP, "sha256:abc"),
                new IndexField.SortNumber(IndexFields.SEQ, 17),
                new IndexField.Span(IndexFields.YEARS, 2023, 2024),
                new IndexField.Stored(IndexFields.STORED_TITLE, "Report of 2024"),
                new IndexField.FacetEntry(Facet.TYPE, "application/pdf"),
                new IndexField.FacetEntry(Facet.TYPE, "application/pdf"))));
        for (String text : List.of("\"level of the river\"", "house", "year:2023", "source:folder", "reports/2024.pdf", "riv*")) {
            assertThat(find(text)).as(text).containsExactly("reports/2024.pdf");
        }
        assertThat(index().search(SearchQuery.of("").with(new Filter(Facet.TYPE, "application/pdf"))).hits())
                .extracting(SearchHit::title).containsExactly("Report of 2024");
        assertThat(index().search(SearchQuery.of("").counting(Map.of(Facet.TYPE, 5))).facets().getFirst().values())
                .extracting(value -> value.value() + ' ' + value.count()).containsExactly("application/pdf 1");
    }

    @Test
    void documentOfTermsAlone_isRankedAsItsTextWouldBe() {
        commit(2, put("short", "river"), put("text", "river river bank"));
        List<Float> ofTexts = scores("river");
        commit(4, new IndexChange.Put(IndexDocument.of("a", "text",
                new IndexField.Terms(IndexFields.ALL_TEXT, Map.of("river", 2, "bank", 1)))));
        assertThat(find("river bank")).containsExactly("text");
        assertThat(scores("river")).isEqualTo(ofTexts);
        assertThat(find("\"river bank\"")).as("terms have no order").isEmpty();
    }

    private List<Float> scores(String text) {
        return Arrays.stream(RankingModel.values())
                .flatMap(model -> index().search(SearchQuery.of(text).with(model)).hits().stream()).map(SearchHit::score)
                .toList();
    }

    @Test
    void documentThatCannotBeIndexed_doesNotStopTheOthers() {
        commit(3, put("i".repeat(40_000), "river"), put("long", "x".repeat(100_000)), put("one", "river"));
        assertThat(find("river")).contains("one");
        assertThat(index().position()).isEqualTo(3);
    }

    /** The full text of a document by its words. */
    private static IndexField.FullText fullText(String text, SampleTerms.Known known) {
        return new IndexField.FullText(SampleTerms.of(text, known));
    }

    private static IndexChange put(String identifier, String description, String text, SampleTerms.Known known) {
        return new IndexChange.Put(IndexDocument.of("a", identifier, IndexField.Text.of(IndexFields.ALL_TEXT, description),
                fullText(text, known)));
    }

    private List<String> hits(String text, SearchScope scope) {
        return index().search(SearchQuery.of(text).in(scope)).hits().stream()
                .map(hit -> hit.identifier() + ' ' + hit.foundIn() + (hit.unranked() ? " unranked" : "")).sorted().toList();
    }

    @Test
    void wordsOfFullTexts_areFoundBesideDescriptions_andTheHitSaysWhere() {
        assertThat(index().hasFullTexts()).isFalse();
        commit(4, put("one", "a river", "the sea and the river", SampleTerms.Known.FREQUENCIES),
                put("two", "the sea", "mountains", SampleTerms.Known.FREQUENCIES),
                put("three", "mountains", "sea sea sea", SampleTerms.Known.FREQUENCIES), put("four", "sea"));
        assertThat(index().hasFullTexts()).isTrue();
        assertThat(hits("sea", SearchScope.BOTH)).containsExactly("four DESCRIPTION", "one FULLTEXT", "three FULLTEXT",
                "two DESCRIPTION");
        assertThat(hits("river", SearchScope.BOTH)).containsExactly("one BOTH");
        assertThat(hits("mountains sea", SearchScope.BOTH)).as("one word here, one there").containsExactly("three BOTH",
                "two BOTH");
        assertThat(hits("sea", SearchScope.DESCRIPTION)).containsExactly("four DESCRIPTION", "two DESCRIPTION");
        assertThat(hits("sea", SearchScope.FULLTEXT)).containsExactly("one FULLTEXT", "three FULLTEXT");
        assertThat(hits("mountains sea", SearchScope.FULLTEXT)).isEmpty();
        assertThat(hits("fulltext:sea", SearchScope.DESCRIPTION)).containsExactly("one FULLTEXT", "three FULLTEXT");
        assertThat(hits("mountains -sea", SearchScope.BOTH)).as("neither here nor there").isEmpty();
        assertThat(hits("mountains -fulltext:sea", SearchScope.BOTH)).containsExactly("two FULLTEXT");
        assertThat(hits("mou*", SearchScope.FULLTEXT)).containsExactly("two FULLTEXT");
        assertThat(hits("", SearchScope.FULLTEXT)).as("all with a full text").hasSize(3);
        assertThat(hits("source:a", SearchScope.BOTH)).as("no word of a document").contains("four null");
    }

    @Test
    void fullTextsWithFrequencies_areRankedAsTheirWordsWouldBe() {
        commit(3, put("a", "x", "river river bank house", SampleTerms.Known.FREQUENCIES),
                put("b", "y", "river bank bank", SampleTerms.Known.POSITIONS),
                put("c", "z", "mill", SampleTerms.Known.FREQUENCIES));
        List<Float> apart = scores("river OR bank", SearchScope.FULLTEXT);
        commit(6, put("a", "river bank", "river river bank house", SampleTerms.Known.POSITIONS),
                put("b", "river", "river bank bank", SampleTerms.Known.FREQUENCIES),
                put("d", "river", "", SampleTerms.Known.POSITIONS));
        assertThat(scores("river OR bank", SearchScope.FULLTEXT)).as("descriptions add nothing").isEqualTo(apart)
                .hasSize(2 * RankingModel.values().length);
    }

    private List<Float> scores(String text, SearchScope scope) {
        return Arrays.stream(RankingModel.values())
                .flatMap(model -> index().search(SearchQuery.of(text).in(scope).with(model)).hits().stream())
                .map(SearchHit::score).toList();
    }

    @Test
    void lengthBeforeTermsWereLeftOut_decidesOnTheRank() {
        SampleTerms whole = SampleTerms.of("river bank house mill", SampleTerms.Known.FREQUENCIES);
        commit(2, new IndexChange.Put(IndexDocument.of("a", "one", new IndexField.FullText(whole))),
                put("two", "", "river", SampleTerms.Known.FREQUENCIES));
        List<Float> ofWhole = scores("river", SearchScope.FULLTEXT);
        commit(3, new IndexChange.Put(IndexDocument.of("a", "one", new IndexField.FullText(whole.without("house", "mill")))));
        assertThat(scores("river", SearchScope.FULLTEXT)).isEqualTo(ofWhole);
        assertThat(hits("house", SearchScope.FULLTEXT)).isEmpty();
    }

    @Test
    void phrasesAndNearWords_areFoundWherePositionsAreKnown() {
        commit(3, put("placed", "x", "the house by the river bank", SampleTerms.Known.POSITIONS),
                put("counted", "x", "the house by the river bank", SampleTerms.Known.FREQUENCIES),
                put("listed", "x", "the house by the river bank", SampleTerms.Known.TERMS));
        assertThat(hits("\"river bank\"", SearchScope.BOTH)).containsExactly("placed FULLTEXT");
        assertThat(hits("\"bank river\"", SearchScope.FULLTEXT)).isEmpty();
        assertThat(hits("\"house river\"", SearchScope.FULLTEXT)).isEmpty();
        assertThat(hits("\"house river\"~2", SearchScope.FULLTEXT)).containsExactly("placed FULLTEXT");
        assertThat(hits("\"house river\"~1", SearchScope.FULLTEXT)).isEmpty();
        assertThat(index().search(SearchQuery.of("\"river bank\"")).unplaced()).as("may have the phrase").isEqualTo(2);
        assertThat(index().search(SearchQuery.of("\"river mill\"")).unplaced()).isZero();
        assertThat(index().search(SearchQuery.of("river bank")).unplaced()).as("no phrase").isZero();
    }

    @Test
    void nearWords_areFoundInDescriptionsToo() {
        commit(1, put("one", "the house by the river bank"));
        assertThat(find("\"house bank\"~3")).containsExactly("one");
        assertThat(find("\"house bank\"~2")).isEmpty();
        assertThat(find("\"house bank\"~")).as("no number: a word of its own").isEmpty();
    }

    @Test
    void termsWithoutFrequencies_areFoundAndNotRanked() {
        commit(2, put("counted", "x", "river river", SampleTerms.Known.FREQUENCIES), put("other", "y", "bank",
                SampleTerms.Known.FREQUENCIES));
        List<Float> before = scores("river", SearchScope.FULLTEXT);
        commit(3, put("listed", "z", "river river bank", SampleTerms.Known.TERMS));
        assertThat(hits("river", SearchScope.FULLTEXT)).containsExactly("counted FULLTEXT", "listed FULLTEXT unranked");
        assertThat(scores("river", SearchScope.FULLTEXT)).as("the others are ranked as without it")
                .containsAll(before).filteredOn(score -> score > 0).isEqualTo(before);
        SearchHit last = index().search(SearchQuery.of("river").in(SearchScope.FULLTEXT)).hits().getLast();
        assertThat(last.identifier()).isEqualTo("listed");
        assertThat(last.score()).isZero();
    }

    @Test
    void removedFullTexts_changeNoScore() {
        commit(3, put("one", "x", "river bank", SampleTerms.Known.POSITIONS),
                put("two", "y", "river river mill", SampleTerms.Known.FREQUENCIES), put("three", "z", "mill",
                        SampleTerms.Known.TERMS));
        List<Float> before = scores("river OR mill", SearchScope.BOTH);
        commit(6, put("four", "x", "river mill mill", SampleTerms.Known.POSITIONS),
                put("three", "z", "bank", SampleTerms.Known.TERMS),
                put("one", "x", "mill", SampleTerms.Known.FREQUENCIES));
        assertThat(scores("river OR mill", SearchScope.BOTH)).isNotEqualTo(before);
        commit(9, remove("four"), put("one", "x", "river bank", SampleTerms.Known.POSITIONS),
                put("three", "z", "mill", SampleTerms.Known.TERMS));
        assertThat(scores("river OR mill", SearchScope.BOTH)).isEqualTo(before);
        assertThat(scores("\"river bank\"", SearchScope.FULLTEXT)).hasSize(RankingModel.values().length);
    }

    @Test
    void fullTextThatCannotBeCounted_doesNotHideTheDescription() {
        commit(2, new IndexChange.Put(IndexDocument.of("a", "one", IndexField.Text.of(IndexFields.ALL_TEXT, "river"),
                new IndexField.FullText(SampleTerms.of("sea", SampleTerms.Known.FREQUENCIES).times(Integer.MAX_VALUE)))),
                put("two", "river", "sea", SampleTerms.Known.FREQUENCIES));
        assertThat(hits("river", SearchScope.BOTH)).containsExactly("one DESCRIPTION", "two DESCRIPTION");
        assertThat(hits("sea", SearchScope.BOTH)).containsExactly("two FULLTEXT");
    }
}
