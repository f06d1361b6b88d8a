package dev.sheaf.core;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KnownNamesTest {

    @Test
    void messageCountsAndListsTheNamesAndOffersTheMostSimilar() {
        assertThat(KnownNames.of(List.of("print", "painting", "print")).lacking("the repository", "set", "pianting"))
                .isEqualTo("the repository has no set 'pianting'; it has 2: painting, print. Did you mean 'painting'?");
    }

    @Test
    void ofManyNamesTheMostSimilarAreListed() {
        List<String> many = IntStream.range(0, 1_000).mapToObj(number -> "set" + number).toList();
        assertThat(KnownNames.of(many).lacking("the repository", "set", "set7o7")).startsWith(
                "the repository has no set 'set7o7'; it has 1,000, among them set707, ").endsWith(". Did you mean 'set707'?")
                .hasSizeLessThan(300);
    }

    @Test
    void anOwnerWithoutNamesHasNoOther() {
        assertThat(KnownNames.of(List.of()).lacking("the repository", "set", "x"))
                .isEqualTo("the repository has no set 'x', and no other set");
    }

    @Test
    void aSetBelowAnotherIsOfferedForItsLastName() {
        assertThat(KnownNames.of(List.of("literature:novel", "navel")).lacking("it", "set", "novel"))
                .endsWith("Did you mean 'literature:novel'?");
    }

    @Test
    void namesFromOutsideAreOneShortLine() {
        assertThat(KnownNames.of(List.of("a\nb", "c".repeat(5_000))).lacking("it", "set", "\u001b[31m"))
                .doesNotContain("\n", "\u001b").hasSizeLessThan(200);
    }
}
