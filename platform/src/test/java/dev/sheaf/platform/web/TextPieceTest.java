package dev.sheaf.platform.web;

import java.util.stream.Collectors;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TextPieceTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://example.org/a?b=c#d                | https://example.org/a?b=c#d
            HTTP://Example.org/                        | HTTP://Example.org/
            See http://example.org/x.                  | http://example.org/x
            (http://example.org/a(b))                  | http://example.org/a(b))
            doi:10.1000/182                            | https://doi.org/10.1000/182
            DOI:10.1000/a<b                            | https://doi.org/10.1000/a%3Cb
            10.5281/zenodo.1234                        | https://doi.org/10.5281/zenodo.1234
            hdl:2027/abc                               | https://hdl.handle.net/2027/abc
            http://example.org/\u00fc                  | http://example.org/%C3%BC
            """)
    void linksAddresses(String text, String href) {
        assertThat(TextPiece.of(text)).filteredOn(piece -> piece.href() != null).extracting(TextPiece::href)
                .containsExactly(href);
    }

    @ParameterizedTest
    @ValueSource(strings = {"javascript:alert(1)", "JAVASCRIPT://example.org/%0aalert(1)", "data:text/html,x", "http:", "http://",
            "http:///x",
            "vbscript:x", "10.1", "doi:", "doi:abc", "hdl:/", "file:///etc/passwd", "//example.org", "http://a b",
            "http://[",
            "plain words"})
    void leavesEverythingElseAsText(String text) {
        assertThat(TextPiece.of(text)).noneMatch(piece -> piece.href() != null && !piece.href().equals("http://a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a  b ", "see (http://example.org/x), doi:10.1000/1; and more", "<http://example.org>"})
    void texts_keepAllCharacters(String text) {
        assertThat(TextPiece.of(text).stream().map(TextPiece::text).collect(Collectors.joining())).isEqualTo(text);
    }
}
