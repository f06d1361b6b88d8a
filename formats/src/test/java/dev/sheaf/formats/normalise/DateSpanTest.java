package dev.sheaf.formats.normalise;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

class DateSpanTest {

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {"1999 > 1999 > 1999 > 1999", "2001-05-12 > 2001 > 2001 > 2001-05-12",
            "May 1999 > 1999 > 1999 > 1999-05", "12.03.1987 > 1987 > 1987 > 1987-03-12",
            "12. Juli 1999 > 1999 > 1999 > 1999-07-12",
            "2004-01-02T10:11:12Z > 2004 > 2004 > 2004-01-02", "2008.0 > 2008 > 2008 > 2008",
            "2001-2005 > 2001 > 2005 > 2001/2005",
            "1871–73 > 1871 > 1873 > 1871/1873", "1815–6 > 1815 > 1816 > 1815/1816", "1890 or 1891 > 1890 > 1891 > 1890/1891",
            "2004-03-02/2005-06-02 > 2004 > 2005 > 2004-03-02/2005-06-02", "start=1871; end=1873 > 1871 > 1873 > 1871/1873",
            "c1890 > 1890 > 1890 > 1890", "[1890] > 1890 > 1890 > 1890", "cop. 1890 > 1890 > 1890 > 1890",
            "published 1890 > 1890 > 1890 > 1890", "1890s > 1890 > 1899 > 1890/1899", "1890's > 1890 > 1899 > 1890/1899",
            "1890er Jahre > 1890 > 1899 > 1890/1899", "189- > 1890 > 1899 > 1890/1899", "18-- > 1800 > 1899 > 1800/1899",
            "19th century > 1801 > 1900 > 1801/1900", "19. Jh. > 1801 > 1900 > 1801/1900",
            "XIXe siècle > 1801 > 1900 > 1801/1900",
            "siglo XIX > 1801 > 1900 > 1801/1900", "18th-19th century > 1701 > 1900 > 1701/1900",
            "18-19C. > 1701 > 1900 > 1701/1900",
            "1st quarter of 19C. > 1801 > 1825 > 1801/1825", "second half of the 18th century > 1751 > 1800 > 1751/1800",
            "44 BC > -43 > -43 > -0043", "300-200 BCE > -299 > -199 > -0299/-0199", "3rd century BC > -299 > -200 > -0299/-0200",
            "-350 > -350 > -350 > -0350", "AD 79 > 79 > 79 > 0079", "650 CE > 650 > 650 > 0650", "3/4/1999 > 1999 > 1999 > 1999",
            "grudzień 1999 > 1999 > 1999 > 1999-12"})
    void datesAreReadAsYears(String text, int from, int until, String iso) {
        DateSpan read = DateSpan.read(text).orElseThrow();
        assertThat(read.from()).isEqualTo(from);
        assertThat(read.until()).isEqualTo(until);
        if (!text.equals("3/4/1999")) {
            assertThat(read).isEqualTo(new DateSpan(from, until, iso, false));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {"[ca. 1850] > 1850/1850", "c.1890–95 > 1890/1895", "?1890 > 1890/1890",
            "1890? > 1890/1890",
            "about 1890 > 1890/1890", "circa 1890-99 > 1890/1899", "um 1890 > 1890/1890", "vers 1890 > 1890/1890",
            "early 1890s > 1890/1899", "late 19th century > 1801/1900", "19th Century/MID > 1801/1900",
            "1834 [i.e. 1843] > 1843/1843",
            "o.J. [um 1920] > 1920/1920", "Spring 1999 > 1999/1999", "Vol. 12, 1999, 3 > 1999/1999",
            "about 1120 BCE > -1119/-1119",
            "1763 (?) > 1763/1763", "exhibited c.1890 > 1890/1890",
            "between 1850? and 1860 > 1850/1860", "issued 123 in 1701 > 1701/1701", "[2011?] > 2011/2011"})
    void uncertainDates_stayUncertain(String text, String years) {
        DateSpan read = DateSpan.read(text).orElseThrow();
        assertThat(read.from() + "/" + read.until()).isEqualTo(years);
        assertThat(read.approximate()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {"1971, printed 1980 > 1971", "1883 [1885] > 1883", "1989; 1990 > 1989",
            "1815–6, published 1820 > 1815/1816"})
    void severalDates_giveTheFirst(String text, String iso) {
        assertThat(DateSpan.read(text)).hasValueSatisfying(read -> assertThat(read.iso()).isEqualTo(iso));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {"1990- > 1990/..", "after 1850 > 1850/..", "before 1850 > ../1850",
            "nach 1850 > 1850/.."})
    void datesWithAnOpenEnd_stayOpen(String text, String iso) {
        assertThat(DateSpan.read(text)).hasValueSatisfying(read -> assertThat(read.iso()).isEqualTo(iso));
    }

    @ParameterizedTest
    @ValueSource(strings = {"s.d.", "[n.d.]", "o. J.", "undated", "date not known", "No date", "[s.a]", "forthcoming"})
    void emptyValue_hasNoDate(String text) {
        assertThat(DateSpan.saysNone(text)).isTrue();
        assertThat(DateSpan.read(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Tang dynasty", "9999", "12", "99", "12345", "2021-02-30x", "2999-01-01", "1873-1871",
            "40th century", "0000-00-00", "20049999", "1234567890123",
            "\u0662\u0660\u0660\u0664"})
    void textWithoutADate_hasNone(String text) {
        assertThat(DateSpan.read(text).filter(date -> !date.approximate())).isEmpty();
        assertThat(DateSpan.saysNone(text)).isFalse();
    }

    @Test
    void hostileTexts_areReadInBoundedTime() {
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            for (String piece : new String[]{"1", "19 ", "?", "about ", "c.", "[", "1890-", "i", "early ", "b. c. ", " "}) {
                for (int i = 0; i < 50; i++) {
                    DateSpan.read(piece.repeat(100_000 / piece.length()));
                    DateSpan.read(piece.repeat(200 / piece.length()) + "x");
                }
            }
        });
    }
}
