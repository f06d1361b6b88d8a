package dev.sheaf.harvester.http;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.OaiRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BaseUrlTest {

    @ParameterizedTest
    @CsvSource({
            "https://example.org/oai,https://example.org/oai",
            "' https://example.org/oai ',https://example.org/oai",
            "https://example.org/oai?,https://example.org/oai",
            "https://example.org/oai?verb=Identify,https://example.org/oai",
            "https://example.org/oai?verb=ListRecords&metadataPrefix=oai_dc&set=a,https://example.org/oai",
            "https://example.org/oai?page=oai&verb=Identify,https://example.org/oai?page=oai",
            "https://example.org/oai?page=oai&set=mine,https://example.org/oai?page=oai&set=mine",
            "HTTP://example.org:8080/a%20b#top,HTTP://example.org:8080/a%20b",
            "http://example.org,http://example.org"})
    void pastedAddress_isReducedToTheBaseUrl(String pasted, String base) {
        assertThat(BaseUrl.parse(pasted)).hasToString(base);
    }

    @ParameterizedTest
    @CsvSource({"example.org/oai", "ftp://example.org/oai", "file:///etc/passwd", "https:///oai", "http://a b/", "''",
            "https://user:secret@example.org/oai"})
    void addressThatCannotBeHarvested_isRefused(String text) {
        assertThatThrownBy(() -> BaseUrl.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .message()
                .isNotBlank()
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({"example.org/oai", "127.0.0.1:8080/oai", "localhost:8080/oai", "ftp://example.org/oai", "'1,Emma'"})
    void addressWithoutHttpScheme_isRefusedWithAHint(String text) {
        assertThatThrownBy(() -> BaseUrl.parse(text)).hasMessageContaining("it starts with http:// or https://");
    }

    @Test
    void requestArguments_areEncoded() {
        OaiRequest request = new OaiRequest.ListRecords(null, "a+b c/?#=&:;%");
        assertThat(BaseUrl.parse("http://example.org/oai").with(request))
                .hasToString("http://example.org/oai?verb=ListRecords&resumptionToken=a%2Bb%20c%2F%3F%23%3D%26%3A%3B%25");
        assertThat(BaseUrl.parse("http://example.org/?page=oai").with(new OaiRequest.Identify()))
                .hasToString("http://example.org/?page=oai&verb=Identify");
    }
}
