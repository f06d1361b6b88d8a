package dev.sheaf.transfer.imports.mapping;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.formats.normalise.Languages;

import static org.assertj.core.api.Assertions.assertThat;

class ReadingTest {

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {"1999 > 1999", "1999-05 > 1999-05", "1999-05-12 > 1999-05-12", "12.5.1999 > 1999-05-12",
            "12. 05. 1999 > 1999-05-12", "5.1999 > 1999-05", "May 1999 > 1999-05", "12 May 1999 > 1999-05-12",
            "May 12, 1999 > 1999-05-12",
            "12th of May, 1999 > 1999-05-12", "Sept. 1999 > 1999-09", "12. Mai 1999 > 1999-05-12",
            "12 de mayo de 1999 > 1999-05-12",
            "décembre 1999 > 1999-12", "[1871] > 1871", "[May 1999] > 1999-05", "1871-73 > 1871/1873", "1871-1873 > 1871/1873",
            "1871–1873 > 1871/1873", "c1999 > 1999", "©1999 > 1999", "19990512 > 1999-05-12", "1999/05/12 > 1999-05-12",
            "13/5/1999 > 1999-05-13",
            "5/13/1999 > 1999-05-13", "5/5/1999 > 1999-05-05", "2020-02-02 10:11:12+02 > 2020-02-02T08:11:12Z",
            "2020-02-02T10:11 > 2020-02-02T10:11:00"})
    void datesInUsualForms_areRead(String written, String read) {
        assertThat(Dates.read(written)).contains(read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3/4/1999", "ca. 1871", "[1871?]", "30.2.1999", "2021-02-30", "1999-13-01", "19991340", "12.5.99",
            "n.d.", "1873-71",
            "Mayo-ish 1999", "2020-02-02T25:00:00Z", "5th century", "13/13/1999", "1999 May", "99"})
    void ambiguousValue_staysUnchanged_withAWarning(String written) {
        List<String> warnings = new ArrayList<>();
        assertThat(Dates.read(written, warnings)).isEqualTo(written);
        assertThat(warnings).singleElement().asString().contains(written);
    }

    @ParameterizedTest
    @CsvSource({"en, en, eng", "ger, de, deu", "deu, de, deu", "German, de, deu", "Deutsch, de, deu", "allemand, de, deu",
            "EN, en, eng",
            "pt_br, pt-BR, por", "grc, grc, grc", "Ancient Greek, grc, grc", "français, fr, fra", "cze, cs, ces", "日本語, ja, jpn",
            "en-GB, en-GB, eng",
            "mul, mul, mul", "Latin, la, lat"})
    void languagesAreKnownByCodeAndName(String written, String tag, String code) {
        assertThat(Languages.BCP47.read(written)).contains(tag);
        assertThat(Languages.ISO639_3.read(written)).contains(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Elvish", "x", "en; fr", "e-n", "zz", "en-"})
    void unknownLanguages_stayUnchanged(String written) {
        List<String> warnings = new ArrayList<>();
        assertThat(Languages.BCP47.read(written, warnings)).isEqualTo(written);
        assertThat(warnings).singleElement().asString().contains(written);
    }

    @ParameterizedTest
    @CsvSource({"titel, title", "Author Name, author_name", "yaer, year"})
    void misspelledName_isCompletedByTheNearestOne(String typed, String meant) {
        assertThat(Nearest.of(typed, List.of("id", "title", "author_name", "year"))).contains(meant);
        assertThat(Nearest.of("something else", List.of("id", "title"))).isEmpty();
    }
}
