package dev.sheaf.platform.sync;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.SourceStatus.State;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** A repository that asks for a long pause speaks for its base URL: other sources of its host are harvested, and none of them is blamed. */
class PausedBaseUrlTest extends JobsSetup {

    private static final int SOURCES = 30;

    /** Repositories on one host, each at its own path. */
    private ScriptedProvider host() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(25));
        store().remove(ID, false);
        for (int i = 0; i < SOURCES; i++) {
            store().put(Source.harvested("s" + i, baseUrl(provider, i)));
        }
        return provider;
    }

    private static String baseUrl(ScriptedProvider provider, int number) {
        return provider.baseUrl() + "/" + number;
    }

    private static Predicate<ReceivedRequest> of(int number) {
        return request -> request.path().endsWith("/" + number);
    }

    private HarvestOutcome harvest(int number, HarvestCare care) {
        return new SourceHarvest(store(), harvester, clock)
                .run(store().source("s" + number).orElseThrow(), HarvestOptions.DEFAULT,
                        care, ProgressListener.NONE)
                .orElseThrow();
    }

    private List<State> states() {
        return IntStream.range(0, SOURCES).mapToObj(i -> store().status("s" + i).map(SourceStatus::state).orElseThrow()).toList();
    }

    @Test
    void ofThirtySources_oneAsksForADayInMidList_andTheOthersAreComplete() throws InterruptedException {
        ScriptedProvider provider = host();
        provider.when(of(7).and(ReceivedRequest.page(2)), Behaviour.busy(503, "86400"));
        ConcurrentLinkedQueue<HarvestOutcome> outcomes = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < SOURCES; i++) {
            int number = i;
            threads.add(Thread.ofVirtual().start(() -> outcomes.add(harvest(number, HarvestCare.USUAL))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(outcomes.stream().filter(HarvestOutcome::isComplete)).hasSize(SOURCES - 1);
        assertThat(states()).doesNotContain(State.FAILING);
        assertThat(states().get(7)).isEqualTo(State.WAITING);
        assertThat(store().hosts().waiting("s7", clock.instant())).get()
                .satisfies(waiting -> assertThat(waiting.host()).isEqualTo(baseUrl(provider, 7)));

        provider.clearLog();
        assertThat(harvest(7, HarvestCare.USUAL).reason()).contains("not asked: requests to " + baseUrl(provider, 7));
        assertThat(provider.requests()).isEmpty();
        assertThat(harvest(8, HarvestCare.USUAL).isComplete()).isTrue();
        provider.behave();
        assertThat(harvest(7, new HarvestCare(false, false, true)).isComplete()).as("asked anyway").isTrue();
        assertThat(states()).containsOnly(State.IDLE);
    }

    @Test
    void runThatAPauseEndsBeforeItsFirstPage_isNotRecorded() {
        ScriptedProvider provider = host();
        provider.when(of(3), Behaviour.busy(503, "86400"));
        HarvestOutcome outcome = harvest(3, HarvestCare.USUAL);
        assertThat(outcome.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(outcome.reason()).contains("No run was recorded");
        assertThat(store().runs().last("s3", 5)).isEmpty();
        assertThat(states().get(3)).isEqualTo(State.WAITING);
    }

    @Test
    void hostIsPaused_whenASecondBaseUrlAsksToo() {
        ScriptedProvider provider = host();
        provider.when(of(3), Behaviour.busy(503, "86400"));
        provider.when(of(4), Behaviour.busy(503, "7200"));
        harvest(3, HarvestCare.USUAL);
        assertThat(harvest(5, HarvestCare.USUAL).isComplete()).as("after one").isTrue();
        harvest(4, HarvestCare.USUAL);
        provider.clearLog();
        assertThat(harvest(5, HarvestCare.USUAL).reason()).as("after two").contains("not asked");
        assertThat(provider.requests()).isEmpty();
        clock.advance(Duration.ofHours(2).plusMinutes(1));
        assertThat(harvest(5, HarvestCare.USUAL).isComplete()).as("after both").isTrue();
        assertThat(harvest(3, HarvestCare.USUAL).isComplete()).as("the one that asked for a day").isFalse();
    }

    @Test
    void hostThatFails_leavesItsSourcesFailing() {
        ScriptedProvider provider = host();
        provider.close();
        for (int i = 0; i < 5; i++) {
            assertThat(harvest(1, HarvestCare.USUAL).verdict()).isEqualTo(Verdict.FAILED);
        }
        assertThat(states().get(1)).isEqualTo(State.FAILING);
        assertThat(store().runs().last("s1", 5)).isNotEmpty();
    }
}
