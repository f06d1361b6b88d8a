package dev.sheaf.platform.notify;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RetryDelayTest {

    private static final RetryDelay DELAY = new RetryDelay(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofMinutes(1));

    private static List<Long> seconds(@org.jspecify.annotations.Nullable Duration retryAfter) {
        return IntStream.of(0, 1, 2, 3, 1_000).mapToObj(failures -> DELAY.after(failures, retryAfter).toSeconds()).toList();
    }

    @Test
    void delay_doublesUpToItsMaximum() {
        assertThat(seconds(null)).containsExactly(10L, 20L, 40L, 60L, 60L);
    }

    @Test
    void delay_beginsWithRetryAfter() {
        assertThat(seconds(Duration.ofSeconds(3))).containsExactly(3L, 6L, 12L, 24L, 60L);
        assertThat(seconds(Duration.ZERO)).as("not at once").containsExactly(1L, 2L, 4L, 8L, 60L);
        assertThat(seconds(Duration.ofHours(1))).as("longer than the longest").containsOnly(3_600L);
    }
}
