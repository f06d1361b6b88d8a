package dev.sheaf.platform.search;

import java.util.List;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class YearOfTest {

    @ParameterizedTest
    @CsvSource({"2004,2004", "2004-05-12T08:00:00Z,2004", "c1987,1987", "[2011?],2011", "20040512,2004", "12.5.1999,1999",
            "between 1850 and 1860,1850", "issued 123 in 1701,1701", "1066,1066"})
    void findsTheFirstPlausibleYear(String date, int year) {
        assertThat(YearOf.dates(List.of(date))).isEqualTo(OptionalInt.of(year));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "unknown", "9999", "0000-00-00", "12345", "20049999", "99", "1234567890123",
            "\u0662\u0660\u0660\u0664"})
    void leavesOutWhatIsNone(String date) {
        assertThat(YearOf.dates(List.of(date))).isEmpty();
    }

    @Test
    void takesTheFirstDateThatHasOne() {
        assertThat(YearOf.dates(List.of("n.d.", "1901", "2001"))).hasValue(1901);
    }
}
