package dev.sheaf.platform.sync;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** A source whose deletions an operator holds: it is harvested, and nothing of it is deleted before somebody says so. */
class HoldTest extends JobsSetup {

    private SourceActions actions() {
        return new SourceActions(store(), clock);
    }

    private ScriptedProvider harvested(String deletions) {
        ScriptedProvider provider = repository(deletions, SampleRecords.many(20));
        harvest(false);
        assertThat(actions().hold(ID).isDone()).isTrue();
        assertThat(actions().hold(ID).kind()).isEqualTo(ActionResult.Kind.NOTHING);
        clock.advance(Duration.ofDays(1));
        return provider;
    }

    private void deletesThree(ScriptedProvider provider) {
        Datestamp now = Datestamp.ofSecond(clock.instant());
        provider.put(List.of(SampleRecords.deleted(5, now), SampleRecords.deleted(6, now), SampleRecords.deleted(7, now),
                SampleRecords.deleted(99, now), SampleRecords.live(30, "new", now)));
    }

    @Test
    void tooManyDeletions_arePending_andOtherChangesAreStored() {
        ScriptedProvider provider = harvested("persistent");
        deletesThree(provider);
        HarvestOutcome outcome = harvest(false);
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(outcome.reason()).isEqualTo("3 deletions are held for sheaf source approve a");
        assertThat(status()).extracting(SourceStatus::state, SourceStatus::records, SourceStatus::stale)
                .containsExactly(SourceStatus.State.HELD, 21L, false);
        assertThat(servedDeleted()).as("what was never here is no loss").containsExactly(SampleRecords.identifier(99));

        actions().approve(ID);
        assertThat(servedDeleted()).containsExactly(SampleRecords.identifier(5), SampleRecords.identifier(6),
                SampleRecords.identifier(7), SampleRecords.identifier(99));
        assertThat(status().state()).isEqualTo(SourceStatus.State.IDLE);
    }

    /** As a list does whose pages are asked for again, by date windows or after a crash. */
    @Test
    void deletionThatARunMeetsTwice_countsOnce() {
        harvested("persistent");
        PendingDeletions deletions = new PendingDeletions(store(), ID);
        long run = store().begin(ID, clock.instant());
        Datestamp now = Datestamp.ofSecond(clock.instant());
        Batch page = new Batch(ID, run, MetadataFormat.OAI_DC,
                List.of(SampleRecords.deleted(5, now), SampleRecords.deleted(6, now)));
        deletions.hold(page);
        deletions.hold(page);
        RunRecorder recorder = new RunRecorder(store().runs(), clock, ProgressListener.NONE, null);
        recorder.begun(run);
        HarvestOutcome outcome = deletions.told(HarvestOutcome.of(true, true, 0, "", Counts.ZERO, 2), run, recorder);
        assertThat(outcome.reason()).isEqualTo("2 deletions are held for sheaf source approve a");
    }

    @Test
    void recordListedAgain_isNoLongerPending_andARejectedDeletionIsDropped() {
        ScriptedProvider provider = harvested("persistent");
        deletesThree(provider);
        harvest(false);
        clock.advance(Duration.ofDays(1));
        provider.put(List.of(SampleRecords.live(5, "again", Datestamp.ofSecond(clock.instant()))));
        harvest(false);
        assertThat(store().heldDeletions().count(ID)).isEqualTo(2);
        actions().reject(ID);
        assertThat(status().records()).isEqualTo(21);
        assertThat(store().heldDeletions().count(ID)).isZero();
    }

    @Test
    void singleMissingRecord_isPending() {
        ScriptedProvider provider = repository("no", SampleRecords.many(20));
        harvest(false);
        actions().hold(ID);
        provider.close();
        clock.advance(Duration.ofDays(1));
        repository("no", allBut(20, 3));
        assertThat(Objects.requireNonNull(harvest(true)).reason()).contains("1 deletions in oai_dc are held");
        assertThat(status().records()).isEqualTo(20);
    }

    @Test
    void deletionRepeatedAfterTheRelease_isCarriedOut() {
        ScriptedProvider provider = harvested("persistent");
        deletesThree(provider);
        harvest(false);
        actions().release(ID);
        harvest(true);
        assertThat(servedDeleted()).contains(SampleRecords.identifier(5));
        assertThat(store().heldDeletions().count(ID)).isZero();
    }

    @Test
    void approvedDeletions_areRepeated_andPendingOnesStayPending() {
        ScriptedProvider provider = harvested("persistent");
        deletesThree(provider);
        harvest(false);
        clock.advance(Duration.ofDays(1));
        harvest(false);
        assertThat(actions().release(ID).isDone()).isTrue();
        assertThat(actions().release(ID).kind()).isEqualTo(ActionResult.Kind.NOTHING);
        clock.advance(Duration.ofDays(1));
        provider.put(List.of(SampleRecords.deleted(8, Datestamp.ofSecond(clock.instant()))));
        harvest(false);
        assertThat(servedDeleted()).contains(SampleRecords.identifier(8)).doesNotContain(SampleRecords.identifier(5));
        assertThat(store().heldDeletions().count(ID)).isEqualTo(3);
    }
}
