package dev.sheaf.fulltext;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class IndexPolicyTest {

    private static final String TEXT = "The Libraries of Babel: the library, libraries and the LIBRARY of 1941.";

    private static TermVector index(String policy, String text) {
        return IndexPolicy.parse(policy).index(text, "en", "https://example.org/babel.txt", true);
    }

    @Test
    void usualPolicy_countsWordsInLowerCase() {
        TermVector vector = index("", TEXT);
        assertThat(TermVectorTest.terms(vector)).containsExactly("1941", "and", "babel", "libraries", "library", "of", "the");
        assertThat(vector.frequency(vector.indexOf("the"))).isEqualTo(3);
        assertThat(vector.positions(vector.indexOf("libraries"))).containsExactly(1, 6);
        assertThat(vector.length()).isEqualTo(12);
        assertThat(vector.language()).isEqualTo("en");
        assertThat(vector.source()).isEqualTo("https://example.org/babel.txt");
        assertThat(vector.analyzer()).isEqualTo("tokenizer=standard case=lower stop=none stem=none");
    }

    @Test
    void languageAlone_standsForItsStopWordsAndStemmer() {
        TermVector vector = index("english", TEXT);
        assertThat(vector.analyzer()).isEqualTo("tokenizer=standard case=lower stop=english stem=porterStem");
        assertThat(TermVectorTest.terms(vector)).containsExactly("1941", "babel", "librari");
        assertThat(vector.frequency(2)).isEqualTo(4);
        assertThat(vector.positions(2)).as("stop words leave gaps").containsExactly(1, 5, 6, 9);
        assertThat(vector.length()).isEqualTo(6);
        assertThat(IndexPolicy.parse("german").text())
                .isEqualTo("tokenizer=standard case=lower stop=german stem=snowball-german");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            case=keep | Caf\u00e9 caf\u00e9 | Caf\u00e9 caf\u00e9
            case=lower | Caf\u00e9 cafe\u0301 | caf\u00e9
            case=fold | Caf\u00e9 \uff23AFE | cafe
            stop=+page,+a%2Cb tokenizer=whitespace | Page a,b c | c
            stop=french,+page case=fold | o\u00f9 page M\u00caME lu | lu
            stem=german | H\u00e4user | haus
            stem=germanLight | H\u00e4usern | haus
            stem=frenchMinimalStem | chevaux | cheval
            stem=kstem | running | running
            stem=porter | running | run
            tokenizer=whitespace | C++ a-b | a-b c++
            tokenizer=letter | abc123def | abc def
            tokenizer=icu | \u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22 | \u0e20\u0e32\u0e29\u0e32 \u0e44\u0e17\u0e22
            tokenizer=uax29urlemail | mail user@example.org | mail user@example.org
            drop=short | a bc d 7 \u56fe | bc \u56fe
            drop=numbers | a 1941 3.14 x2 | a x2
            drop=short,numbers tokenizer=whitespace | a 1941 10% bc | bc
            min-frequency=2 | a a b | a
            keep=50% | a a b b c ddd | a b
            weight=50% | a a a b b c | a
            keep=34% | bb a ccc | bb ccc
            limit=2 | a b c | a b
            """)
    void partsOfAPolicy_changeTheTerms(String policy, String text, String terms) {
        assertThat(String.join(" ", TermVectorTest.terms(index(policy, text)))).isEqualTo(terms.equals("(none)") ? "" : terms);
    }

    @Test
    void pruning_leavesTheLengthOfTheText() {
        TermVector pruned = index("min-frequency=3", TEXT);
        assertThat(TermVectorTest.terms(pruned)).containsExactly("the");
        assertThat(pruned.length()).isEqualTo(12);
        assertThat(pruned.tokens()).isEqualTo(3);
    }

    @Test
    void text_isReadBackAsTheSamePolicy() {
        for (String written : List.of("", "english", "german stem=none",
                "stop=german,english,+page,+a%20b,+100%25,+\u00e9 case=fold",
                "limit=10 drop=numbers,short weight=90% keep=80% min-frequency=2 stem=LightGerman tokenizer=ICU"
                        .replace("LightGerman", "germanLight"),
                "stem=snowball-english", "stem=Snowball-Porter", "TOKENIZER=letter CASE=Keep")) {
            IndexPolicy policy = IndexPolicy.parse(written);
            IndexPolicy again = IndexPolicy.parse(policy.text());
            assertThat(again).isEqualTo(policy);
            assertThat(again.index(TEXT, "", "", true)).isEqualTo(policy.index(TEXT, "", "", true));
        }
        assertThat(IndexPolicy.parse("stop=+b,english,+a%20b,+100%25 min-frequency=2 keep=80 drop=numbers,short limit=7").text())
                .isEqualTo("tokenizer=standard case=lower stop=english,+100%25,+a%20b,+b stem=none min-frequency=2 keep=80%"
                        + " drop=short,numbers limit=7");
    }

    @Test
    void everyNamedListAndStemmer_works() {
        for (String list : IndexPolicy.stopLists()) {
            assertThat(IndexPolicy.parse("stop=" + list).analyzer().stopWords()).as(list).isNotEmpty();
        }
        assertThat(IndexPolicy.parse("stop=english").analyzer().stopWords()).hasSize(33);
        assertThat(IndexPolicy.parse("stop=snowball-english").analyzer().stopWords()).hasSize(174);
        for (String stemmer : IndexPolicy.stemmers()) {
            IndexPolicy policy = IndexPolicy.parse("stem=" + stemmer);
            assertThat(policy.text()).contains("stem=" + stemmer);
            assertThat(policy.index("word Stra\u00dfe \u043c\u043e\u0441\u043a\u0432\u0430", "", "", false).size()).as(stemmer)
                    .isEqualTo(3);
        }
        for (String tokenizer : IndexPolicy.TOKENIZERS) {
            assertThat(index("tokenizer=" + tokenizer, "one two").size()).as(tokenizer).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tokenizer=pattern", "case=upper", "stop=klingon", "stop=+", "stop=+%", "stop=+%ZZ", "stem=hunspell",
            "stem=",
            "min-frequency=0", "min-frequency=x", "keep=0%", "keep=101%", "weight=-5%", "drop=everything", "limit=0",
            "limit=99999999",
            "colour=red", "klingon", "=", "stop=+%20"})
    void partThatNoPolicyHas_isRefusedWithItsReason(String policy) {
        assertThatThrownBy(() -> IndexPolicy.parse(policy)).isInstanceOf(IllegalArgumentException.class)
                .message().isNotBlank().contains(policy.equals("=") ? "no part ''" : policy.split("=")[0]);
        assertThatThrownBy(() -> IndexPolicy.parse("x".repeat(200_000))).hasMessageContaining("at most 100000 characters");
    }

    @Test
    void sameText_givesTheSameVector_onManyThreads() throws Exception {
        IndexPolicy policy = IndexPolicy.parse("english case=fold");
        String text = new RandomText(1).words(2_000);
        TermVector expected = policy.index(text, "", "", true);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<TermVector>> tasks = IntStream.range(0, 40)
                    .mapToObj(_ -> (Callable<TermVector>) () -> policy.index(text, "", "", true)).toList();
            for (Future<TermVector> vector : threads.invokeAll(tasks)) {
                assertThat(vector.get()).isEqualTo(expected);
            }
        }
    }

    @Test
    void termsOfAQuery_comeInOrder_withTheirPlaces() {
        assertThat(IndexPolicy.parse("english").terms("the Libraries of Babel")).containsExactly(
                new IndexPolicy.Token("librari", 1),
                new IndexPolicy.Token("babel", 3));
    }

    @Test
    void vectorsOfRandomTexts_surviveTheirXml() throws MalformedIndexException {
        RandomText texts = new RandomText(5);
        for (String policy : List.of("", "case=keep tokenizer=whitespace", "case=fold stem=porter tokenizer=icu")) {
            for (int i = 0; i < 50; i++) {
                TermVector vector = index(policy, texts.words(100));
                assertThat(TermsXml.read(TermsXml.write(vector, IndexFormat.TF_POSITIONAL))).isEqualTo(vector);
            }
        }
    }
}
