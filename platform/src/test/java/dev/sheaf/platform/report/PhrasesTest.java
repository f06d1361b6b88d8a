package dev.sheaf.platform.report;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PhrasesTest {

    @ParameterizedTest
    @CsvSource({"0, 0s", "90, 90s", "1800, 30m", "21600, 6h", "86400, 1d", "1209600, 14d"})
    void duration_isShownInTheLargestFittingUnit(long seconds, String said) {
        assertThat(Phrases.duration(Duration.ofSeconds(seconds))).isEqualTo(said);
    }

    @Test
    void quotesTextInOneLine() {
        assertThat(Phrases.oneLine(" a\r\n\tb\u001b[2J\u009bc ")).isEqualTo("a b [2J c");
    }

    @Test
    void withoutAChoice_allAreNamed() {
        assertThat(Phrases.chosen(List.of())).isEqualTo("all");
        assertThat(Phrases.chosen(List.of("maps", "prints"))).isEqualTo("maps, prints");
    }
}
