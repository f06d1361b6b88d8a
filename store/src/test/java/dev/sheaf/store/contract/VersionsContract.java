package dev.sheaf.store.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.store.records.History;
import dev.sheaf.store.records.RecordVersion;
import dev.sheaf.store.runs.Rollback;
import dev.sheaf.store.sources.SourceCare;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link History} and {@link Rollback}. */
public abstract class VersionsContract extends FacetContract {

    private static final MetadataPrefix DC = MetadataPrefix.OAI_DC;
    private static final Datestamp CHANGED = Datestamp.parse("2025-01-01T00:00:00Z");

    private long harvest(OaiRecord... records) {
        clock.advance(Duration.ofHours(1));
        long run = store().begin("a", clock.instant());
        store().save(new Batch("a", run, MetadataFormat.OAI_DC, List.of(records)));
        store().end(run, new HarvestOutcome(Verdict.COMPLETE, "", Counts.ZERO, 1), clock.instant());
        return run;
    }

    private static OaiRecord titled(int number, String title) {
        return SampleRecords.live(number, title, CHANGED);
    }

    private Optional<OaiRecord> record(int number) {
        return store().get("a", DC, SampleRecords.identifier(number)).map(StoredRecord::record);
    }

    private List<RecordVersion> versions() {
        return store().history().versions("a", DC, SampleRecords.identifier(1), 100);
    }

    private void keepHistory() {
        store().monitoring().put("a", new SourceCare(false, null, null, true));
    }

    private Counts undo() {
        clock.advance(Duration.ofHours(1));
        return store().rollback().undo("a", clock.instant(), _ -> {}, () -> false);
    }

    @Test
    void formerVersions_areKeptWithTheirContent() {
        keepHistory();
        harvest(titled(1, "First"));
        harvest(titled(1, "First"));
        harvest(titled(1, "Second"));
        harvest(SampleRecords.deleted(1, CHANGED));
        reopen();
        assertThat(versions()).extracting(RecordVersion::number).containsExactly(3, 2, 1);
        assertThat(versions()).extracting(RecordVersion::deleted).containsExactly(true, false, false);
        assertThat(versions()).extracting(RecordVersion::present).containsExactly(true, false, false);
        assertThat(store().history().versions("a", DC, SampleRecords.identifier(1), 2)).hasSize(2);
        StoredRecord first = store().history().version("a", DC, SampleRecords.identifier(1), 1).orElseThrow();
        assertThat(first.record().metadata()).isEqualTo(titled(1, "First").metadata());
    }

    @Test
    void presentVersion_isNotListedAsFormer() {
        keepHistory();
        harvest(titled(1, "First"));
        assertThat(store().history().version("a", DC, SampleRecords.identifier(1), 1)).isEmpty();
        assertThat(store().history().version("a", DC, SampleRecords.identifier(1), 7)).isEmpty();
    }

    @Test
    void sourceWithoutHistory_hasThePresentVersionAlone() {
        harvest(titled(1, "First"));
        harvest(titled(1, "Second"));
        assertThat(versions()).singleElement().extracting(RecordVersion::present).isEqualTo(true);
        assertThat(store().history().versions("a", DC, "oai:example.org:none", 10)).isEmpty();
    }

    @Test
    void sourceThatHasNoRun_hasNothingToUndo() {
        assertThat(store().rollback().undoable("a")).isEmpty();
        assertThat(store().rollback().undoable(UNKNOWN)).isEmpty();
    }

    @Test
    void undoneRun_leavesWhatWasBefore() {
        harvest(titled(1, "First"), titled(2, "First"), titled(3, "First"));
        long run = harvest(titled(1, "Second"), SampleRecords.deleted(2, CHANGED), titled(4, "New"));
        assertThat(store().rollback().undoable("a")).contains(run);

        assertThat(undo()).isEqualTo(new Counts(1, 1, 0, 1, 0));
        assertThat(record(1).orElseThrow().metadata()).isEqualTo(titled(1, "First").metadata());
        assertThat(record(2).orElseThrow().deleted()).isFalse();
        assertThat(record(3).orElseThrow().metadata()).isEqualTo(titled(3, "First").metadata());
        assertThat(record(4).map(OaiRecord::deleted)).contains(true);
        assertThat(store().rollback().undoable("a")).as("undone already").isEmpty();
    }

    @Test
    void stoppedRollback_canBeContinued() {
        harvest(titled(1, "First"));
        long run = harvest(titled(1, "Second"));
        clock.advance(Duration.ofHours(1));
        store().rollback().undo("a", clock.instant(), _ -> {}, () -> true);
        assertThat(store().rollback().undoable("a")).contains(run);
        undo();
        assertThat(record(1).orElseThrow().metadata()).isEqualTo(titled(1, "First").metadata());
    }

    @Test
    void rollback_reportsItsProgress() {
        harvest(titled(1, "First"), titled(2, "First"));
        harvest(titled(1, "Second"), titled(2, "Second"));
        List<Long> told = new ArrayList<>();
        store().rollback().undo("a", clock.instant(), told::add, () -> false);
        assertThat(told).isNotEmpty();
        assertThat(told.getLast()).isEqualTo(2);
    }

    @Test
    void undoneVersions_stayMarked() {
        keepHistory();
        harvest(titled(1, "First"));
        harvest(titled(1, "Second"));
        undo();
        assertThat(versions()).extracting(RecordVersion::number).containsExactly(3, 2, 1);
        assertThat(versions()).extracting(RecordVersion::undone).containsExactly(false, true, false);
        assertThat(record(1).orElseThrow().metadata()).isEqualTo(titled(1, "First").metadata());
    }
}
