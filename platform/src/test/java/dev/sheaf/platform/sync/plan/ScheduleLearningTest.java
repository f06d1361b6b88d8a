package dev.sheaf.platform.sync.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.JobsSetup;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** A running hub learns of its sources without a restart, over real HTTP, in time that the test sets. */
class ScheduleLearningTest extends JobsSetup {

    private static final String HOURLY = """
            <description><syndication xmlns="http://purl.org/rss/1.0/modules/syndication/"><updatePeriod>hourly</updatePeriod>\
            <updateFrequency>1</updateFrequency></syndication></description></Identify>""";

    /** Returns a scheduler whose harvests have ended when the call that begins them returns. */
    private SyncScheduler scheduler() {
        return new SyncScheduler(store(), ScheduleTerms.of(24), 4, id -> {
            harvest(HarvestOptions.DEFAULT, HarvestCare.USUAL);
            return ActionResult.done(id);
        }, clock, (_, _) -> {});
    }

    private void round(SyncScheduler scheduler) {
        clock.advance(Duration.ofMinutes(1));
        scheduler.round();
    }

    private String because() {
        return store().schedules().planned(ID).orElseThrow().because();
    }

    /** A record for each of a hundred nights, shortly after two. */
    private List<OaiRecord> nightly() {
        Instant last = Instant.parse("2025-03-01T02:10:00Z");
        return IntStream.range(0, 100).mapToObj(night -> SampleRecords.live(night, "Night " + night,
                Datestamp.ofSecond(last.minus(Duration.ofDays(99L - night))))).toList();
    }

    private List<OaiRecord> one() {
        return List.of(SampleRecords.live(900, "One", Datestamp.ofSecond(clock.instant().minus(Duration.ofHours(1)))));
    }

    private static void hint(ScriptedProvider provider) {
        provider.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(text -> text.replace("</Identify>", HOURLY)));
    }

    @Test
    void theFirstHarvestRevealsThePastOfASource() {
        repository("persistent", nightly());
        SyncScheduler scheduler = scheduler();

        scheduler.round();
        round(scheduler);

        assertThat(because()).startsWith("it changes about every 25 hours");
    }

    @Test
    void scheduleStatedByIdentify_isLearntAtTheFirstHarvest_andForgottenWhenGone() {
        ScriptedProvider provider = repository("persistent", one());
        hint(provider);
        SyncScheduler scheduler = scheduler();
        scheduler.round();
        round(scheduler);
        assertThat(because()).contains("about every 1 hours");

        provider.behave();
        harvest(false);
        round(scheduler);

        assertThat(because()).contains("about every 3 days");
    }

    @Test
    void statedFrequencyThatArrivesLater_isUsed() {
        ScriptedProvider provider = repository("persistent", one());
        SyncScheduler scheduler = scheduler();
        scheduler.round();
        round(scheduler);
        assertThat(because()).contains("about every 3 days");

        hint(provider);
        harvest(false);
        round(scheduler);

        assertThat(because()).contains("about every 1 hours");
    }

    @Test
    void aFullHarvestThatRevealsOlderChangesIsLearntFrom() {
        ScriptedProvider provider = repository("persistent", one());
        SyncScheduler scheduler = scheduler();
        scheduler.round();
        round(scheduler);
        assertThat(because()).doesNotContain("02:00");

        provider.put(nightly());
        harvest(true);
        round(scheduler);

        assertThat(because()).contains("mostly around 02:00 UTC");
    }
}
