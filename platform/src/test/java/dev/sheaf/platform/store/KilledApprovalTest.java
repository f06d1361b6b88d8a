package dev.sheaf.platform.store;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.sync.SourceCorrection;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** An approval whose process is killed again and again is one run, and one rollback undoes all of it. */
@Timeout(120)
class KilledApprovalTest {

    private static final int RECORDS = 9_000;
    private static final int HELD = 8_000;
    private static final int KILLS = 4;

    @TempDir
    private Path dataDir = Path.of("");

    @Test
    void rollbackBringsBackWhatAnApprovalInSeveralProcessesWithdrew() throws Exception {
        try (SqliteRecordStore store = open(() -> {})) {
            store.put(Source.harvested("a", "https://a.example.org/oai"));
            List<OaiRecord> records = SampleRecords.many(RECORDS);
            long run = store.begin("a", Instant.now());
            for (int from = 0; from < RECORDS; from += 1_000) {
                store.save(new Batch("a", run, MetadataFormat.OAI_DC, records.subList(from, from + 1_000)));
            }
            assertThat(store.jobs().held().hold("a", MetadataPrefix.OAI_DC, run,
                    IntStream.range(0, HELD).mapToObj(SampleRecords::identifier).toList())).hasSize(HELD);
        }
        List<Long> live = new ArrayList<>(List.of((long) RECORDS));
        // The first writes open the store and begin the run, each of the next ones withdraws a portion.
        int writes = 3;
        while (live.size() <= KILLS) {
            assertThat(ChildProcess.start(Approval.class, dataDir.toString(), Integer.toString(writes)).waitFor()).as("killed")
                    .isEqualTo(9);
            long left = records();
            if (left < live.getLast()) {
                live.add(left);
            } else {
                writes++;
            }
        }
        try (SqliteRecordStore store = open(() -> {})) {
            SourceCorrection correction = new SourceCorrection(store, InstantSource.system());
            assertThat(correction.approve("a")).as("of all processes").contains(new Counts(0, 0, 0, HELD, 0));
            assertThat(store.status("a").orElseThrow().records()).isEqualTo(RECORDS - HELD);
            assertThat(store.jobs().runs().last("a", 10)).extracting(RunReport::kind).containsExactly(RunReport.Kind.APPROVAL,
                    RunReport.Kind.FILL);

            assertThat(correction.rollback("a", SourceCorrection.Watch.NONE)).contains(new Counts(HELD, 0, 0, 0, 0));

            assertThat(store.status("a").orElseThrow().records()).isEqualTo(RECORDS);
            assertThat(store.jobs().rollback().undoable("a")).as("only once").isEmpty();
        }
    }

    private long records() {
        try (SqliteRecordStore store = open(() -> {})) {
            return store.status("a").orElseThrow().records();
        }
    }

    private SqliteRecordStore open(Runnable beforeWrite) {
        return SqliteStores.open(dataDir, InstantSource.system(), beforeWrite);
    }

    /** Carries out the held deletions, and dies before a certain write. */
    static final class Approval {
        private Approval() {}

        public static void main(String[] arguments) {
            AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[1]));
            try (SqliteRecordStore store = SqliteStores.open(Path.of(arguments[0]), InstantSource.system(), () -> {
                if (left.getAndDecrement() == 0) {
                    Runtime.getRuntime().halt(9);
                }
            })) {
                new SourceCorrection(store, InstantSource.system()).approve("a");
            }
        }
    }
}
