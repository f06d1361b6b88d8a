package dev.sheaf.store.example;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** The example in docs/library.md works. */
class KeepRecordsTest {

    @TempDir
    private Path dataDir = Path.of("");

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");

    @Test
    void keptRecord_isReadFromTheRepositoryOfItsSource() {
        OaiRecord kept = KeepRecords.keep(dataDir, SampleRecords.many(3), SampleRecords.identifier(1), clock).orElseThrow();
        assertThat(kept.header().datestamp().text()).isEqualTo("2024-05-10T09:00:00Z");
        assertThat(kept.metadata()).isEqualTo(SampleRecords.live(1).metadata());
    }

    @Test
    void recordsKept_areThereAfterReopening() {
        KeepRecords.keep(dataDir, SampleRecords.many(3), SampleRecords.identifier(1), clock);
        assertThat(KeepRecords.keep(dataDir, List.of(), SampleRecords.identifier(2), clock)).isPresent();
        assertThat(KeepRecords.keep(dataDir, List.of(), SampleRecords.identifier(7), clock)).isEmpty();
    }
}
