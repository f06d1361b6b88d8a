package dev.sheaf.platform.web;

import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataPrefix;

import static org.assertj.core.api.Assertions.assertThat;

class RecordAddressTest {

    @ParameterizedTest
    @ValueSource(strings = {"oai:arXiv.org:hep-th/9901001", "http://example.org/a//b", "a/../b", "/leads", "trails/",
            "a b+c%2Fd?e#f&g=h;i",
            "\u00e9\u6e90\ud83d\ude00", "\\", "\"<>'", "%", "%zz"})
    void addresses_areReadBack(String identifier) {
        RecordAddress address = new RecordAddress("src", MetadataPrefix.OAI_DC, identifier);
        String path = address.path();
        assertThat(RecordAddress.read(path)).contains(address);
        assertThat(URI.create("http://h" + path).normalize().getRawPath()).as("survives being tidied").isEqualTo(path);
        assertThat(URI.create("http://h" + path).getRawQuery()).isNull();
    }

    @Test
    void safeSlashes_areNotEscaped() {
        assertThat(new RecordAddress("src", MetadataPrefix.OAI_DC, "oai:arXiv.org:hep-th/9901001").path())
                .isEqualTo("/records/src/oai_dc/oai:arXiv.org:hep-th/9901001");
        assertThat(new RecordAddress("src", MetadataPrefix.OAI_DC, "http://h/a").path())
                .isEqualTo("/records/src/oai_dc/http:%2F%2Fh%2Fa");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/records/", "/records/src", "/records/src/oai_dc", "/records/src/oai_dc/", "/records/src//x",
            "/records/src/oai_dc/%", "/records/src/oai_dc/%f", "/records/src/oai_dc/%zz", "/records/src/oai_dc/%ff",
            "/records/src/oai_dc/%+1"})
    void otherPaths_areNotRecordAddresses(String path) {
        assertThat(RecordAddress.read(path)).isEmpty();
    }
}
