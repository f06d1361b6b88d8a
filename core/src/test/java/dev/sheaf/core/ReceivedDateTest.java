package dev.sheaf.core;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReceivedDateTest {

    @ParameterizedTest
    @CsvSource({"2021-03-11, 2021-03-11", "2021-03-11T10:15:00Z, 2021-03-11T10:15:00Z", "' 2021-03-11\n', 2021-03-11",
            "20210311, 2021-03-11", "20210311101500, 2021-03-11T10:15:00Z", "20210311T101500Z, 2021-03-11T10:15:00Z",
            "20210311T101500+0100, 2021-03-11T09:15:00Z", "20210311 1015, 2021-03-11T10:15:00Z", "1999, 1999-01-01",
            "2021-03, 2021-03-01", "2021/3/9, 2021-03-09", "2021-3-9, 2021-03-09", "1615457700, 2021-03-11T10:15:00Z",
            "1615457700123, 2021-03-11T10:15:00Z", "2021-03-11T10:15:00.123Z, 2021-03-11T10:15:00Z",
            "2021-03-11T10:15:00+01:00, 2021-03-11T09:15:00Z", "2021-03-11T10:15:00+0100, 2021-03-11T09:15:00Z",
            "2021-03-11 10:15:00, 2021-03-11T10:15:00Z", "2021-03-11T10:15Z, 2021-03-11T10:15:00Z",
            "'Thu, 11 Mar 2021 10:15:00 GMT', 2021-03-11T10:15:00Z", "2021-03-11T25:00:00Z, 2021-03-11"})
    void readsFormsThatRepositoriesWrite(String text, String meant) {
        assertThat(ReceivedDate.legal(text)).map(Datestamp::text).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "yesterday", "20211345", "99999", "9999999999999999999", "12345678901", "-1", "11.03.2021",
            "2021-13-01", "0000000000", "1e9", "+1615457700", "2021-02-30", "٢٠٢١", "0000", "00000101",
            "0000-01-01", "0000-01-01T00:00:00Z", "0000-01-01T00:00:00.5Z", "0000/1/1"})
    void textThatIsNoDate_hasNoLegalForm(String text) {
        assertThat(ReceivedDate.legal(text)).isEmpty();
    }

    @Test
    void longHostileText_isRefusedQuickly() {
        assertThat(ReceivedDate.legal("9".repeat(10_000_000))).isEmpty();
    }
}
