package dev.sheaf.platform.sync;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A repository whose tokens count offsets, and whose records move to the end of the list when they change, while a list of it is read in two
 * runs: the first run ends early, records change, the second run goes on.
 */
class ShiftedListTest extends JobsSetup {

    private static final int RECORDS = 40;

    private static OaiRecord version(int number, String title, Datestamp when) {
        return SampleRecords.live(number, title, when);
    }

    private Datestamp now() {
        return Datestamp.ofSecond(clock.instant());
    }

    /** Identifier and metadata of the live records. */
    private Map<String, String> held() {
        return served().stream().filter(record -> !record.deleted())
                .collect(Collectors.toMap(OaiRecord::identifier, record -> String.valueOf(record.metadata())));
    }

    private static Map<String, String> shown(List<OaiRecord> records) {
        return records.stream().collect(Collectors.toMap(OaiRecord::identifier, record -> String.valueOf(record.metadata())));
    }

    private Checkpoint checkpoint() {
        return store().checkpoint(ID, Selection.all(MetadataPrefix.OAI_DC)).orElseThrow();
    }

    /** A run that ends when two pages were asked for. */
    private void begin(ScriptedProvider provider) {
        provider.clearLog();
        harvest(HarvestOptions.DEFAULT.withCancelled(() -> provider.pagesAsked().size() >= 2), HarvestCare.USUAL);
        assertThat(checkpoint().underWay()).as("a list is under way").isTrue();
    }

    @Test
    void recordMissedBetweenTheRunsOfAnIncrement_arrivesWithTheNextHarvest() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(RECORDS));
        harvest(false);
        clock.advance(Duration.ofDays(1));
        Datestamp changed = now();
        provider.put(IntStream.range(0, RECORDS).mapToObj(number -> version(number, "second " + number, changed)).toList());
        clock.advance(Duration.ofDays(1));
        Datestamp start = now();
        begin(provider);
        clock.advance(Duration.ofHours(1));
        // The first three move to the end: of those behind them, as many move up to pages that have come already.
        Datestamp later = now();
        provider.put(IntStream.range(0, 3).mapToObj(number -> version(number, "third " + number, later)).toList());

        HarvestOutcome resumed = harvest(false);

        assertThat(resumed.verdict()).as("what is missing shows nowhere but in the changed records").isEqualTo(Verdict.PARTIAL);
        assertThat(notes()).anyMatch(note -> note.startsWith("3 records have arrived twice or changed"));
        clock.advance(Duration.ofDays(1));
        HarvestOutcome next = harvest(false);
        assertThat(next.verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(held()).isEqualTo(shown(provider.records()));
        assertThat(checkpoint().completeSince()).isNotEqualTo(start);
    }

    @Test
    void recordMissedBetweenTheRunsOfAFirstHarvest_arrivesWithTheNextHarvest() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(RECORDS)).withoutSizes();
        begin(provider);
        clock.advance(Duration.ofHours(1));
        Datestamp later = now();
        provider.put(List.of(version(0, "moved", later)));

        assertThat(harvest(false).verdict()).isEqualTo(Verdict.PARTIAL);

        clock.advance(Duration.ofDays(1));
        assertThat(harvest(false).verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(held()).isEqualTo(shown(provider.records()));
    }

    @Test
    void newRecords_doNotMakeAResumedListIncomplete() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(RECORDS));
        Datestamp start = now();
        begin(provider);
        clock.advance(Duration.ofHours(1));
        Datestamp later = now();
        provider.put(List.of(version(RECORDS, "new", later), version(RECORDS + 1, "new", later)));

        assertThat(harvest(false).verdict()).isEqualTo(Verdict.COMPLETE);

        assertThat(held()).hasSize(RECORDS + 2);
        assertThat(checkpoint().completeSince()).as("the next increment begins at the start of the first run").isEqualTo(start);
    }

    @Test
    void changeAfterThePageOfItsRecord_arrivesWithTheNextIncrement() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(RECORDS));
        Datestamp start = now();
        begin(provider);
        clock.advance(Duration.ofHours(1));
        // Only the last record of the list changes: it stays where it is, and nothing moves.
        provider.put(List.of(version(RECORDS - 1, "changed in time", now())));
        assertThat(harvest(false).verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(checkpoint().completeSince()).isEqualTo(start);
        clock.advance(Duration.ofDays(1));
        provider.clearLog();
        harvest(false);
        String from = provider.requests(request -> request.arguments().containsKey("from")).getFirst().arguments().get("from");
        assertThat(Datestamp.parse(String.valueOf(from)).instant().orElseThrow())
                .as("the next increment reaches back before the start of the first run")
                .isBefore(start.instant().orElseThrow());
    }
}
