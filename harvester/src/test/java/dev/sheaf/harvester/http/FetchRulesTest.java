package dev.sheaf.harvester.http;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FetchRulesTest {

    @Test
    void defaults_haveLongTimeoutsAndLimits() {
        FetchRules rules = FetchRules.DEFAULT;
        assertThat(rules.maxWireBytes()).isEqualTo(512L << 20);
        // A share of the heap, so that one response leaves room for others.
        assertThat(rules.maxBytes()).isEqualTo(Math.clamp(Runtime.getRuntime().maxMemory() / 16, 8L << 20, 1L << 30));
        assertThat(rules.idle()).isEqualTo(Duration.ofMinutes(2));
        assertThat(rules.total()).isEqualTo(Duration.ofMinutes(20));
        assertThat(rules.attempts()).isEqualTo(5);
        assertThat(rules.longestWait()).isEqualTo(Duration.ofHours(1));
        assertThat(rules.maxRedirects()).isEqualTo(5);
        assertThat(rules.from()).isNull();
    }

    @Test
    void invalidLimits_areRefused() {
        assertThatThrownBy(() -> FetchRules.DEFAULT.withSizes(0, 1)).hasMessageContaining("limits");
        assertThatThrownBy(() -> FetchRules.DEFAULT.withSizes(1, 1L << 31)).hasMessageContaining("limits");
        assertThatThrownBy(() -> FetchRules.DEFAULT.withAttempts(0)).hasMessageContaining("limits");
    }
}
