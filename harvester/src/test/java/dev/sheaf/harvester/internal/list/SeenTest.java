package dev.sheaf.harvester.internal.list;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Remembers identifiers that were received: in memory first, then in a file. */
class SeenTest {

    private static String identifier(int number) {
        return "oai:example.org:" + number;
    }

    @Test
    void identifiersBeyondTheMemoryLimit_areStillKnown() {
        try (Seen seen = new Seen(1_000)) {
            assertThat(IntStream.range(0, 100_000).filter(i -> seen.add(identifier(i))).count()).isEqualTo(100_000);
            assertThat(IntStream.range(0, 100_000).filter(i -> seen.add(identifier(i))).count()).as("the second time").isZero();
            assertThat(IntStream.range(50_000, 150_000).filter(i -> seen.contains(identifier(i))).count()).isEqualTo(50_000);
            assertThat(seen.count()).isEqualTo(100_000);
            assertThat(seen.isExact()).isTrue();
        }
    }

    @Test
    void clearing_forgetsRecordsInTheFileToo() {
        try (Seen seen = new Seen(1_000)) {
            IntStream.range(0, 5_000).forEach(i -> seen.add(identifier(i)));
            seen.clear();
            assertThat(seen.contains(identifier(1))).isFalse();
            assertThat(seen.count()).isZero();
            assertThat(seen.add(identifier(1))).isTrue();
        }
    }

    @Test
    void recordsOfAnEarlierRun_areNotKnown() {
        try (Seen seen = new Seen()) {
            seen.miss();
            assertThat(seen.isExact()).isFalse();
            assertThat(seen.add(identifier(1))).isTrue();
        }
    }
}
