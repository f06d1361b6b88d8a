package dev.sheaf.platform.sync.plan;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.JobsSetup;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Failures of the store and damaged rows: none of them silences a source that they do not concern, and none for longer than it lasts. */
class SchedulerFailuresTest extends JobsSetup {

    private static final String OTHER = "zz-other";

    private final List<String> begun = new ArrayList<>();

    /** Harvests sources to their end before it returns. */
    private ActionResult harvestNow(String id) {
        begun.add(id);
        new SourceHarvest(store(), harvester, clock).run(store().source(id).orElseThrow(), HarvestOptions.DEFAULT,
                HarvestCare.USUAL,
                events::add);
        return ActionResult.done(id);
    }

    private SyncScheduler scheduler(SyncScheduler.Start start) {
        return new SyncScheduler(store(), ScheduleTerms.of(1), 1, start, clock, (_, _) -> {});
    }

    private void rounds(SyncScheduler scheduler, int hours) {
        for (int i = 0; i < hours; i++) {
            clock.advance(Duration.ofHours(1));
            scheduler.round();
        }
    }

    private void sql(String... statements) {
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + dataDir.resolve("sheaf.db"));
                Statement sql = other.createStatement()) {
            for (String statement : statements) {
                sql.execute(statement);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void unreadableEndOfAHarvest_isReadInALaterRound() {
        repository("persistent", SampleRecords.many(3));
        SyncScheduler scheduler = scheduler(id -> {
            ActionResult result = harvestNow(id);
            if (begun.size() == 1) {
                sql("update run_detail set kind = 'unreadable'");
            }
            return result;
        });
        scheduler.round();
        assertThat(status().state()).isEqualTo(SourceStatus.State.FAILING);
        sql("update run_detail set kind = 'fill'");

        clock.advance(Duration.ofSeconds(10));
        scheduler.round();

        assertThat(begun).hasSize(1);
        assertThat(status().state()).isEqualTo(SourceStatus.State.IDLE);
        assertThat(store().schedules().planned(ID).orElseThrow().because()).doesNotContain("failed");
        rounds(scheduler, 24 * 6);
        assertThat(begun).hasSizeBetween(2, 8);
    }

    @Test
    void permanentlyUnreadableEndOfAHarvest_countsAsFailedAndIsRetried() {
        repository("persistent", SampleRecords.many(3));
        SyncScheduler scheduler = scheduler(id -> {
            ActionResult result = harvestNow(id);
            if (begun.size() == 1) {
                sql("update run_detail set kind = 'unreadable'");
            }
            return result;
        });
        for (int i = 0; i < 5; i++) {
            scheduler.round();
            clock.advance(Duration.ofSeconds(10));
        }
        assertThat(store().schedules().planned(ID).orElseThrow().because()).contains("the last attempt failed");

        rounds(scheduler, 24);

        assertThat(begun).hasSizeGreaterThan(1);
    }

    @Test
    void sourceWhoseStartEndsWithAnError_doesNotStopTheOthers() {
        repository("persistent", SampleRecords.many(3));
        ScriptedProvider other = ScriptedProvider.start(clock).put(SampleRecords.many(2));
        providers.add(other);
        store().put(Source.harvested(OTHER, other.baseUrl()));
        SyncScheduler scheduler = scheduler(id -> {
            if (id.equals(ID)) {
                throw new StackOverflowError();
            }
            return harvestNow(id);
        });
        scheduler.round();
        assertThat(begun).containsExactly(OTHER);
        assertThat(status().state()).isEqualTo(SourceStatus.State.FAILING);
        assertThat(String.valueOf(status().lastOutcome())).contains("cannot begin its harvest", "StackOverflowError");
    }

    @Test
    void sourceThatWaitsForItsHost_isDueAtTheEndOfThePause_andNotCalledFailed() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(3));
        provider.when(ReceivedRequest.any(), Behaviour.busy(503, "86400"));
        SyncScheduler scheduler = scheduler(this::harvestNow);
        scheduler.round();
        scheduler.round();
        assertThat(begun).containsExactly(ID);
        assertThat(store().schedules().planned(ID)).get().satisfies(planned -> {
            assertThat(planned.due()).isBetween(clock.instant().plus(Duration.ofHours(24)),
                    clock.instant().plus(Duration.ofHours(24)).plusSeconds(2));
            assertThat(planned.because()).isEqualTo("its requests are paused until then");
        });
        provider.behave();
        clock.advance(Duration.ofHours(24).plusSeconds(2));
        scheduler.round();
        assertThat(begun).containsExactly(ID, ID);
        assertThat(status().state()).isEqualTo(SourceStatus.State.IDLE);
    }

    @Test
    void harvestThatCannotBegin_isTriedAgain() {
        repository("persistent", SampleRecords.many(3));
        boolean[] failing = {true};
        SyncScheduler scheduler = scheduler(id -> {
            if (failing[0]) {
                throw new StoreException("the disk is full");
            }
            return harvestNow(id);
        });
        scheduler.round();
        assertThat(status().state()).isEqualTo(SourceStatus.State.FAILING);
        assertThat(String.valueOf(status().lastOutcome())).contains("cannot begin its harvest", "the disk is full");
        failing[0] = false;

        rounds(scheduler, 48);

        assertThat(begun).isNotEmpty();
        assertThat(status().state()).isEqualTo(SourceStatus.State.IDLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"update source set kind = 'NONSENSE' where num = 1",
            "update source set prefixes = x'ff' where num = 1",
            "update source set base_url = 'no address at all' where num = 1",
            "update run set verdict = 'NONSENSE' where source = 1", "update run set reason = null where source = 1",
            "update run_detail set kind = 'nonsense' where source = 1",
            "insert or replace into description (source, identify) values (1, x'ff00ff')",
            "insert or replace into schedule (source, pinned, due) values (1, -9223372036854775807, 9223372036854775807)"})
    void damagedRowOfOneSource_doesNotStopTheOthers(String damage) {
        String address = repository("persistent", SampleRecords.many(3)).baseUrl();
        harvest(false);
        store().put(Source.harvested(OTHER, address));
        SyncScheduler scheduler = scheduler(this::harvestNow);
        scheduler.round();
        assertThat(begun).containsExactly(OTHER);
        begun.clear();
        sql(damage);

        rounds(scheduler, 24 * 4);
        assertThat(begun).as("with the scheduler that ran before").contains(OTHER);
        begun.clear();
        rounds(scheduler(this::harvestNow), 24 * 4);

        assertThat(begun).as("after a restart").contains(OTHER);
        assertThat(store().sources()).extracting(status -> status.source().id()).containsExactly(ID, OTHER);
    }

    @Test
    void damage_isShownUntilItIsRepaired() {
        repository("persistent", SampleRecords.many(3));
        harvest(false);
        sql("update source set kind = 'NONSENSE'");
        scheduler(this::harvestNow).round();
        assertThat(status().state()).isEqualTo(SourceStatus.State.FAILING);
        assertThat(String.valueOf(status().lastOutcome())).contains("damaged", "restore it from a backup");

        sql("update source set kind = 'HARVESTED'");
        rounds(scheduler(this::harvestNow), 24 * 3);

        assertThat(begun).isNotEmpty();
        assertThat(status().state()).isEqualTo(SourceStatus.State.IDLE);
    }
}
