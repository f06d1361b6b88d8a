package dev.sheaf.bench.fuzztime;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

/** The judgement on parsers that are known to be linear, quadratic, slow for some bytes, or broken. */
@Isolated("The processor time of all threads is measured.")
class GrowthCheckTest {

    private static final int BYTES = 4_096;
    private static final Shape LETTERS = Shape.of("", "abc ", "");
    private static final Shape QUOTES = Shape.of("", "\"", "");

    private volatile int sum;

    private GrowthCheck judge(Parser.Reading reading) throws Exception {
        return new GrowthCheck(new Parser("parser", List.of(LETTERS), List.of("\""), List.of(), reading), BYTES);
    }

    private void look(byte[] input, int times) {
        int all = sum;
        for (int i = 0; i < times; i++) {
            for (byte b : input) {
                all = 31 * all + b;
            }
        }
        sum = all;
    }

    @Test
    void linearWork_isNotReported() throws Exception {
        GrowthCheck judge = judge(input -> look(input, 5));

        assertThat(judge.judge(QUOTES)).isEmpty();
        assertThat(judge.judge(LETTERS)).isEmpty();
    }

    @Test
    void quadraticWork_isReported() throws Exception {
        GrowthCheck judge = judge(input -> look(input, input[0] == '"' ? input.length / 64 : 1));

        assertThat(judge.judge(LETTERS)).isEmpty();
        assertThat(judge.judge(QUOTES)).get().extracting(GrowthCheck.Finding::what).asString().startsWith("a byte takes ");
    }

    @Test
    void inputWithAThousandfoldTimePerByte_isReported() throws Exception {
        assertThat(judge(input -> look(input, input[0] == '"' ? 2_000 : 2)).judge(QUOTES)).get()
                .extracting(GrowthCheck.Finding::what)
                .asString()
                .contains("as long as in ordinary input");
    }

    @Test
    void overflowOfTheStack_isReported() throws Exception {
        assertThat(judge(input -> {
            if (input[0] == '"' && "\"".repeat(1 << 20).matches("(?:a|\"|b)*")) {
                look(input, 1);
            }
        }).judge(QUOTES)).get().extracting(GrowthCheck.Finding::what).asString().contains("StackOverflowError");
    }

    @Test
    void grownShapes_haveTheWantedSizeAndNumberedParts() {
        Shape nested = new Shape("[", "<\u0001>", "x", "</\u0001>", "]");

        assertThat(new String(nested.grown(20), ISO_8859_1)).isEqualTo("[<0><1><2>x</2></1></0>]");
        assertThat(nested.grown(10_000).length).isBetween(10_000, 10_015);
    }
}
