package dev.sheaf.platform.web;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LanguageTagTest {

    @ParameterizedTest
    @CsvSource({"en,en", "de_DE,de-DE", "ger,de", "lat,la", "eng,en", "fre-CA,fr-CA", "cmn,cmn", "de-1996,de-1996",
            "zh-Hant-TW,zh-Hant-TW"})
    void validTags_areAccepted(String given, String tag) {
        assertThat(LanguageTag.of(given)).isEqualTo(tag);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "x", "English language", "en-", "-en", "12", "overlylongname", "qqq", "xx-DE", "e\" onload=\"x",
            "\u00e9\u00e9"})
    void invalidTags_areRejected(String given) {
        assertThat(LanguageTag.of(given)).isNull();
    }
}
