package dev.sheaf.store.sql;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.ChildProcess;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sqlite.SqliteStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A process that dies while it writes loses at most the page under way, and holds nobody up. */
@Timeout(120)
class KilledProcessTest {

    private static final Selection ALL = Selection.all(MetadataPrefix.OAI_DC);
    private static final int PAGE = 40;

    @TempDir
    private Path dataDir = Path.of("");

    @Test
    void acknowledgedWritesSurviveAKill_andNothingIsHalfWritten() throws Exception {
        Random random = new Random(11);
        int acknowledged = 0;
        for (int kill = 0; kill < 3; kill++) {
            Process writer = ChildProcess.start(PageWriter.class, dataDir.toString(), "-1");
            int until = acknowledged + 5 + random.nextInt(60);
            try (BufferedReader output = writer.inputReader()) {
                while (acknowledged < until) {
                    acknowledged = Integer.parseInt(output.readLine());
                }
                writer.destroyForcibly().waitFor();
            }
            try (HubStore store = SqliteStores.open(dataDir, InstantSource.system(), () -> {})) {
                int pages = store.checkpoint("a", ALL).orElseThrow().page();
                assertThat(pages).isGreaterThanOrEqualTo(acknowledged);
                Repository repository = store.repository("a", "https://hub.example.org/oai/a").orElseThrow();
                RecordPage whole = repository.records(
                        new RecordQuery(MetadataPrefix.OAI_DC, null, repository.settled(), null, null, 100_000, true));
                assertThat(whole.read()).hasSize(pages * PAGE);
                assertThat(whole.size()).hasValue((long) pages * PAGE);
                assertThat(store.status("a").orElseThrow().records()).isEqualTo((long) pages * PAGE);
                acknowledged = pages;
            }
        }
    }

    @Test
    void openingTheStore_clearsTheTransactionOfADeadWriter() throws Exception {
        dieInTransaction();
        try (HubStore store = SqliteStores.open(dataDir, InstantSource.system(), () -> {})) {
            Instant before = Instant.now();
            assertThat(store.aggregate("x").settled()).isAfterOrEqualTo(before.minusSeconds(1));
        }
    }

    @Test
    void readerBlockedForLong_clearsTheTransactionOfADeadWriter() throws Exception {
        SettableClock clock = new SettableClock(Instant.now().plusSeconds(600).truncatedTo(ChronoUnit.SECONDS));
        try (HubStore store = SqliteStores.open(dataDir, clock, () -> {})) {
            Repository repository = store.aggregate("x");
            dieInTransaction();
            Instant heldBack = repository.settled();
            assertThat(heldBack).isBefore(clock.instant());
            clock.advance(Duration.ofSeconds(10));
            Instant deadline = Instant.now().plusSeconds(30);
            while (repository.settled().isBefore(clock.instant()) && Instant.now().isBefore(deadline)) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(repository.settled()).isEqualTo(clock.instant());
            assertThat(store.sources()).hasSize(1);
        }
    }

    private void dieInTransaction() throws Exception {
        // The first writes make the tables, the source and its names; by the fiftieth it is among the pages.
        Process writer = ChildProcess.start(PageWriter.class, dataDir.toString(), "50");
        assertThat(writer.waitFor()).isEqualTo(9);
        assertThat(TimestampFile.in(dataDir).openTransaction()).isNotZero();
    }

    /** Saves pages, says the number of each when it is saved, and goes on where the checkpoint says. */
    static final class PageWriter {
        private PageWriter() {}

        public static void main(String[] arguments) {
            AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[1]));
            HubStore store = SqliteStores.open(Path.of(arguments[0]), InstantSource.system(), () -> {
                if (left.getAndDecrement() == 0) {
                    Runtime.getRuntime().halt(9);
                }
            });
            store.put(Source.harvested("a", "https://a.example.org/oai"));
            int page = store.checkpoint("a", ALL).map(Checkpoint::page).orElse(0);
            while (true) {
                int first = page * PAGE;
                List<OaiRecord> records = IntStream.range(first, first + PAGE)
                        .mapToObj(number -> SampleRecords.live(number, "s" + number % 3)).toList();
                page++;
                store.save(new Batch("a", 1, MetadataFormat.OAI_DC, records)
                        .with(new Checkpoint(ALL, ALL, "token" + page, page, first, null, null, null)));
                System.out.println(page);
            }
        }
    }
}
