package dev.sheaf.platform.sync;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.FailingStores;
import dev.sheaf.platform.sync.operate.SourceCorrection;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An approval that ends early again and again, as when its process is killed, is one run, and one rollback undoes all of it. */
class KilledApprovalTest {

    private static final int RECORDS = 9_000;
    private static final int HELD = 8_000;
    private static final int KILLS = 4;

    @TempDir
    private Path dataDir = Path.of("");

    @Test
    void rollback_restoresRecordsWithdrawnBySeveralProcesses() {
        try (HubStore store = open(() -> {})) {
            store.put(Source.harvested("a", "https://a.example.org/oai"));
            List<OaiRecord> records = SampleRecords.many(RECORDS);
            long run = store.begin("a", Instant.now());
            for (int from = 0; from < RECORDS; from += 1_000) {
                store.save(new Batch("a", run, MetadataFormat.OAI_DC, records.subList(from, from + 1_000)));
            }
            assertThat(store.heldDeletions().hold("a", MetadataPrefix.OAI_DC, run,
                    IntStream.range(0, HELD).mapToObj(SampleRecords::identifier).toList())).hasSize(HELD);
        }
        List<Long> live = new ArrayList<>(List.of((long) RECORDS));
        // Rows, of which a portion has thousands: as many as are enough for one portion, and too few for two.
        int writes = 1_000;
        while (live.size() <= KILLS) {
            approveUntil(writes);
            long left = records();
            if (left < live.getLast()) {
                live.add(left);
            } else {
                writes += writes / 2;
            }
        }
        try (HubStore store = open(() -> {})) {
            SourceCorrection correction = new SourceCorrection(store, InstantSource.system());
            assertThat(correction.approve("a")).as("of all processes").contains(new Counts(0, 0, 0, HELD, 0));
            assertThat(store.status("a").orElseThrow().records()).isEqualTo(RECORDS - HELD);
            assertThat(store.runs().last("a", 10)).extracting(RunReport::kind).containsExactly(RunReport.Kind.APPROVAL,
                    RunReport.Kind.FILL);

            assertThat(correction.rollback("a", SourceCorrection.Watch.NONE)).contains(new Counts(HELD, 0, 0, 0, 0));

            assertThat(store.status("a").orElseThrow().records()).isEqualTo(RECORDS);
            assertThat(store.rollback().undoable("a")).as("only once").isEmpty();
        }
    }

    private long records() {
        try (HubStore store = open(() -> {})) {
            return store.status("a").orElseThrow().records();
        }
    }

    private HubStore open(Runnable beforeWrite) {
        return FailingStores.open(dataDir, InstantSource.system(), beforeWrite);
    }

    /** Approves in a store of which nothing more is written after some writes, as when its process is killed. */
    private void approveUntil(int writes) {
        AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
        try (HubStore store = open(() -> {
            if (left.getAndDecrement() <= 0) {
                throw new IllegalStateException("killed");
            }
        })) {
            left.set(writes);
            assertThatThrownBy(() -> new SourceCorrection(store, InstantSource.system()).approve("a"))
                    .as("after %s writes", writes)
                    .isInstanceOf(StoreException.class);
        }
    }
}
