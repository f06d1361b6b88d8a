package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.schedule.ScheduleTerms;
import dev.sheaf.platform.schedule.metrics.SourceMetrics;
import dev.sheaf.platform.store.Schedules.Planned;
import dev.sheaf.platform.store.SourceLease;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Harvests over real HTTP, in time that the test sets. */
class SyncSchedulerTest extends JobsSetup {

    private final List<Instant> begun = new ArrayList<>();

    /** What it begins has ended when it returns. */
    private SyncScheduler scheduler(double budget) {
        return new SyncScheduler(store(), ScheduleTerms.of(budget), 4, id -> {
            begun.add(clock.instant());
            harvest(HarvestOptions.DEFAULT, HarvestCare.USUAL);
            return ActionResult.done(id);
        }, clock, (_, _) -> {});
    }

    /** Rounds for some hours. */
    private void rounds(SyncScheduler scheduler, int hours) {
        for (int i = 0; i < hours; i++) {
            clock.advance(Duration.ofHours(1));
            scheduler.round();
        }
    }

    @Test
    void aSourceThatWasNeverHarvestedIsHarvestedAtOnceAndThenByTheSchedule() {
        repository("persistent", SampleRecords.many(10));
        SyncScheduler scheduler = scheduler(1);

        scheduler.round();
        assertThat(begun).hasSize(1);
        clock.advance(Duration.ofMinutes(1));
        scheduler.round();

        assertThat(begun).hasSize(1);
        Planned planned = store().jobs().schedules().planned(ID).orElseThrow();
        assertThat(planned.due()).isAfter(clock.instant());
        assertThat(planned.because()).isNotBlank();
        rounds(scheduler, 24 * 6);
        assertThat(begun).hasSizeBetween(2, 7);
    }

    @Test
    void aRestartForgetsNothing() {
        repository("persistent", SampleRecords.many(10));
        scheduler(1).round();
        clock.advance(Duration.ofMinutes(1));

        SyncScheduler next = scheduler(1);
        next.round();

        assertThat(begun).hasSize(1);
        assertThat(store().jobs().schedules().planned(ID)).isPresent();
    }

    @Test
    void whatACommandHarvestedIsNotHarvestedAgain() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);

        scheduler(1).round();

        assertThat(begun).isEmpty();
    }

    @Test
    void whatACommandIsHarvestingForTheFirstTimeIsPlannedWhenThatHasEnded() {
        repository("persistent", SampleRecords.many(10));
        SyncScheduler scheduler = scheduler(1);
        try (SourceLease _ = SourceLease.tryTake(dataDir, ID).orElseThrow()) {
            scheduler.round();
        }
        assertThat(begun).isEmpty();
        assertThat(store().jobs().schedules().planned(ID)).isEmpty();

        harvest(false);
        clock.advance(Duration.ofSeconds(1));
        scheduler.round();

        assertThat(begun).isEmpty();
        assertThat(store().jobs().schedules().planned(ID).orElseThrow().because()).doesNotContain("failed");
    }

    @Test
    void aPinnedSourceIsHarvestedAtItsInterval() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        store().jobs().schedules().pin(ID, Duration.ofHours(6));

        rounds(scheduler(24), 36);

        assertThat(begun).hasSizeBetween(4, 6);
        assertThat(store().jobs().schedules().planned(ID).orElseThrow().because()).contains("fixed by an operator");
    }

    @Test
    void aPausedSourceIsLeftAlone() {
        repository("persistent", SampleRecords.many(10));
        store().jobs().control().pause(ID, clock.instant());

        rounds(scheduler(24), 12);

        assertThat(begun).isEmpty();
    }

    @Test
    void theMeasuresComeFromDatestampsAndTheLedger() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        clock.advance(Duration.ofDays(2));

        SynchronisationReport report = SynchronisationReport.of(store(), store().sources(),
                clock.instant().minus(Duration.ofDays(10_000)), clock.instant(), 86_400);

        SourceMetrics metrics = report.sources().getFirst();
        assertThat(metrics.metrics().records()).isEqualTo(10);
        assertThat(metrics.metrics().updates()).isPositive();
        assertThat(metrics.harvests()).isEqualTo(1);
        assertThat(metrics.freshness()).isEqualTo(1);
    }

    @Test
    void aSyndicationContainerIsAHint() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        RepositoryDescription identify = store().description(ID).map(SourceDescription::identify).orElseThrow();

        assertThat(SyncScheduler.hint(identify)).isNull();
    }
}
