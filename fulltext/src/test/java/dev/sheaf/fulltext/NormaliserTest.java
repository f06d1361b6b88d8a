package dev.sheaf.fulltext;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class NormaliserTest {

    private static final List<String> LAXER = List.of("case=keep", "case=lower", "case=lower stop=+the", "case=keep stop=+the",
            "case=fold", "case=fold stop=+the", "case=fold stop=english", "case=lower stop=english",
            "case=fold stop=english,french,+page", "case=keep limit=1000000");
    private static final List<String> OWN = List.of("case=fold stop=english,french,+page",
            "case=fold stop=english,french,+page stem=porter",
            "case=fold stop=english,french,+page stem=snowball-german min-frequency=2",
            "case=fold stop=english,french,+page stem=frenchLightStem keep=60% drop=short,numbers");

    static Stream<Arguments> pairs() {
        return Stream.of("standard", "icu", "whitespace", "letter")
                .flatMap(tokenizer -> LAXER.stream().flatMap(laxer -> OWN.stream()
                        .map(own -> Arguments.of("tokenizer=" + tokenizer + " " + laxer, "tokenizer=" + tokenizer + " " + own))));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void vectorOfALaxerPolicy_becomesTheVectorOfTheText(String laxer, String own) {
        IndexPolicy theirs = IndexPolicy.parse(laxer);
        IndexPolicy ours = IndexPolicy.parse(own);
        Normaliser normaliser = Normaliser.to(ours);
        assertThat(normaliser.differences(theirs.text())).isEmpty();
        RandomText texts = new RandomText(laxer.hashCode() * 31L + own.hashCode());
        for (int i = 0; i < 10; i++) {
            String text = texts.words(150);
            boolean positions = i % 2 == 0;
            TermVector harvested = theirs.index(text, "de", "https://example.org/" + i, positions);
            assertThat(normaliser.normalise(harvested)).isEqualTo(ours.index(text, "de", "https://example.org/" + i, positions));
        }
    }

    @Test
    void vectorOfTheOwnPolicy_staysAsItIs() {
        IndexPolicy own = IndexPolicy.parse("english min-frequency=2");
        TermVector vector = own.index("generously generous generously a b", "", "", false);
        assertThat(Normaliser.to(own).normalise(vector)).isSameAs(vector);
    }

    @Test
    void laxerPruning_isCompleted() {
        IndexPolicy theirs = IndexPolicy.parse("english min-frequency=2 drop=short");
        IndexPolicy ours = IndexPolicy.parse("english min-frequency=3 drop=short,numbers keep=50%");
        String text = "one one one two two three three three three 1941 1941 1941 five";
        Normaliser normaliser = Normaliser.to(ours);
        assertThat(normaliser.differences(theirs.text())).isEmpty();
        assertThat(normaliser.normalise(theirs.index(text, "", "", true))).isEqualTo(ours.index(text, "", "", true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tokenizer=icu | '' | It splits texts into words with the tokenizer icu, not with standard.
            case=fold | case=lower | It takes away differences of spelling that count here (case=fold, not lower).
            stop=+the | '' | It leaves out 1 word that can be searched here, such as the.
            stop=english | stop=+the | It leaves out 32 words that can be searched here, such as a, an, and, are, as.
            stem=porter | '' | It makes stems with porterStem, and words are not stemmed here.
            stem=porter | stem=german | It makes stems with porterStem, not with snowball-german.
            stem=porter | stem=porter stop=english | It made stems of its words before case and stop words could be treated as here.
            min-frequency=2 drop=short | '' | It leaves out terms of each text (min-frequency=2 drop=short).
            keep=50% | keep=40% | It leaves out terms of each text (keep=50%).
            min-frequency=2 | stem=porter min-frequency=2 | It leaves out terms of each text (min-frequency=2).
            limit=100 | '' | It indexes only the first 100 words of a text, not 1000000.
            limit=2000000 | '' | It indexes the first 2000000 words of a text; here 1000000 would be.
            """)
    void stricterPolicy_isReported(String theirs, String ours, String sentence) {
        assertThat(Normaliser.to(IndexPolicy.parse(ours)).differences(IndexPolicy.parse(theirs).text()))
                .containsExactly(sentence);
    }

    @Test
    void unknownPolicy_isReported_andItsTermsAreTreatedAsWords() {
        Normaliser normaliser = Normaliser.to(IndexPolicy.parse("english"));
        assertThat(normaliser.differences(""))
                .containsExactly("It does not say how it made its terms; they are treated as the words of a text.");
        assertThat(normaliser.differences("smart-571 lovins")).containsExactly(
                "It made its terms in a way that is not known here (smart-571 lovins); they are treated as the words of a text.");
        assertThat(normaliser.differences("tokenizer=quantum")).hasSize(1);
        TermVector vector = normaliser
                .normalise(new TermVector.Builder().add("The", 5).add("Running", 2).add("runs", 1).length(10).build());
        assertThat(TermVectorTest.terms(vector)).containsExactly("run");
        assertThat(vector.frequency(0)).isEqualTo(3);
        assertThat(vector.length()).isEqualTo(5);
        assertThat(vector.analyzer()).isEmpty();
    }

    @Test
    void termsWithoutNumbers_stayWithoutNumbers() {
        TermVector vector = Normaliser.to(IndexPolicy.parse("english"))
                .normalise(new TermVector.Builder().add("The").add("Running").add("runs").length(10).build());
        assertThat(TermVectorTest.terms(vector)).containsExactly("run");
        assertThat(vector.hasFrequencies()).isFalse();
        assertThat(vector.length()).isEqualTo(10);
    }

    @Test
    void manyPolicies_areNotAllKept() {
        Normaliser normaliser = Normaliser.to(IndexPolicy.DEFAULT);
        for (int i = 0; i < 2_000; i++) {
            assertThat(normaliser.differences("policy " + i)).hasSize(1);
        }
    }
}
