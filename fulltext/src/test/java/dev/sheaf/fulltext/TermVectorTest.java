package dev.sheaf.fulltext;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TermVectorTest {

    @Test
    void termsStandInCodePointOrder_whateverTheOrderOfAdding() {
        TermVector vector = new TermVector.Builder().add("\uD83D\uDE00", 1).add("\uFB01", 2).add("b", 3).add("a", 4).build();
        assertThat(terms(vector)).containsExactly("a", "b", "\uFB01", "\uD83D\uDE00");
        assertThat(vector.indexOf("b")).isEqualTo(1);
        assertThat(vector.indexOf("c")).isNegative();
    }

    @Test
    void codePointOrder_isTheOrderOfUtf8Bytes() {
        Random random = new Random(7);
        int[] alphabet = {'a', 'b', 0xE4, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0x10000, 0x10FFFF};
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            StringBuilder word = new StringBuilder();
            for (int j = random.nextInt(4); j >= 0; j--) {
                word.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
            }
            words.add(word.toString());
        }
        List<String> byBytes = words.stream()
                .sorted(Comparator.comparing(word -> word.getBytes(UTF_8), java.util.Arrays::compareUnsigned))
                .toList();
        assertThat(words.stream().sorted(CodePointOrder.INSTANCE).toList()).isEqualTo(byBytes);
    }

    @Test
    void spellingsOfOneTerm_areAddedUp() {
        TermVector vector = new TermVector.Builder().add("o\u0308l", new int[]{4}).add("\u00f6l", new int[]{9, 2}).build();
        assertThat(terms(vector)).containsExactly("\u00f6l");
        assertThat(vector.frequency(0)).isEqualTo(3);
        assertThat(vector.positions(0)).containsExactly(2, 4, 9);
    }

    @Test
    void charactersThatXmlCannotCarry_areReplaced() {
        TermVector vector = new TermVector.Builder().add("a\u0001b", 1).add("c\uD800", 1).add("d\uFFFE", 1)
                .source("http://e/\u0000").build();
        assertThat(terms(vector)).containsExactly("a\uFFFDb", "c\uFFFD", "d\uFFFD");
        assertThat(vector.source()).isEqualTo("http://e/\uFFFD");
    }

    @Test
    void oneTermWithoutNumber_makesAllNumbersUnknown() {
        TermVector vector = new TermVector.Builder().add("a", new int[]{1, 2}).add("b").length(7).build();
        assertThat(vector.hasFrequencies()).isFalse();
        assertThat(vector.hasPositions()).isFalse();
        assertThat(vector.frequency(0)).isEqualTo(1);
        assertThat(vector.tokens()).isEqualTo(2);
        assertThat(vector.length()).isEqualTo(7);
    }

    @Test
    void oneTermWithoutPositions_makesAllPositionsUnknown() {
        TermVector vector = new TermVector.Builder().add("a", new int[]{1, 2}).add("b", 1).build();
        assertThat(vector.hasPositions()).isFalse();
        assertThat(vector.positions(0)).isEmpty();
        assertThat(vector.frequency(0)).isEqualTo(2);
    }

    @Test
    void lengthBelowTheSumOfFrequencies_isThatSum() {
        assertThat(new TermVector.Builder().add("a", 5).length(3).build().length()).isEqualTo(5);
        assertThat(new TermVector.Builder().add("a", 5).length(9).build().length()).isEqualTo(9);
    }

    @Test
    void languageThatIsNoCode_countsAsUnknown() {
        assertThat(new TermVector.Builder().language("pt-BR").build().language()).isEqualTo("pt-BR");
        assertThat(new TermVector.Builder().language("Portuguese (Brazil)").build().language()).isEmpty();
    }

    @Test
    void impossibleTerms_areRefused() {
        TermVector.Builder builder = new TermVector.Builder();
        assertThatThrownBy(() -> builder.add("", 1)).isInstanceOf(IllegalArgumentException.class).hasMessage("a term is empty");
        assertThatThrownBy(() -> builder.add("a", 0)).hasMessage("the term 'a' has the frequency 0");
        assertThatThrownBy(() -> builder.add("a", new int[]{})).hasMessage("the term 'a' has the frequency 0");
        assertThatThrownBy(() -> builder.add("a", new int[]{-1})).hasMessageContaining("has the position -1");
        assertThatThrownBy(() -> builder.add("x".repeat(10_001), 1)).hasMessageContaining("longer than 10,000 characters");
        assertThatThrownBy(() -> builder.add("b", Integer.MAX_VALUE)).hasMessageContaining("more than 100,000,000 tokens");
        assertThatThrownBy(() -> builder.length(Long.MAX_VALUE)).hasMessageContaining("more than 100,000,000 tokens");
    }

    @Test
    void positions_areCopies() {
        TermVector vector = new TermVector.Builder().add("a", new int[]{1}).build();
        vector.positions(0)[0] = 99;
        assertThat(vector.positions(0)).containsExactly(1);
    }

    static List<String> terms(TermVector vector) {
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < vector.size(); i++) {
            terms.add(vector.term(i));
        }
        return terms;
    }
}
