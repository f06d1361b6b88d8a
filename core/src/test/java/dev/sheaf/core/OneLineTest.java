package dev.sheaf.core;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OneLineTest {

    @Test
    void lineBreaksAndControlCharacters_becomeBlanks() {
        assertThat(OneLine.of("  A library\r\nID  RECORDS\u001b[2J\u2028end\t")).isEqualTo("A library ID RECORDS [2J end");
        assertThat(OneLine.of("Plain name")).isEqualTo("Plain name");
    }

    @Test
    void longText_isTruncated() {
        assertThat(OneLine.of("a".repeat(1_000_000))).hasSize(OneLine.LONGEST).endsWith("a\u2026");
        assertThat(OneLine.of("\ud83d\udcda".repeat(1_000))).hasSizeLessThanOrEqualTo(OneLine.LONGEST).endsWith("\udcda\u2026");
    }
}
