package dev.sheaf.platform.report;

import java.time.Instant;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Counts;
import dev.sheaf.store.runs.RunProgress;

import static org.assertj.core.api.Assertions.assertThat;

class RunTextTest {

    private static final Instant NOW = Instant.parse("2024-01-01T00:00:00Z");

    private static RunProgress progress(Counts counts) {
        return new RunProgress(NOW, "list 1 of 1, oai_dc, page 4", "https://example.org/oai", null, 1, 1, 4, 40, 100L, 5, counts,
                4, 7, 0, 0, null);
    }

    @Test
    void textOfARun_countsTheOutcomesOfItsRecords() {
        assertThat(RunText.now(progress(new Counts(20, 10, 5, 4, 1)), NOW)).isEqualTo(
                "list 1 of 1, oai_dc, page 4: 40 of 100 records, 5/s, 12 s left; 20 new, 10 changed, 5 the same, 4 deleted,"
                        + " 1 refused");
        assertThat(RunText.now(progress(Counts.ZERO), NOW)).endsWith("12 s left");
    }
}
