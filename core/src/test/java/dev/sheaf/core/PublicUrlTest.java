package dev.sheaf.core;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PublicUrlTest {

    @ParameterizedTest
    @CsvSource({"https://example.org/oai?key=4711, https://example.org/oai",
            "https://example.org/oai?apikey=a&page=oai, https://example.org/oai?page=oai",
            "https://example.org/oai?a=b&api_key=x, https://example.org/oai?a=b",
            "https://example.org/oai?access_token=x&v=2, https://example.org/oai?v=2",
            "https://example.org/oai?wskey=abc, https://example.org/oai",
            "https://example.org/oai?X-Api-Key=abc, https://example.org/oai",
            "https://example.org/oai?pwd=x&PHPSESSID=y&sid=z, https://example.org/oai",
            "https://example.org/oai?id=3f786850e387550fdab836ed7e6dc881, https://example.org/oai",
            "https://user:word@example.org/oai, https://example.org/oai"})
    void keysInAnAddress_areNotPublished(String url, String published) {
        assertThat(PublicUrl.of(url)).isEqualTo(published);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://example.org/oai", "https://example.org/index.php?page=oai",
            "https://example.org/?option=com_oai&",
            "https://example.org/oai?set=monkeytypes&authorname=", "https://example.org/oai?keyword=maps",
            "https://example.org/@home/oai?",
            "no address at all", ""})
    void addressWithoutKeys_isUnchanged(String url) {
        assertThat(PublicUrl.of(url)).isEqualTo(url);
    }
}
