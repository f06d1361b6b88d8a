package dev.sheaf.core;

import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DatestampTest {

    @Test
    void lastSecondOfADay_is235959() {
        Datestamp day = Datestamp.parse("2024-02-29");
        assertThat(day.granularity()).contains(Granularity.DAY);
        assertThat(day.instant()).contains(Instant.parse("2024-02-29T00:00:00Z"));
        assertThat(day.lastSecond()).contains(Instant.parse("2024-02-29T23:59:59Z"));
    }

    @Test
    void lastSecondOfATime_isTheTimeItself() {
        Datestamp second = Datestamp.parse("2002-05-01T19:20:30Z");
        assertThat(second.granularity()).contains(Granularity.SECOND);
        assertThat(second.lastSecond()).isEqualTo(second.instant());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "junk", "2002", "2002-02", "2023-02-30", "2002-02-05T05:35:00", "2002-02-05T05:35:00+00:00",
            "2002-02-05T05:35:00.0Z", "2002-02-05T24:00:00Z", "2002-02-05T23:59:60Z", "20020205", "2002-2-5",
            "2002-02-05 05:35:00Z",
            "-002-02-05", "0000-01-01", "0000-02-29", "0000-01-01T00:00:00Z", "0000-12-31T23:59:59Z"})
    void illegalDatestamp_keepsTheReceivedText(String text) {
        assertThat(Datestamp.received(text).isLegal()).isFalse();
        assertThat(Datestamp.received(text).text()).isEqualTo(text);
        assertThatThrownBy(() -> Datestamp.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("YYYY-MM-DD");
    }

    @Test
    void instant_isTruncatedToTheGranularity() {
        Instant instant = Instant.parse("2024-05-06T07:08:09.987Z");
        assertThat(Datestamp.of(instant, Granularity.DAY).text()).isEqualTo("2024-05-06");
        assertThat(Datestamp.ofSecond(instant).text()).isEqualTo("2024-05-06T07:08:09Z");
    }
}
