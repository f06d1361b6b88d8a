package dev.sheaf.platform.sync;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.sources.SourceCare;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Limits to what a harvest may withdraw. */
class WithdrawalLimitTest extends JobsSetup {

    private void mayVanish(int percent) {
        store().monitoring().put(ID, new SourceCare(false, null, percent));
    }

    @Test
    void emptyList_deletesNothingUnderAnyLimit() {
        repository("no", SampleRecords.many(30));
        harvest(false);
        for (int percent : List.of(10, 50, 99, 100)) {
            mayVanish(percent);
            repository("no", List.of());
            harvest(HarvestOptions.DEFAULT.withFull(true), new HarvestCare(true, false));
            assertThat(servedDeleted()).as("full, " + percent + " percent").isEmpty();
            clock.advance(Duration.ofDays(8));
            harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));
            assertThat(servedDeleted()).as("increment with a census, " + percent + " percent").isEmpty();
        }
    }

    @Test
    void recordInQuarantine_isNotMissedByACensus() {
        repository("no", SampleRecords.many(40));
        harvest(false);
        mayVanish(100);
        ScriptedProvider broken = repository("no", allBut(40, 3));
        broken.when(ReceivedRequest.page(2), Behaviour.text(text -> text.replaceFirst("(?s)<metadata>.*?</metadata>", "")));
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT.withFull(true), new HarvestCare(true, false));
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE_WITH_QUARANTINE);
        assertThat(outcome.counts().refused()).isOne();
        assertThat(servedDeleted()).as("the one that is gone, not the one that cannot be read")
                .containsExactly(SampleRecords.identifier(3));
    }

    @Test
    void recordsWithoutAName_makeACensusInferNothing() {
        repository("no", SampleRecords.many(40));
        harvest(false);
        mayVanish(100);
        ScriptedProvider broken = repository("no", allBut(40, 3));
        broken.when(ReceivedRequest.page(2),
                Behaviour.text(text -> text.replaceFirst("<identifier>[^<]*</identifier>", "<identifier></identifier>")));
        harvest(HarvestOptions.DEFAULT.withFull(true), new HarvestCare(true, false));
        assertThat(servedDeleted()).doesNotContain(SampleRecords.identifier(10), SampleRecords.identifier(11));
    }
}
