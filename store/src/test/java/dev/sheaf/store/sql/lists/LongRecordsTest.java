package dev.sheaf.store.sql.lists;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sqlite.SqliteStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** However long records are, those that are read in one page or portion fit into memory. */
class LongRecordsTest {

    private static final int RECORDS = 20;
    /** Three of them are as much as a page may hold. */
    private static final int BYTES = (int) (Limit.PORTION_BYTES.number() / 3) - 2_000;

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    @SuppressWarnings("NullAway.Init")
    private HubStore store;

    @BeforeEach
    void fill() {
        store = SqliteStores.open(folder, clock, () -> {});
        store.put(Source.harvested("a", "https://a.example.org/oai"));
        harvest(IntStream.range(0, RECORDS).mapToObj(number -> titled(number, "x")).toList());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void harvest(List<OaiRecord> records) {
        clock.advance(Duration.ofHours(1));
        long run = store.begin("a", clock.instant());
        store.save(new Batch("a", run, MetadataFormat.OAI_DC, records));
        store.end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1), clock.instant());
    }

    private static OaiRecord titled(int number, String letter) {
        return SampleRecords.live(number, letter.repeat(BYTES), Datestamp.parse("2024-01-01T00:00:00Z"));
    }

    private static OaiRecord shortened(int number) {
        return SampleRecords.live(number, "short", Datestamp.parse("2024-01-02T00:00:00Z"));
    }

    private Repository everything() {
        return store.aggregate("https://hub.example.org/oai");
    }

    /** Returns the lengths of the pages of a list. */
    private static List<Integer> pages(Repository repository, boolean headersOnly) {
        List<Integer> lengths = new ArrayList<>();
        List<String> identifiers = new ArrayList<>();
        Position after = null;
        do {
            RecordPage page = repository
                    .records(new RecordQuery(MetadataPrefix.OAI_DC, null, repository.settled(), null, after, 100, headersOnly));
            List<OaiRecord> records = page.read();
            records.forEach(record -> identifiers.add(record.identifier()));
            lengths.add(records.size());
            after = page.next();
        } while (after != null);
        assertThat(identifiers).hasSize(RECORDS).doesNotHaveDuplicates();
        return lengths;
    }

    @Test
    void pageOfLongRecords_endsEarly() {
        assertThat(pages(everything(), false)).containsExactly(3, 3, 3, 3, 3, 3, 2);
        assertThat(pages(everything(), true)).containsExactly(RECORDS);
        assertThat(pages(store.repository("a", "https://hub.example.org/oai/a").orElseThrow(), false)).hasSize(7);
    }

    @Test
    void deletedAndShortRecords_doNotShortenPages() {
        harvest(IntStream.range(0, 8).mapToObj(number -> shortened(number)).toList());
        assertThat(pages(everything(), false)).containsExactly(3, 3, 3, 11);
        harvest(IntStream.range(8, 16).mapToObj(number -> SampleRecords.deleted(number, Datestamp.parse("2025-01-01"))).toList());
        assertThat(pages(everything(), false)).containsExactly(3, 17);
    }

    @Test
    void movedLongRecords_areNotUnpacked() {
        clock.advance(Duration.ofHours(1));
        store.put(Aggregate.of("part"));
        assertThat(pages(store.repository("part", "https://hub.example.org/oai/part").orElseThrow(), false)).hasSize(7);
        // They leave the other aggregate and move to the end of all lists.
        clock.advance(Duration.ofHours(1));
        store.put(Aggregate.of("part").withSets("none"));
        assertThat(pages(everything(), false)).containsExactly(3, 3, 3, 3, 3, 3, 2);
        assertThat(pages(store.repository("part", "https://hub.example.org/oai/part").orElseThrow(), false))
                .containsExactly(RECORDS);
    }

    @Test
    void changesOfLongRecords_areReadInSmallPortions() {
        List<Integer> portions = new ArrayList<>();
        long reached = 0;
        for (List<StoredRecord> portion = store.changes(MetadataPrefix.OAI_DC, 0, 100); !portion
                .isEmpty(); portion = store.changes(MetadataPrefix.OAI_DC, reached, 100)) {
            portions.add(portion.size());
            reached = portion.getLast().seq();
        }
        assertThat(portions).as("the record that fills a portion belongs to it").containsExactly(4, 4, 4, 4, 4);
    }

    @Test
    void rollbackOfLongRecords_restoresAllVersions() {
        harvest(IntStream.range(0, RECORDS).mapToObj(number -> titled(number, "y")).toList());
        clock.advance(Duration.ofHours(1));
        List<Long> steps = new ArrayList<>();
        store.rollback().undo("a", clock.instant(), steps::add, () -> false);
        assertThat(steps).as("versions brought back so far").startsWith(4L, 8L, 12L, 16L, 20L);
        assertThat(store.changes(MetadataPrefix.OAI_DC, 0, 100)).allMatch(
                stored -> String.valueOf(stored.record().metadata()).contains("xxx"));
        assertThat(pages(everything(), false)).hasSize(7);
    }
}
