package dev.sheaf.store.sql.saving;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sqlite.SqliteStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A rollback may be interrupted at any write: begun again, it arrives at the same end. */
class RollbackFailureTest {

    private static final Selection ALL = Selection.all(MetadataPrefix.OAI_DC);

    @TempDir
    private Path folder = Path.of("");

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");

    @Test
    void rollbackInterruptedAtAnyWrite_isFinishedByTheNext() {
        int failures = 0;
        boolean interrupted = true;
        while (interrupted) {
            Path dataDir = folder.resolve("data-" + failures);
            try (HubStore store = SqliteStores.open(dataDir, clock, () -> {})) {
                twoRuns(store);
            }
            AtomicInteger left = new AtomicInteger(failures);
            try (HubStore failing = SqliteStores.open(dataDir, clock, () -> {
                if (left.getAndDecrement() == 0) {
                    throw new IllegalStateException("write refused by the test");
                }
            })) {
                failing.rollback().undo("a", clock.instant(), _ -> {}, () -> false);
                interrupted = false;
            } catch (StoreException _) {
                failures++;
            }
            try (HubStore store = SqliteStores.open(dataDir, clock, () -> {})) {
                assertThat(store.checkpoint("a", ALL).map(Checkpoint::page)).as("back, or not begun").isIn(
                        Optional.of(1), Optional.of(2));
                clock.advance(Duration.ofMinutes(1));
                store.rollback().undo("a", clock.instant(), _ -> {}, () -> false);
                assertThat(store.checkpoint("a", ALL).map(Checkpoint::page)).contains(1);
                assertThat(brief(store))
                        .isEqualTo(List.of("0 Title 0", "1 Title 1", "2 Title 2", "3 Title 3", "4 deleted", "9 deleted"));
                assertThat(store.rollback().undoable("a")).isEmpty();
            }
        }
        assertThat(failures).isGreaterThan(10);
    }

    /** The first brings 0 to 3 and a deletion of 4; the second changes 0 and 1, withdraws 2, brings 4 back and adds 9. */
    private void twoRuns(HubStore store) {
        store.put(Source.harvested("a", "https://a.example.org/oai"));
        long first = store.begin("a", clock.instant());
        List<OaiRecord> records = new ArrayList<>(SampleRecords.many(4));
        records.add(SampleRecords.deleted(4, Datestamp.parse("2024-01-01")));
        store.save(new Batch("a", first, MetadataFormat.OAI_DC, records).with(at(1)));
        end(store, first);
        clock.advance(Duration.ofHours(1));
        long second = store.begin("a", clock.instant());
        store.save(new Batch("a", second, MetadataFormat.OAI_DC, List.of(changed(0, "X"), changed(1, "X"))).with(at(2)));
        store.save(new Batch("a", second, MetadataFormat.OAI_DC, List.of(changed(0, "Y"), SampleRecords.deleted(2,
                Datestamp.parse("2025-01-01")), SampleRecords.live(4), SampleRecords.live(9))).with(at(2)));
        end(store, second);
    }

    @Test
    void versionsOfARun_areRemovedWhenTheNextRunBegins() {
        try (HubStore store = SqliteStores.open(folder, clock, () -> {})) {
            twoRuns(store);
            long third = store.begin("a", clock.instant());
            assertThat(store.rollback().undoable("a")).contains(third);
            Counts undone = store.rollback().undo("a", clock.instant(), _ -> {}, () -> false);
            assertThat(undone).as("the third has done nothing yet").isEqualTo(Counts.ZERO);
            assertThat(brief(store)).contains("0 Y", "2 deleted", "4 Title 4");
        }
    }

    @Test
    void whatTheLastRunHasWithdrawn_isTheVersionFromBeforeIt() {
        try (HubStore store = SqliteStores.open(folder, clock, () -> {})) {
            twoRuns(store);
            long second = store.rollback().undoable("a").orElseThrow();
            List<String> all = SampleRecords.many(10).stream().map(OaiRecord::identifier).toList();

            assertThat(store.rollback().withdrawn("a", second, MetadataPrefix.OAI_DC, all))
                    .as("2 was withdrawn; 0 and 1 were changed").containsExactly(SampleRecords.live(2));
            assertThat(store.rollback().withdrawn("a", second, MetadataPrefix.OAI_DC, List.of(all.getFirst()))).isEmpty();
            assertThat(store.rollback().withdrawn("a", second, new MetadataPrefix("mods"), all)).isEmpty();
            assertThat(store.rollback().withdrawn("a", second - 1, MetadataPrefix.OAI_DC, all)).isEmpty();
            assertThat(store.rollback().withdrawn("unknown", second, MetadataPrefix.OAI_DC, all)).isEmpty();
        }
    }

    @Test
    void rollback_doesNotChangeTheCopyOfAnotherSource() {
        try (HubStore store = SqliteStores.open(folder, clock, () -> {})) {
            twoRuns(store);
            store.put(Source.harvested("b", "https://b.example.org/oai"));
            long run = store.begin("b", clock.instant());
            // Its copies are newer: in the aggregate they take the place of those of the other source, whose rows move.
            store.save(new Batch("b", run, MetadataFormat.OAI_DC, List.of(dated(0), dated(3))));
            end(store, run);
            clock.advance(Duration.ofMinutes(1));
            store.rollback().undo("a", clock.instant(), _ -> {}, () -> false);
            assertThat(brief(store))
                    .isEqualTo(List.of("0 Title 0", "1 Title 1", "2 Title 2", "3 Title 3", "4 deleted", "9 deleted"));
            assertThat(store.status("b").orElseThrow().records()).isEqualTo(2);
            store.rollback().undo("b", clock.instant(), _ -> {}, () -> false);
            assertThat(store.status("b").orElseThrow().records()).isZero();
            assertThat(brief(store)).contains("0 Title 0", "3 Title 3");
        }
    }

    private static OaiRecord dated(int number) {
        return SampleRecords.live(number, "of b", Datestamp.parse("2025-02-02"));
    }

    private static OaiRecord changed(int number, String title) {
        return SampleRecords.live(number, title, Datestamp.parse("2025-01-01"));
    }

    private void end(HubStore store, long run) {
        store.end(run, new HarvestOutcome(Verdict.COMPLETE, "", Counts.ZERO, 1), clock.instant());
    }

    private static Checkpoint at(int page) {
        return new Checkpoint(ALL, ALL, "token-" + page, page, page, Datestamp.ofSecond(Instant.EPOCH), null, null);
    }

    private static List<String> brief(HubStore store) {
        Repository repository = store.repository("a", "https://hub.example.org/oai/a").orElseThrow();
        return repository.records(new RecordQuery(MetadataPrefix.OAI_DC, null, repository.settled(), null, null, 1_000, false))
                .read().stream()
                .map(record -> record.identifier().substring(record.identifier().lastIndexOf(':') + 1) + " " + (record.deleted()
                        ? "deleted"
                        : String.valueOf(record.metadata()).replaceFirst(".*<dc:title>", "").replaceFirst("</dc:title>.*", "")))
                .sorted().toList();
    }
}
