package dev.sheaf.simulator.misbehaviour;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.simulator.misbehaviour.Judgement.Mark;

import static org.assertj.core.api.Assertions.assertThat;

/** Records 7 and 18 are deleted in the repository, the other 38 are live. */
class JudgeTest {

    private static final LeastResult COMPLETE = LeastResult.parse("complete");
    private static final Datestamp LATER = Datestamp.parse("2024-05-11T09:00:00Z");

    private final Map<String, OaiRecord> there = new HashMap<>();
    private final Map<String, OaiRecord> held = new HashMap<>();
    private List<Quarantined> setAside = List.of();

    @BeforeEach
    void fill() {
        SimulatedRecords.first(40).forEach(record -> {
            there.put(record.identifier(), record);
            held.put(record.identifier(), record);
        });
    }

    private Mark judged(LeastResult reach, Verdict verdict, boolean full) {
        Truth truth = new Truth(there, Set.of());
        return new Judge(Set.of()).judge(reach, truth, truth, full, held(verdict)).mark();
    }

    private Mark judged(LeastResult reach, Verdict verdict) {
        return judged(reach, verdict, true);
    }

    private Held held(Verdict verdict) {
        return new Held(new HarvestOutcome(verdict, "", Counts.ZERO, 0), held, setAside);
    }

    private static String id(int number) {
        return SimulatedRecords.identifier(number);
    }

    @Test
    void completeWithEveryRecord_isRight() {
        assertThat(judged(COMPLETE, Verdict.COMPLETE)).isEqualTo(Mark.RIGHT);
    }

    @Test
    void completeWithAMissingRecord_isWrongEvenIfTheNumberFits() {
        held.remove(id(3));
        held.put("oai:other.example.org:1", SimulatedRecords.record(3));
        there.put("oai:other.example.org:1", SimulatedRecords.record(3));
        assertThat(judged(COMPLETE, Verdict.COMPLETE)).isEqualTo(Mark.WRONG);
    }

    @Test
    void completeWithChangedMetadata_isWrong() {
        held.put(id(3), SimulatedRecords.record(3, SimulatedRecords.datestamp(3), "Another title"));
        assertThat(judged(COMPLETE, Verdict.COMPLETE)).isEqualTo(Mark.WRONG);
    }

    @Test
    void withdrawnLiveRecord_isWrongUnderAnyVerdict() {
        held.put(id(3), SimulatedRecords.record(3, LATER, null));
        assertThat(judged(LeastResult.parse("short all"), Verdict.PARTIAL)).isEqualTo(Mark.WRONG);
    }

    @Test
    void inventedRecord_isWrongUnderAnyVerdict() {
        held.put("item-3", SimulatedRecords.record(3));
        assertThat(judged(LeastResult.parse("short all"), Verdict.PARTIAL)).isEqualTo(Mark.WRONG);
    }

    @Test
    void partialInsteadOfComplete_isIncomplete() {
        assertThat(judged(COMPLETE, Verdict.PARTIAL)).isEqualTo(Mark.INCOMPLETE);
        assertThat(judged(LeastResult.parse("short"), Verdict.PARTIAL)).isEqualTo(Mark.RIGHT);
        held.remove(id(3));
        assertThat(judged(LeastResult.parse("short"), Verdict.PARTIAL)).isEqualTo(Mark.INCOMPLETE);
        assertThat(judged(LeastResult.parse("short 2-4"), Verdict.PARTIAL)).isEqualTo(Mark.RIGHT);
    }

    @Test
    void quarantinedRecord_isNotMissing() {
        held.remove(id(3));
        assertThat(judged(LeastResult.parse("set-aside 3"), Verdict.COMPLETE_WITH_QUARANTINE)).isEqualTo(Mark.WRONG);
        setAside = List.of(new Quarantined(id(3), "no header", new byte[0]));
        assertThat(judged(LeastResult.parse("set-aside 3"), Verdict.COMPLETE_WITH_QUARANTINE)).isEqualTo(Mark.RIGHT);
        assertThat(judged(COMPLETE, Verdict.COMPLETE_WITH_QUARANTINE)).isEqualTo(Mark.INCOMPLETE);
        assertThat(judged(LeastResult.parse("set-aside 3"), Verdict.COMPLETE)).isEqualTo(Mark.WRONG);
    }

    @Test
    void completeIncrementWithoutAWithheldRecord_isWrong() {
        held.remove(id(3));
        setAside = List.of(new Quarantined(id(3), "HTTP 500", new byte[0]));
        assertThat(judged(LeastResult.parse("set-aside 3"), Verdict.COMPLETE, false)).isEqualTo(Mark.RIGHT);
        assertThat(judged(LeastResult.parse("withheld 3"), Verdict.COMPLETE, false)).isEqualTo(Mark.WRONG);
        assertThat(judged(LeastResult.parse("withheld 3"), Verdict.COMPLETE_WITH_QUARANTINE, false)).isEqualTo(Mark.WRONG);
        assertThat(judged(LeastResult.parse("withheld 3"), Verdict.PARTIAL, false)).isEqualTo(Mark.RIGHT);
    }

    @Test
    void vanishedRecord_mayBeLiveAfterAnIncrement_butNotAfterAFullHarvest() {
        Judge judge = new Judge(Set.of());
        Truth before = new Truth(there, Set.of());
        judge.judge(COMPLETE, before, before, true, held(Verdict.COMPLETE));
        there.remove(id(3));
        Truth after = new Truth(there, Set.of());
        assertThat(judge.judge(COMPLETE, after, after, false, held(Verdict.COMPLETE)).mark()).isEqualTo(Mark.RIGHT);
        assertThat(judge.judge(COMPLETE, after, after, true, held(Verdict.COMPLETE)).mark()).isEqualTo(Mark.WRONG);
    }

    @Test
    void recordChangedDuringTheHarvest_mayBeInEitherState() {
        Truth before = new Truth(there, Set.of());
        there.put(id(3), SimulatedRecords.record(3, LATER, "Changed"));
        there.remove(id(4));
        Truth after = new Truth(there, Set.of());
        assertThat(new Judge(Set.of()).judge(COMPLETE, before, after, true, held(Verdict.COMPLETE)).mark()).isEqualTo(Mark.RIGHT);
        held.remove(id(4));
        held.put(id(3), SimulatedRecords.record(3, LATER, "Changed"));
        assertThat(new Judge(Set.of()).judge(COMPLETE, before, after, true, held(Verdict.COMPLETE)).mark()).isEqualTo(Mark.RIGHT);
    }

    @Test
    void missingDeletedRecordThatWasNeverStored_isNotWrong() {
        held.remove(id(7));
        assertThat(judged(COMPLETE, Verdict.COMPLETE)).isEqualTo(Mark.INCOMPLETE);
        held.put(id(7), SimulatedRecords.record(7, LATER, "Title 7"));
        assertThat(judged(COMPLETE, Verdict.COMPLETE)).isEqualTo(Mark.WRONG);
    }

    @Test
    void twoFaults_costTheRecordsOfBoth() {
        LeastResult both = LeastResult.parse("withheld 15").and(LeastResult.parse("short 20-21"));
        assertThat(both.claim()).isEqualTo(LeastResult.Claim.SHORT);
        assertThat(both.lost()).containsExactlyInAnyOrder(15, 20, 21);
        assertThat(both.withheld()).containsExactly(15);
    }
}
