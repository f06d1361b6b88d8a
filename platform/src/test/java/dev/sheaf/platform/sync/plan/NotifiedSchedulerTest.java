package dev.sheaf.platform.sync.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.JobsSetup;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.notices.AnnouncementReport;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Notifications and the schedule, over real HTTP, in time that the test sets. */
class NotifiedSchedulerTest extends JobsSetup {

    private final List<Instant> begun = new ArrayList<>();
    private Runnable during = () -> {};

    /** Returns a scheduler whose runs have ended when its call returns. */
    private SyncScheduler scheduler(double budget) {
        return new SyncScheduler(store(), ScheduleTerms.of(budget).withCoalesce(30).withNotifiedGap(10L), 4, id -> {
            begun.add(clock.instant());
            during.run();
            harvest(HarvestOptions.DEFAULT, HarvestCare.USUAL);
            return ActionResult.done(id);
        }, clock, (_, _) -> {});
    }

    private ScriptedProvider source() {
        return repository("persistent", SampleRecords.many(10));
    }

    /** Passes a notification on as a hub does. */
    private void notified(SyncScheduler scheduler) {
        store().announcements().notified(ID, clock.instant());
        scheduler.notified(ID);
    }

    private void round(SyncScheduler scheduler, int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
        scheduler.round();
    }

    private void change(ScriptedProvider provider, int number) {
        provider.put(List.of(SampleRecords.live(number, "New", Datestamp.ofSecond(clock.instant()))));
    }

    @Test
    void severalNotifications_causeOneEarlyHarvest() {
        ScriptedProvider provider = source();
        SyncScheduler scheduler = scheduler(1);
        scheduler.round();
        round(scheduler, 60);
        begun.clear();
        change(provider, 11);

        notified(scheduler);
        scheduler.round();
        round(scheduler, 1);
        notified(scheduler);
        scheduler.round();
        round(scheduler, 1);
        assertThat(begun).as("they are gathered").isEmpty();
        assertThat(store().schedules().planned(ID).orElseThrow().because()).contains("announced changes");
        round(scheduler, 30);
        round(scheduler, 10);

        assertThat(begun).hasSize(1);
        AnnouncementReport report = store().announcements().report(ID).orElseThrow();
        assertThat(report.pending()).isNull();
        assertThat(report.announced()).isEqualTo(1);
        assertThat(report.missed()).isZero();
    }

    @Test
    void sourceRegisteredSecondsAgoIsHarvestedAtOnceWhenItNotifies() {
        SyncScheduler scheduler = scheduler(1);
        scheduler.round();
        source();
        clock.advance(Duration.ofSeconds(2));

        notified(scheduler);
        scheduler.round();

        assertThat(begun).containsExactly(clock.instant());
    }

    @Test
    void notificationBeforeARestart_isKept() {
        source();
        SyncScheduler first = scheduler(1);
        first.round();
        round(first, 60);
        begun.clear();
        store().announcements().notified(ID, clock.instant());
        first.close();

        SyncScheduler next = scheduler(1);
        next.round();
        round(next, 31);

        assertThat(begun).hasSize(1);
    }

    @Test
    void notificationDuringAHarvest_leadsToAnother() {
        ScriptedProvider provider = source();
        SyncScheduler scheduler = scheduler(1);
        scheduler.round();
        round(scheduler, 60);
        begun.clear();
        notified(scheduler);
        scheduler.round();
        round(scheduler, 1);
        during = () -> {
            during = () -> {};
            clock.advance(Duration.ofSeconds(1));
            change(provider, 12);
            notified(scheduler);
        };
        round(scheduler, 31);
        assertThat(begun).hasSize(1);

        round(scheduler, 5);
        round(scheduler, 31);

        round(scheduler, 1);
        assertThat(begun).hasSize(2);
        assertThat(store().announcements().pending()).isEmpty();
    }

    @Test
    void changeWithoutNotification_isFoundByThePoll_andCounted() {
        ScriptedProvider provider = source();
        SyncScheduler scheduler = scheduler(1);
        scheduler.round();
        round(scheduler, 60);
        change(provider, 13);
        notified(scheduler);
        scheduler.round();
        round(scheduler, 31);
        round(scheduler, 1);
        change(provider, 14);

        for (int i = 0; i < 200; i++) {
            round(scheduler, 3600);
        }

        assertThat(store().status(ID).orElseThrow().records()).isEqualTo(12);
        assertThat(store().announcements().report(ID).orElseThrow().missed()).isEqualTo(1);
    }

    @Test
    void unknownOrPausedSource_isIgnored() {
        source();
        SyncScheduler scheduler = scheduler(1);
        scheduler.notified("nobody");
        scheduler.round();
        store().control().pause(ID, clock.instant());
        round(scheduler, 60);
        begun.clear();

        notified(scheduler);
        round(scheduler, 60);

        assertThat(begun).isEmpty();
    }
}
