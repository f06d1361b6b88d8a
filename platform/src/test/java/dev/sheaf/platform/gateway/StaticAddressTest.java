package dev.sheaf.platform.gateway;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StaticAddressTest {

    @ParameterizedTest
    @CsvSource({"http://an.oai.org/ma/mini.xml, an.oai.org/ma/mini.xml, an.oai.org/ma/mini.xml",
            "http://AN.oai.org:80/ma/mini.xml, an.oai.org/ma/mini.xml, an.oai.org/ma/mini.xml",
            "https://an.oai.org:443/ma/mini.xml, an.oai.org/ma/mini.xml, an.oai.org/ma/mini.xml",
            "HTTPS://an.oai.org./ma/mini.xml, an.oai.org/ma/mini.xml, an.oai.org/ma/mini.xml",
            "http://loca.org:8080/data, loca.org:8080/data, loca.org%3A8080/data",
            "http://[2001:db8::1]:8080/d, [2001:db8::1]:8080/d, [2001:db8::1]%3A8080/d",
            "http://[2001:db8::1]/d, [2001:db8::1]/d, [2001:db8::1]/d",
            "http://h.org/m%61/%7Ex/ä b.xml, h.org/ma/~x/%C3%A4%20b.xml, h.org/ma/~x/%C3%A4%20b.xml"})
    void address_hasOneSpelling(String url, String text, String path) {
        StaticAddress address = StaticAddress.ofUrl(url);
        assertThat(address.text()).isEqualTo(text);
        assertThat(address.path()).isEqualTo(path);
        assertThat(StaticAddress.ofPath(path)).contains(address);
        assertThat(StaticAddress.ofPath(text)).contains(address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "mini.xml", "ftp://h.org/a", "file:///etc/passwd", "http://h.org", "http://h.org/", "http:///a",
            "http://user:secret@h.org/a", "http://user@h.org/a", "http://h.org/a?b=c", "http://h.org/a#b", "http://h.org/../a",
            "http://h.org/a/./b", "http://h.org/a/%2e%2e/b", "http://h.org/a/%2E", "http://h.org/a//b", "http://h.org/a/",
            "http://h.org/a%2Fb", "http://h.org/a\\b", "http://h.org/a%5Cb", "http://h.org/a%00b", "http://h.org/a%0d%0ab",
            "http://h.org/a%", "http://h.org/a%zz", "http://h.org:22/a", "http://h.org:65536/a", "http://h.org:99999/a",
            "https://h.org:80/a", "http://h org/a", "http://h.org:/a", "http://-/a\u0000"})
    void otherAddresses_areRefused(String url) {
        assertThatThrownBy(() -> StaticAddress.ofUrl(url)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void longAddress_isRefused() {
        assertThatThrownBy(() -> StaticAddress.ofUrl("http://h.org/" + "a".repeat(StaticAddress.LONGEST)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(StaticAddress.ofPath("h.org/" + "a".repeat(StaticAddress.LONGEST))).isEmpty();
        assertThat(StaticAddress.ofPath("h.org/" + "%".repeat(900))).isEmpty();
    }
}
