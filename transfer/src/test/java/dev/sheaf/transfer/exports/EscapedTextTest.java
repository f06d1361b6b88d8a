package dev.sheaf.transfer.exports;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** A reader of JSON reads an escaped text as the original, with any characters. */
class EscapedTextTest {

    private static final String CHARACTERS = "abcdefghijklmnop \"\\\n\t\r\b\u0001\u001f\u007f\u00e9\u20ac\ud83d\ude00<>&/";

    private final EscapedText escaped = new EscapedText();

    @Test
    void escapedTexts_areUnescapedUnchanged() {
        Random random = new Random(5);
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder();
            // Mostly plain, as texts are; every tenth round nothing but what is seldom. Some outgrow the array.
            int among = round % 10 == 0 ? CHARACTERS.codePointCount(0, CHARACTERS.length()) : 20;
            int size = round % 500 == 0 ? 20_000 : random.nextInt(60);
            for (int i = 0; i < size; i++) {
                text.appendCodePoint(CHARACTERS.codePointAt(CHARACTERS.offsetByCodePoints(0, random.nextInt(among))));
            }
            assertThat(read(text.toString())).isEqualTo(text.toString());
        }
    }

    @Test
    void leavesPlainTextUnescaped() {
        assertThat(json("<dc:title>Müßiggang – „€“ 😀</dc:title>/'")).isEqualTo("\"<dc:title>Müßiggang – „€“ 😀</dc:title>/'\"");
    }

    private String read(String text) {
        return new JsonMapper().readValue(json(text), String.class);
    }

    private String json(String text) {
        escaped.set(text.getBytes(StandardCharsets.UTF_8));
        return '"' + new String(escaped.array(), 0, escaped.length(), StandardCharsets.UTF_8) + '"';
    }
}
