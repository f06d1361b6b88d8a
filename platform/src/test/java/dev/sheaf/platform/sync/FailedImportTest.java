package dev.sheaf.platform.sync;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.FailingStores;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.transfer.imports.ImportListener;
import dev.sheaf.transfer.imports.ImportOptions;
import dev.sheaf.transfer.imports.RecordImport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An import into a store that cannot write any more, as on a full disk. */
class FailedImportTest {

    @TempDir
    private Path folder = Path.of("");

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");

    private static ImportListener afterEachPortion(Runnable then) {
        return new ImportListener() {
            @Override
            public void read(long records, int file, int files) {
                then.run();
            }

            @Override
            public void refused(String where, String reason) {
                throw new IllegalStateException(where + ": " + reason);
            }

            @Override
            public void sample(OaiRecord record) {
                // There is none.
            }

            @Override
            public void note(String message) {
                // Nobody looks.
            }
        };
    }

    @Test
    void firstFailure_isReported_ratherThanTheFailureToNoteIt() throws Exception {
        Path file = Files.writeString(folder.resolve("records.jsonl"), IntStream.range(0, 3_000)
                .mapToObj(number -> "{\"prefix\":\"oai_dc\",\"identifier\":\"" + SampleRecords.identifier(number)
                        + "\",\"datestamp\":\"2024-01-01T00:00:00Z\",\"metadata\":\"<a xmlns='urn:a'>" + number + "</a>\"}")
                .collect(Collectors.joining("\n")));
        AtomicBoolean full = new AtomicBoolean();
        try (HubStore store = FailingStores.open(folder.resolve("data"), clock, () -> {
            if (full.get()) {
                throw new StoreException("the disk is full");
            }
        })) {
            RecordImport records = new RecordImport(store, store, "hub.example.org", clock);
            ImportOptions options = new ImportOptions(null, null, null, false, false, 0, null);

            assertThatThrownBy(() -> records.run("a", List.of(file), options, afterEachPortion(() -> full.set(true))))
                    .isInstanceOf(StoreException.class).hasMessageContaining("the disk is full")
                    .hasMessageNotContaining("note how run");

            full.set(false);
            assertThat(store.status("a").orElseThrow().records()).as("the first portion").isEqualTo(1_000);
            records.run("a", List.of(file), options, afterEachPortion(() -> {}));
            assertThat(store.status("a").orElseThrow().records()).isEqualTo(3_000);
            assertThat(store.runs().last("a", 1).getFirst().outcome())
                    .extracting(HarvestOutcome::verdict).isEqualTo(HarvestOutcome.Verdict.COMPLETE);
        }
    }
}
