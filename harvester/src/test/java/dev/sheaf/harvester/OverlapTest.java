package dev.sheaf.harvester;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

class OverlapTest extends HarvesterSetup {

    private static final Duration LAG = Duration.ofMinutes(3);
    private static final Duration CLOCK_ERROR = Duration.ofMinutes(10);

    /** A record and the moment from which on the repository shows it. */
    private record Coming(OaiRecord record, Instant visible) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void serverWithLagWrongClockAndNoOrder_losesNoRecords(long seed) {
        Random random = new Random(seed);
        List<Coming> coming = new ArrayList<>();
        Instant now = providerClock.instant();
        int count = 0;
        for (int run = 0; run < 80; run++) {
            Instant next = now.plusSeconds(30 + random.nextInt(5400));
            for (int i = random.nextInt(5); i > 0; i--) {
                Instant made = now.plusSeconds(random.nextLong(next.getEpochSecond() - now.getEpochSecond()));
                coming.add(new Coming(SampleRecords.live(count, "T" + count, Datestamp.ofSecond(made.minus(CLOCK_ERROR))),
                        made.plus(LAG)));
                count++;
            }
            now = next;
            show(coming, now, random);
            assertThat(harvest()).hasToString("complete");
        }
        now = now.plus(Duration.ofMinutes(20));
        show(coming, now, random);
        harvest();
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(count));
        assertThat(sink.profile.duration(ServerTrait.LATENESS).orElseThrow()).isBetween(Duration.ofMinutes(5),
                Duration.ofMinutes(14));
        assertThat(sink.profile.duration(ServerTrait.OVERLAP).orElseThrow()).isLessThan(Duration.ofHours(1));
    }

    private void show(List<Coming> coming, Instant now, Random random) {
        providerClock.set(now);
        List<OaiRecord> visible = new ArrayList<>();
        coming.removeIf(one -> !one.visible().isAfter(now) && visible.add(one.record()));
        Collections.shuffle(visible, random);
        provider.put(visible);
    }

    @Test
    void lateRecord_widensTheOverlap_whichSlowlyShrinksAgain() {
        provider.put(SampleRecords.many(3));
        sink.profile = sink.profile.with(ServerTrait.OVERLAP, "PT4H");
        harvest();
        provider.put(List.of(SampleRecords.live(7, "Late", Datestamp.parse("2024-05-10T06:00:00Z"))));
        providerClock.advance(Duration.ofHours(1));
        harvest();
        assertThat(sink.profile.get(ServerTrait.LATENESS)).contains("PT3H");
        assertThat(sink.profile.get(ServerTrait.OVERLAP)).as("late in the earlier half of what is asked again").contains("PT16H");
        for (int i = 0; i < 30; i++) {
            harvest();
        }
        assertThat(sink.profile.duration(ServerTrait.OVERLAP).orElseThrow()).isLessThan(Duration.ofHours(16));
    }

    @Test
    void lateRecordAtTheEdgeOfTheOverlap_widensTheNextIncrement() {
        provider.put(SampleRecords.many(3));
        harvest();
        provider.put(List.of(SampleRecords.live(4, "At the edge", Datestamp.parse("2024-05-10T08:10:00Z")),
                SampleRecords.live(5, "Before the edge", Datestamp.parse("2024-05-10T06:30:00Z"))));
        providerClock.advance(Duration.ofHours(24));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).contains(SampleRecords.identifier(4)).doesNotContain(SampleRecords.identifier(5));
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("appeared late"));
        providerClock.advance(Duration.ofHours(24));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).contains(SampleRecords.identifier(5));
        assertThat(sink.profile.get(ServerTrait.LATENESS)).contains("PT2H30M");
    }

    @Test
    void incrementSplitIntoRanges_keepsItsOverlap() {
        provider.put(SampleRecords.many(3));
        harvest();
        List<OaiRecord> later = new ArrayList<>(
                List.of(SampleRecords.live(50, "A little late", Datestamp.parse("2024-05-10T08:58:00Z"))));
        for (int i = 0; i < 25; i++) {
            later.add(SampleRecords.live(100 + i, "T", Datestamp.ofSecond(providerClock.instant().plusSeconds(60L * i))));
        }
        provider.put(later).when(ReceivedRequest.page(2),
                Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")));
        providerClock.advance(Duration.ofHours(1));
        assertThat(harvest()).hasToString("complete");
        assertThat(events).as("in pieces").contains(new HarvestEvent.StrategyUsed(OAI_DC, ListStrategy.DATES));
        assertThat(notes()).noneMatch(note -> note.contains("appeared late"));
        assertThat(checkpoint().completeSince()).isEqualTo(Datestamp.parse("2024-05-10T10:00:00Z"));
        assertThat(sink.profile.get(ServerTrait.LATENESS)).contains("PT2M");
    }

    @Test
    void fullListContinuedByDates_teachesNoLateness() {
        provider.put(SampleRecords.many(30));
        harvest();
        provider.put(List.of(SampleRecords.live(29, "Changed without a new date", Datestamp.parse("2024-01-01T00:00:29Z"))));
        provider.when(ReceivedRequest.page(2), Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")));
        providerClock.advance(Duration.ofHours(1));
        assertThat(harvest(HarvestOptions.DEFAULT.withFull(true))).hasToString("complete");
        assertThat(events).as("in pieces").contains(new HarvestEvent.StrategyUsed(OAI_DC, ListStrategy.DATES));
        assertThat(checkpoint().completeSince()).isEqualTo(Datestamp.parse("2024-05-10T10:00:00Z"));
        assertThat(sink.profile.get(ServerTrait.LATENESS)).isEmpty();
    }

    @Test
    void pinnedOverlap_isNotChangedByLearning() {
        provider.put(SampleRecords.many(3));
        sink.profile = sink.profile.pin(ServerTrait.OVERLAP, "PT5M");
        harvest();
        provider.clearLog();
        harvest();
        assertThat(lists().getFirst().argument("from")).isEqualTo("2024-05-10T08:55:00Z");
    }
}
