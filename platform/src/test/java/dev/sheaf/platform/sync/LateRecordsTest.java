package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** A server that shows records later than it dates them: its lateness is learnt by runs of the program, and costs no record. */
class LateRecordsTest extends JobsSetup {

    private final List<OaiRecord> hidden = new ArrayList<>();
    private int made;

    /** Makes records until a moment, one each quarter of an hour, and shows those that are as old as they have to be. */
    private void goOn(ScriptedProvider provider, Instant until, Duration lateness) {
        while (clock.instant().isBefore(until)) {
            clock.advance(Duration.ofMinutes(15));
            hidden.add(SampleRecords.live(made, "T" + made, Datestamp.ofSecond(clock.instant())));
            made++;
        }
        List<OaiRecord> visible = hidden.stream().filter(record -> !record.header().datestamp().instant().orElseThrow()
                .plus(lateness).isAfter(until)).toList();
        hidden.removeAll(visible);
        provider.put(visible);
    }

    private List<String> live() {
        return served().stream().map(OaiRecord::identifier).toList();
    }

    @Test
    void serverThatIsThreeHoursLate_losesNoRecords() {
        ScriptedProvider provider = repository("persistent", List.of());
        for (int day = 0; day < 6; day++) {
            goOn(provider, clock.instant().plus(Duration.ofHours(20)), Duration.ofHours(3));
            assertThat(harvest(false).verdict()).isEqualTo(Verdict.COMPLETE);
        }
        goOn(provider, clock.instant(), Duration.ZERO);
        harvest(false);
        assertThat(hidden).isEmpty();
        assertThat(live()).hasSize(made).doesNotHaveDuplicates();
        assertThat(store().profile(ID).duration(ServerTrait.LATENESS).orElseThrow())
                .isBetween(Duration.ofMinutes(150), Duration.ofHours(3));
        assertThat(store().profile(ID).duration(ServerTrait.OVERLAP).orElseThrow()).isGreaterThan(Duration.ofHours(3));
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("begins where this one began, with a larger overlap"));
    }

    @Test
    void recordLaterThanAnyOverlap_isFetchedByACensus() {
        ScriptedProvider provider = repository("no", SampleRecords.many(30));
        harvest(false);
        provider.put(List
                .of(SampleRecords.live(77, "Late by a month", Datestamp.ofSecond(clock.instant().minus(Duration.ofDays(30))))));
        clock.advance(Duration.ofHours(30));
        assertThat(harvest(false).verdict()).as("nothing shows it yet").isEqualTo(Verdict.COMPLETE);
        clock.advance(Duration.ofDays(8));
        HarvestOutcome outcome = harvest(false);
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(outcome.counts().created()).isOne();
        assertThat(live()).contains(SampleRecords.identifier(77));
        clock.advance(Duration.ofDays(8));
        assertThat(harvest(false).verdict()).isEqualTo(Verdict.COMPLETE);
    }

    @Test
    void recordOfTheNextIncrement_isNotReportedAsMissing() {
        ScriptedProvider provider = repository("no", SampleRecords.many(30));
        harvest(false);
        clock.advance(Duration.ofDays(8));
        provider.put(List.of(SampleRecords.live(77, "Came between the lists", Datestamp.ofSecond(clock.instant()))));
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.errors(new OaiError(OaiError.Code.NO_RECORDS_MATCH, "")));
        assertThat(harvest(false)).hasToString("complete");
        assertThat(provider.requests(ReceivedRequest.of(Verb.LIST_IDENTIFIERS))).isNotEmpty();
    }
}
