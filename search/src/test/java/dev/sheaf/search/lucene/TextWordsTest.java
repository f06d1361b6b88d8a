package dev.sheaf.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

import dev.sheaf.search.IndexFields;

import static org.assertj.core.api.Assertions.assertThat;

/** The remembered words are those that the analyzer finds: the split of common texts is Sheaf's own. */
class TextWordsTest {

    private static final StemLanguage[] LANGUAGES = {StemLanguage.ENGLISH, StemLanguage.FRENCH, StemLanguage.OTHER,
            StemLanguage.RUSSIAN};

    private final SheafAnalyzer analyzer = SheafAnalyzer.forIndex();
    private final TextWords words = new TextWords();

    private List<String> analyzed(String text, StemLanguage language) throws IOException {
        List<String> terms = new ArrayList<>();
        try (TokenStream stream = analyzer.words(IndexFields.ALL_TEXT, text, language)) {
            CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
            PositionIncrementAttribute increment = stream.getAttribute(PositionIncrementAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                terms.add(increment.getPositionIncrement() + ":" + term);
            }
            stream.end();
            terms.add("+" + increment.getPositionIncrement());
        }
        return terms;
    }

    private List<String> read(String text, StemLanguage language) {
        words.read(text, language);
        List<String> terms = new ArrayList<>();
        IntStream.range(0, words.count())
                .forEach(i -> terms.add(words.increment(i) + ":" + term(i)));
        terms.add("+" + words.trailing());
        return terms;
    }

    private String term(int index) {
        BytesRef term = new BytesRef();
        words.term(words.place(index), term);
        return term.utf8ToString();
    }

    private void assertSame(String text, StemLanguage language) throws IOException {
        assertThat(read(text, language)).as("%s: %s", language, text).isEqualTo(analyzed(text, language));
    }

    @Test
    void everyCharacterBetweenLettersAndDigits_splitsAsTheAnalyzerDoes() throws IOException {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            String one = Character.isSurrogate((char) c) ? Character.toString(0x10000 + c) : Character.toString(c);
            assertSame("a" + one + "b 1" + one + "2 a" + one + "1 _" + one + "b " + one + one + " x" + one, StemLanguage.ENGLISH);
        }
    }

    @Test
    void randomTexts_splitAsTheAnalyzerDoes() throws IOException {
        Random random = new Random(7);
        String certain = "aabcdeghilmnorstuy  .,:;'_-/&019\u2019\u2014\u00e9\u00fc\u00df\u017f\u0130\u00b7AEL\u0438\u0439\u03b1";
        String mixed = certain + "\u0301\u00ad\u200d\u4e2d\u6587\u0e44\u0e17\ud55c\u0627\u05d0\"\u00a9\u20e3";
        for (int i = 0; i < 60_000; i++) {
            String letters = i % 3 == 0 ? mixed : certain;
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(40); n > 0; n--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            assertSame(text.toString(), LANGUAGES[random.nextInt(LANGUAGES.length)]);
        }
    }

    @Test
    void wordsThatComeAgain_haveTheStemsOfTheirLanguage() throws IOException {
        for (int round = 0; round < 2; round++) {
            for (StemLanguage language : StemLanguage.values()) {
                assertSame(
                        "Paintings of the national universities l'art dell\u2019arte \u0434\u0435\u0440\u0435\u0432\u044c\u044f",
                        language);
            }
        }
    }

    @Test
    void manyDifferentWords_areForgotten_andSplitAsBefore() throws IOException {
        for (int i = 0; i < 400_000; i++) {
            words.begin();
            words.read("word" + i + "s Walking caf\u00e9s", StemLanguage.ENGLISH);
        }
        words.begin();
        assertSame("walking walked caf\u00e9s Walking word7s", StemLanguage.ENGLISH);
        assertSame("walking walked caf\u00e9s Walking word7s", StemLanguage.ENGLISH);
    }

    @Test
    void longWords_splitAsTheAnalyzerDoes() throws IOException {
        for (int length : new int[]{40, 41, 254, 255, 256, 257, 510, 600}) {
            assertSame("a " + "b".repeat(length) + " c", StemLanguage.ENGLISH);
            assertSame("a " + "b.".repeat(length) + "1 c", StemLanguage.ENGLISH);
        }
    }
}
