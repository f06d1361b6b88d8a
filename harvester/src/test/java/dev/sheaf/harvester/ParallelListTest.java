package dev.sheaf.harvester;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.RecordingPause;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Pieces of one list side by side. */
class ParallelListTest {

    private static final Selection OAI_DC = Selection.all(MetadataPrefix.OAI_DC);
    private static final HarvestOptions THREE = HarvestOptions.DEFAULT.withParallel(3);

    private final SettableClock clock = SettableClock.at("2024-01-01T01:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock).put(SampleRecords.many(300));
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final Harvester harvester = new Harvester(fetcher, FetchRules.DEFAULT, clock, new RecordingPause());
    private final RecordingSink sink = new RecordingSink();
    private final Source source = Source.harvested("scripted", provider.baseUrl());

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    private HarvestOutcome harvest(HarvestOptions options) {
        return harvester.harvest(source, options, sink, ProgressListener.NONE);
    }

    private Checkpoint checkpoint() {
        return sink.checkpoint("scripted", OAI_DC).orElseThrow();
    }

    private static List<String> all() {
        return IntStream.range(0, 300).mapToObj(SampleRecords::identifier).toList();
    }

    /** Requests wait until three are there: if they were made one after another, each would wait in vain. */
    private CountDownLatch meet(String argument) {
        CountDownLatch three = new CountDownLatch(3);
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).and(request -> request.argument(argument) != null),
                (request, reply) -> {
                    three.countDown();
                    try {
                        three.await(10, TimeUnit.SECONDS);
                    } catch (InterruptedException interruption) {
                        Thread.currentThread().interrupt();
                    }
                    return reply;
                });
        return three;
    }

    @Test
    void longList_isHarvestedInParallelRangesCompletely() {
        CountDownLatch three = meet("until");
        provider.when(ReceivedRequest.of(Verb.IDENTIFY),
                Behaviour.text(body -> body.replace("1970-01-01T00:00:00Z", "2024-01-01T00:00:00Z")));
        assertThat(harvest(THREE)).hasToString("complete");
        assertThat(three.getCount()).as("three were under way at once").isZero();
        assertThat(provider.mostRequestsAtOnce()).isBetween(2, 3);
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(all());
    }

    private void putInSets(int sets, IntPredicate inNone) {
        for (int i = 0; i < sets; i++) {
            provider.set(new OaiSet(new SetSpec("s" + i), "Set " + i));
        }
        provider.put(IntStream.range(0, 300)
                .mapToObj(i -> inNone.test(i) ? SampleRecords.live(i) : SampleRecords.live(i, "s" + i % sets)).toList());
        sink.profile = sink.profile.pin(ServerTrait.RANGES, "no");
    }

    @Test
    void serverThatIgnoresDates_isHarvestedInParallelSets() {
        putInSets(6, _ -> false);
        CountDownLatch three = meet("set");
        assertThat(harvest(THREE)).hasToString("complete");
        assertThat(three.getCount()).as("three were under way at once").isZero();
        assertThat(provider.mostRequestsAtOnce()).isBetween(2, 3);
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(all());
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).isEmpty();
    }

    @Test
    void parallelSets_includeRecordsWithoutASet() {
        putInSets(6, i -> i % 100 == 57);
        assertThat(harvest(THREE)).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(all());
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).hasSize(3);
    }

    @Test
    void listInParallelRanges_isStoredAsOneList() {
        sink.failOnSave = 9;
        harvest(THREE);
        assertThat(checkpoint().sent()).isEqualTo(OAI_DC);
        sink.failOnSave = -1;
        harvest(THREE.withFull(true));
        assertThat(checkpoint().completeSize()).isEqualTo(300);

        // How many different ones two runs have brought together nobody knows.
        sink.failOnSave = sink.batches.size() + 9;
        harvest(THREE.withFull(true));
        sink.failOnSave = -1;
        assertThat(harvest(THREE)).hasToString("complete");
        assertThat(checkpoint().completeSize()).isEqualTo(300);
    }

    @Test
    void listSplitAfterARefusal_isStoredAsOneList() {
        sink.profile = sink.profile.pin(ServerTrait.LIST_LIMIT, "100");
        sink.failOnSave = 5;
        harvest(HarvestOptions.DEFAULT);
        assertThat(checkpoint().underWay()).isTrue();
        assertThat(checkpoint().sent()).isEqualTo(OAI_DC);
    }

    @Test
    void listInParallelRangesThatIsSuddenlyEmpty_isNotComplete() {
        harvest(THREE);
        try (ScriptedProvider emptied = ScriptedProvider.start(clock)) {
            HarvestOutcome outcome = harvester.harvest(Source.harvested("scripted", emptied.baseUrl()), THREE.withFull(true),
                    sink,
                    ProgressListener.NONE);
            assertThat(outcome.verdict()).isNotEqualTo(Verdict.COMPLETE);
            assertThat(outcome.reason()).contains("300");
        }
    }

    @Test
    void shortList_isNotSplit() {
        try (ScriptedProvider small = ScriptedProvider.start(clock).put(SampleRecords.many(25))) {
            harvester.harvest(Source.harvested("small", small.baseUrl()), THREE, sink, ProgressListener.NONE);
            assertThat(small.pagesAsked()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void runAfterACrash_continuesWithTheRemainingRanges() {
        sink.failOnSave = 9;
        assertThat(harvest(THREE).verdict()).isEqualTo(Verdict.PARTIAL);
        long before = sink.identifiers().size();
        sink.failOnSave = -1;
        HarvestOutcome resumed = harvest(THREE);
        assertThat(resumed).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(all());
        assertThat(before + resumed.counts().created()).isEqualTo(300);
        assertThat(checkpoint().underWay()).isFalse();
    }
}
