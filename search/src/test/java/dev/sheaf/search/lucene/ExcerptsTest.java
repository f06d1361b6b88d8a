package dev.sheaf.search.lucene;

import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.lucene.Excerpts.Piece;

import static org.assertj.core.api.Assertions.assertThat;

class ExcerptsTest {

    private static final String LONG = "Nothing to see in this sentence about gardens. ".repeat(30)
            + "Here the river meets the sea. " + "And then there is more about mountains. ".repeat(30);

    @Test
    void excerpt_showsTheMatch_andMarksItsWords() {
        List<Piece> pieces = Excerpts.of("river SEA", QueryVocabulary.PLAIN).from(LONG);
        assertThat(text(pieces)).contains("Here the river meets the sea.").hasSizeLessThan(400).startsWith("\u2026")
                .endsWith("\u2026");
        assertThat(pieces).filteredOn(Piece::found).extracting(Piece::text).containsExactly("river", "sea");
    }

    @ParameterizedTest
    @CsvSource({"Zurich,Z\u00fcrich", "riv*,river", "\u7269\u8a9e,\u7269\u8a9e", "title:river,river", "\"the sea\",the sea"})
    void excerpt_marksAllMatchingForms(String query, String marked) {
        String found = Excerpts.of(query, QueryVocabulary.PLAIN)
                .from("In Z\u00fcrich the river meets the sea. \u6e90\u6c0f\u7269\u8a9e").stream()
                .filter(Piece::found).map(Piece::text).collect(Collectors.joining(" "));
        assertThat(found).isEqualTo(marked);
    }

    @Test
    void showsTheBeginningWhenNothingWasAskedOrFound() {
        for (String query : List.of("", "absent", "-garden", "&&")) {
            List<Piece> pieces = Excerpts.of(query, QueryVocabulary.PLAIN).from(LONG);
            assertThat(text(pieces)).as(query).startsWith("Nothing to see").endsWith("\u2026").hasSizeLessThan(400);
            assertThat(pieces).noneMatch(Piece::found);
        }
    }

    @Test
    void aShortTextIsShownWhole() {
        assertThat(text(Excerpts.of("see", QueryVocabulary.PLAIN).from("Nothing to see."))).isEqualTo("Nothing to see.");
        assertThat(text(Excerpts.of("", QueryVocabulary.PLAIN).from("Nothing to see."))).isEqualTo("Nothing to see.");
    }

    @Test
    void textWithoutSentencesIsCutToo() {
        String wall = "x".repeat(5_000) + " needle " + "y".repeat(5_000);
        assertThat(text(Excerpts.of("needle", QueryVocabulary.PLAIN).from(wall))).contains("needle").hasSizeLessThan(400);
    }

    private static String text(List<Piece> pieces) {
        return pieces.stream().map(Piece::text).collect(Collectors.joining());
    }
}
