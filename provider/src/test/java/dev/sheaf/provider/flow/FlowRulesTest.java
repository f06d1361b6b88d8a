package dev.sheaf.provider.flow;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.address.AddressBlock;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FlowRulesTest {

    @ParameterizedTest
    @ValueSource(strings = {"/oai", "ftp://mirror.example/oai", "http:oai", "http://mirror.example/oai?verb=Identify",
            "http://mirror.example/oai#top", "http://user:secret@mirror.example/oai"})
    void mirrorThatIsNoBaseUrl_isRefused(String text) {
        assertThatThrownBy(() -> FlowRules.NONE.withMirror(URI.create(text))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text).hasMessageContaining("https://mirror.example.org/oai");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT31S"})
    void delayOutOfRange_isRefused(String delay) {
        assertThatThrownBy(() -> FlowRules.NONE.withDelay(Duration.parse(delay))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 to 30 seconds");
    }

    @Test
    void blockBothAllowedAndDenied_isRefused() {
        List<AddressBlock> blocks = List.of(AddressBlock.parse("192.0.2.0/24"));
        assertThatThrownBy(() -> FlowRules.NONE.withAllowed(blocks).withDenied(blocks))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("192.0.2.0/24");
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0, PT1S", "1000001, 1, 0, PT1S", "1, 0, 0, PT1S", "1, 1, -1, PT1S", "1, 1, 0, PT0S", "1, 1, 0, P8D"})
    void limitsOutOfRange_areRefused(int perMinute, int burst, int patience, Duration blockedFor) {
        assertThatThrownBy(() -> new RequestLimit(perMinute, burst, patience, blockedFor))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
