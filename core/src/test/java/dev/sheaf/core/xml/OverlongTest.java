package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Looking at eight bytes at a time finds the same as looking at each. */
class OverlongTest {

    @Test
    void everyPairOfBytes_isJudgedAlikeAtEveryOffset() {
        for (int first = 0; first < 256; first++) {
            for (int second = 0; second < 256; second++) {
                int place = (first * 256 + second) % 16;
                byte[] text = new byte[24];
                Arrays.fill(text, (byte) 'a');
                text[place] = (byte) first;
                text[place + 1] = (byte) second;
                assertThat(Overlong.find(text)).as("%02X %02X at %d", first, second, place)
                        .isEqualTo(wanted(first, second, place));
            }
        }
    }

    private static int wanted(int first, int second, int place) {
        boolean fault = first == 0xC0 || first == 0xC1 || first > 0xF4 || first == 0xE0 && second < 0xA0
                || first == 0xF0 && second < 0x90 || first == 0xF4 && second > 0x8F;
        if (fault) {
            return place;
        }
        // A letter follows the second byte, so the second byte begins no complete sequence.
        return second == 0xC0 || second == 0xC1 || second == 0xE0 || second == 0xF0 || second > 0xF4 ? place + 1 : -1;
    }

    @Test
    void textInManyAlphabets_hasNoOverlongForm() {
        byte[] text = "Müßiggang, Dvořák, наука, علم, 科学, 한국어, 😀 and plain letters".repeat(5).getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < 8; from++) {
            byte[] shifted = new byte[text.length + from];
            Arrays.fill(shifted, (byte) ' ');
            System.arraycopy(text, 0, shifted, from, text.length);
            assertThat(Overlong.find(shifted)).isEqualTo(-1);
        }
    }
}
