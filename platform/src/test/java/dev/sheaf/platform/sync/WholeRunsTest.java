package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.sync.operate.SourceCorrection;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.Runs;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** How old a copy is: the time of the last harvest that brought the whole, in the status of the source and in its own words. */
class WholeRunsTest extends JobsSetup {

    private void isAsOf(@Nullable Instant time, boolean stale) {
        assertThat(status()).extracting(SourceStatus::asOf, SourceStatus::stale).containsExactly(time, stale);
        List<String> descriptions = store().repository(ID, "https://hub.example.org/oai/a").orElseThrow()
                .describe().descriptions()
                .stream().map(XmlFragment::toString).toList();
        assertThat(descriptions.getLast()).contains(stale ? ">stale<" : ">current<").contains(time == null
                ? "It has never been harvested completely"
                : ">" + Datestamp.ofSecond(time).text() + "<");
    }

    private Instant later(Duration time) {
        clock.advance(time);
        return clock.instant();
    }

    @Test
    void failedRun_doesNotRenewTheCopy() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(5));
        isAsOf(null, true);
        Instant whole = clock.instant();
        harvest(false);
        isAsOf(whole, false);
        later(Duration.ofHours(1));
        provider.when(ReceivedRequest.any(), Behaviour.status(500));
        assertThat(harvest(false).isComplete()).isFalse();
        isAsOf(whole, true);
    }

    @Test
    void lastCompleteHarvest_isKeptAfterAThousandFailures() {
        repository("persistent", SampleRecords.many(5));
        Instant whole = clock.instant();
        harvest(false);
        HarvestOutcome failed = new HarvestOutcome(Verdict.FAILED, "no answer", Counts.ZERO, 0);
        for (int i = 0; i <= Runs.RUNS; i++) {
            store().end(store().begin(ID, later(Duration.ofHours(1))), failed, clock.instant());
        }
        assertThat(store().runs().last(ID, 2 * Runs.RUNS)).hasSize(Runs.RUNS);
        isAsOf(whole, true);
    }

    @Test
    void harvestOfAPart_doesNotRenewTheCopy() {
        repository("persistent", List.of(SampleRecords.live(1, "a"), SampleRecords.live(2)))
                .set(new OaiSet(new SetSpec("a"), "A", List.of()));
        List<HarvestOptions> parts = List.of(HarvestOptions.DEFAULT.withLists(List.of(MetadataPrefix.OAI_DC), List.of()),
                HarvestOptions.DEFAULT.withLists(List.of(), List.of(new SetSpec("a"))),
                HarvestOptions.DEFAULT.withWindow(Datestamp.parse("2000-01-01"), null),
                HarvestOptions.DEFAULT.withWindow(null, Datestamp.parse("2024-01-01")));
        for (HarvestOptions part : parts) {
            HarvestOutcome outcome = harvest(part, HarvestCare.USUAL);
            assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
            isAsOf(null, true);
        }
        Instant whole = later(Duration.ofHours(1));
        harvest(false);
        for (HarvestOptions part : parts) {
            later(Duration.ofHours(1));
            harvest(part, HarvestCare.USUAL);
            isAsOf(whole, false);
        }
    }

    @Test
    void harvestOfAllConfiguredSets_renewsTheCopy() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(5));
        store().put(new Source(ID, Source.Kind.HARVESTED, provider.baseUrl(), null, List.of(MetadataPrefix.OAI_DC), List.of(),
                Source.Settings.DEFAULT));
        Instant whole = clock.instant();
        harvest(HarvestOptions.DEFAULT.withLists(List.of(MetadataPrefix.OAI_DC), List.of()), HarvestCare.USUAL);
        isAsOf(whole, false);
    }

    @Test
    void aHarvestThatWasUndoneDoesNotCount() {
        repository("persistent", SampleRecords.many(5));
        Instant whole = clock.instant();
        harvest(false);
        later(Duration.ofHours(1));
        harvest(false);
        later(Duration.ofHours(1));
        assertThat(new SourceCorrection(store(), clock).rollback(ID, SourceCorrection.Watch.NONE)).isPresent();
        isAsOf(whole, true);
        Instant again = later(Duration.ofHours(1));
        harvest(false);
        isAsOf(again, false);
    }

    @Test
    void changesByAnOperator_doNotCountAsAHarvest() {
        repository("persistent", SampleRecords.many(5));
        Instant whole = clock.instant();
        harvest(false);
        for (RunReport.Kind kind : List.of(RunReport.Kind.APPROVAL, RunReport.Kind.REPLAY)) {
            long run = store().runs().begin(ID, kind, later(Duration.ofHours(1)));
            store().end(run, new HarvestOutcome(Verdict.COMPLETE, "", Counts.ZERO, 0), clock.instant());
            isAsOf(whole, false);
        }
    }

    @Test
    void resumedHarvest_isAsOldAsItsBeginning() {
        repository("persistent", SampleRecords.many(30)).pageSize(10);
        Instant begun = clock.instant();
        HarvestOptions shortLived = HarvestOptions.DEFAULT
                .withCancelled(() -> events.stream().anyMatch(HarvestEvent.PageSaved.class::isInstance));
        assertThat(harvest(shortLived, HarvestCare.USUAL).isComplete()).isFalse();
        isAsOf(null, true);
        later(Duration.ofHours(1));
        assertThat(harvest(false).isComplete()).isTrue();
        isAsOf(begun, false);
    }

    /** The run between asked for no list, so that none of what the last one brought is of its time. */
    @Test
    void runWithoutAList_doesNotRenewTheCopy() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(30)).pageSize(10);
        Instant begun = clock.instant();
        AtomicBoolean unreachable = new AtomicBoolean();
        provider.when(_ -> unreachable.get(), Behaviour.status(404));
        HarvestOptions shortLived = HarvestOptions.DEFAULT
                .withCancelled(() -> events.stream().anyMatch(HarvestEvent.PageSaved.class::isInstance));
        assertThat(harvest(shortLived, HarvestCare.USUAL).isComplete()).isFalse();
        later(Duration.ofHours(1));
        unreachable.set(true);
        assertThat(harvest(false).isComplete()).isFalse();
        later(Duration.ofHours(1));
        unreachable.set(false);
        assertThat(harvest(false).isComplete()).isTrue();
        isAsOf(begun, false);
    }

    @Test
    void copyOlderThanTheWantedLatency_isStale() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(5));
        store().put(
                Source.harvested(ID, provider.baseUrl()).withSettings(new Source.Settings(null, null, Duration.ofDays(1), null)));
        Instant whole = clock.instant();
        harvest(false);
        later(Duration.ofDays(1));
        isAsOf(whole, false);
        later(Duration.ofHours(1));
        isAsOf(whole, true);
    }
}
