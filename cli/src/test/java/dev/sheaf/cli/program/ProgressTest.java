package dev.sheaf.cli.program;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressTest {

    private final SettableClock clock = new SettableClock(Instant.parse("2024-01-01T00:00:00Z"));
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void terminal_showsABarWithRateAndRemainingTime() {
        try (Progress progress = new Progress(err, clock, 100, false, "arxiv", "records")) {
            progress.at(0, 1_000);
            clock.advance(Duration.ofSeconds(10));
            progress.at(250, 1_000);
            assertThat(shown()).startsWith("\rarxiv: [======                  ] 250 of 1,000 records, 25/s, 30 s left");
        }
        assertThat(shown()).endsWith("\r");
    }

    @Test
    void otherOutput_showsAPlainLineAtIntervals() {
        try (Progress progress = new Progress(err, clock, 0, false, "arxiv", "records")) {
            for (int i = 1; i <= 30; i++) {
                clock.advance(Duration.ofSeconds(1));
                progress.at(i, -1);
            }
        }
        assertThat(shown().lines()).hasSize(3).first().asString().startsWith("arxiv: 10 records");
        assertThat(shown()).doesNotContain("\r");
    }

    @Test
    void quiet_showsOnlyProblems() {
        try (Progress progress = new Progress(err, clock, 100, true, "arxiv", "records")) {
            clock.advance(Duration.ofSeconds(60));
            progress.at(1, 2);
            progress.note("something");
            progress.problem("broken");
        }
        assertThat(shown()).isEqualTo("broken" + System.lineSeparator());
    }

    @Test
    void rateLeavesOutRecordsReceivedBefore() {
        try (Progress progress = new Progress(err, clock, 100, false, "arxiv", "records")) {
            progress.at(1_000_000, 2_000_000);
            clock.advance(Duration.ofSeconds(100));
            progress.at(1_010_000, 2_000_000);
            assertThat(shown()).contains("100/s");
        }
    }

    private static final List<String> PARTS = List.of("240 new", "6 changed", "3 deleted", "1 refused");

    private String shownWith(int columns) {
        bytes.reset();
        try (Progress progress = new Progress(err, clock, columns, false, "arxiv", "records")) {
            progress.at(0, 1_000, List::of);
            clock.advance(Duration.ofSeconds(10));
            progress.at(250, 1_000, () -> PARTS);
            return shown().strip();
        }
    }

    @Test
    void narrowTerminal_showsTheCountsThatFit() {
        assertThat(shownWith(0)).isEqualTo(
                "arxiv: 250 of 1,000 records, 25/s, 30 s left; 240 new, 6 changed, 3 deleted, 1 refused");
        assertThat(shownWith(200)).isEqualTo("arxiv: [======                  ] 250 of 1,000 records, 25/s, 30 s left; "
                + "240 new, 6 changed, 3 deleted, 1 refused");
        assertThat(shownWith(100)).isEqualTo(
                "arxiv: [==        ] 250 of 1,000 records, 25/s, 30 s left; 240 new, 6 changed, 3 deleted, 1 refused")
                .hasSize(99);
        assertThat(shownWith(80))
                .isEqualTo("arxiv: 250 of 1,000 records, 25/s, 30 s left; 6 changed, 3 deleted, 1 refused");
        assertThat(shownWith(40)).isEqualTo("arxiv: 250 of 1,000 records, 25/s, 30 s");
    }
}
