package dev.sheaf.platform.sync;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.SourceStatus.State;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.report.RunJson;
import dev.sheaf.platform.report.RunText;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.RunUpdate;
import dev.sheaf.store.runs.RunUpdate.Failure;
import dev.sheaf.store.runs.RunUpdate.ListReport;
import dev.sheaf.store.runs.RunUpdate.Note;
import dev.sheaf.store.runs.Runs;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** A run is watched and ended from another store on the same data, as another process would. */
@Timeout(60)
class RunControlTest extends JobsSetup {

    /** Does something with another store when a page is asked for, and answers as usual. */
    private Behaviour meanwhile(Consumer<HubStore> action) {
        return (_, reply) -> {
            try (HubStore other = open()) {
                action.accept(other);
            }
            return reply;
        };
    }

    private static RunProgress progress(RunReport run) {
        return Objects.requireNonNull(run.progress());
    }

    @Test
    void aPausedHarvestEndsAtTheNextPageAndStaysPaused() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(100));
        provider.once(ReceivedRequest.page(4), meanwhile(other -> other.control().pause(ID, clock.instant())));
        HarvestOutcome paused = harvest(false);
        assertThat(paused.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(paused.reason()).contains("sheaf source resume a");
        assertThat(paused.counts().created()).isBetween(20L, 50L);
        assertThat(status().state()).isEqualTo(State.PAUSED);

        provider.clearLog();
        HarvestOutcome refused = harvest(false);
        assertThat(refused.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(refused.reason()).contains("paused").contains("sheaf source resume a");
        assertThat(provider.requests()).isEmpty();
        assertThat(store().runs().last(ID, 10)).as("no run for what did not begin").hasSize(1);

        assertThat(store().control().resume(ID)).isTrue();
        assertThat(status().state()).isEqualTo(State.FAILING);
        HarvestOutcome rest = harvest(false);
        assertThat(rest.isComplete()).isTrue();
        assertThat(rest.counts().created()).isEqualTo(100 - paused.counts().created());
        assertThat(provider.pagesAsked().getFirst()).isGreaterThan(1);
        assertThat(status().state()).isEqualTo(State.IDLE);
    }

    @Test
    void aHarvestThatWaitsForASlowServerIsCancelledWithinSeconds() throws Exception {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(100));
        CompletableFuture<Void> stalled = new CompletableFuture<>();
        provider.once(ReceivedRequest.page(3), (request, reply) -> {
            stalled.complete(null);
            return Behaviour.stallAfter(50).change(request, reply);
        });
        CompletableFuture<HarvestOutcome> running = CompletableFuture.supplyAsync(() -> harvest(false));
        stalled.get(20, TimeUnit.SECONDS);
        try (HubStore other = open()) {
            assertThat(other.status(ID).orElseThrow().state()).isEqualTo(State.RUNNING);
            other.control().cancel(ID);
        }
        // The server never says another word, and no timeout of requests is as short as this.
        HarvestOutcome outcome = running.get(5, TimeUnit.SECONDS);
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("cancelled");
        assertThat(status().state()).isEqualTo(State.FAILING);
        HarvestOutcome rest = harvest(false);
        assertThat(rest.isComplete()).as("a cancelled run does not keep the next from going on").isTrue();
        assertThat(served()).hasSize(100);
    }

    @Test
    void cancellation_endsRunsUnderWayAndNoLaterOnes() {
        repository("persistent", SampleRecords.many(10));
        store().control().cancel(ID);
        assertThat(harvest(false).isComplete()).isTrue();
        store().control().cancel(ID);
        assertThat(harvest(false).isComplete()).isTrue();
    }

    @Test
    void progressOfARun_isVisibleInAnotherProcess() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(50));
        RunProgress[] seen = new RunProgress[1];
        RunReport[] report = new RunReport[1];
        State[] state = new State[1];
        provider.when(ReceivedRequest.page(3), (request, reply) -> {
            clock.advance(Duration.ofSeconds(2));
            return reply;
        });
        provider.once(ReceivedRequest.page(5), meanwhile(other -> {
            report[0] = other.runs().last(ID, 1).getFirst();
            seen[0] = report[0].progress();
            state[0] = other.status(ID).orElseThrow().state();
        }));
        HarvestOutcome outcome = harvest(false);
        assertThat(state[0]).isEqualTo(State.RUNNING);
        assertThat(report[0].ended()).isNull();
        RunProgress progress = Objects.requireNonNull(seen[0]);
        assertThat(progress.doing()).startsWith("list 1 of 1, oai_dc, page ");
        assertThat(progress.listSize()).isEqualTo(50);
        assertThat(progress.received()).isBetween(10L, 40L);
        assertThat(progress.counts().created()).isEqualTo(progress.received());
        assertThat(progress.rate()).isPositive();
        assertThat(progress.secondsLeft()).isNotNegative();
        assertThat(progress.address()).contains("verb=ListRecords");
        assertThat(progress.requests()).isGreaterThanOrEqualTo(5);

        RunReport ended = store().runs().last(ID, 1).getFirst();
        assertThat(ended.outcome()).isEqualTo(outcome);
        assertThat(ended.progress()).extracting(RunProgress::counts, RunProgress::pages, RunProgress::doing)
                .containsExactly(new Counts(50, 0, 0, 0, 0), 5L, null);
        assertThat(store().runs().lists(ended.number())).singleElement()
                .extracting(ListReport::received, ListReport::size, ListReport::missing).containsExactly(50L, 50L, "");
    }

    @Test
    void waitingRun_namesTheReason() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(20));
        provider.once(ReceivedRequest.page(2), Behaviour.busy(503, "120"));
        State[] state = new State[1];
        String[] doing = new String[1];
        HarvestOptions options = HarvestOptions.DEFAULT;
        new SourceHarvest(store(), new Harvester(fetcher, FetchRules.DEFAULT, clock,
                (time, _) -> {
                    if (time.toSeconds() == 120) {
                        try (HubStore other = open()) {
                            // The thread of the run reports it while this one waits.
                            long longest = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
                            do {
                                LockSupport.parkNanos(5_000_000);
                                state[0] = other.status(ID).orElseThrow().state();
                            } while (state[0] != State.WAITING && System.nanoTime() < longest);
                            doing[0] = String.valueOf(progress(other.runs().last(ID, 1).getFirst()).doing());
                        }
                    }
                }), clock).run(store().source(ID).orElseThrow(), options, event -> {});
        assertThat(state[0]).isEqualTo(State.WAITING);
        assertThat(doing[0]).contains("waiting 120 s").contains("503");
    }

    @Test
    void failedRequest_isStoredWithACommandThatRepeatsIt() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(30));
        provider.when(ReceivedRequest.page(2), Behaviour.status(404));
        HarvestOutcome outcome = harvest(false);
        Runs runs = store().runs();
        RunReport run = runs.last(ID, 1).getFirst();
        assertThat(run.outcome()).isEqualTo(outcome);
        Failure failure = runs.failures(run.number()).getFirst();
        assertThat(failure.address()).startsWith(provider.baseUrl() + "?verb=ListRecords&resumptionToken=");
        assertThat(failure.status()).isEqualTo(404);
        assertThat(failure.reason()).contains("HTTP 404");
        assertThat(failure.headers()).containsIgnoringCase("content-type: text/plain");
        assertThat(new String(failure.body(), StandardCharsets.UTF_8)).isEqualTo("status 404");
        assertThat(failure.size()).isEqualTo(10);
    }

    @Test
    void lists_nameTheirFallbackStrategies() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(50));
        harvest(false);
        Runs runs = store().runs();
        ListReport plain = runs.lists(runs.last(ID, 1).getFirst().number()).getFirst();
        assertThat(plain.strategies()).containsExactly(ListStrategy.WHOLE);
        assertThat(RunText.list(plain)).isEqualTo("oai_dc: 50 of 50 records, whole");

        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.status(500));
        assertThat(harvest(true).verdict()).isEqualTo(Verdict.COMPLETE);
        RunReport run = runs.last(ID, 1).getFirst();
        ListReport entered = runs.lists(run.number()).getFirst();
        assertThat(entered.strategies()).containsExactly(ListStrategy.WHOLE, ListStrategy.SINGLY);
        assertThat(RunText.list(entered))
                .isEqualTo("oai_dc: 50 of 50 records, asked for by token, then one record at a time, whole");
        StringWriter json = new StringWriter();
        try (JsonGenerator generator = new JsonFactory().createGenerator(ObjectWriteContext.empty(), json)) {
            RunJson.whole(generator, runs, FetchRules.DEFAULT, run);
        }
        assertThat(json.toString()).contains("\"strategies\":[\"token\",\"records\"]");
    }

    @Test
    void storedRuns_areLimited() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(20));
        provider.when(ReceivedRequest.page(2), Behaviour.status(404));
        for (int i = 0; i < 25; i++) {
            harvest(true);
        }
        Runs runs = store().runs();
        assertThat(runs.last(ID, 100)).hasSize(25);
        long failures = runs.last(ID, 100).stream().mapToLong(run -> runs.failures(run.number()).size()).sum();
        assertThat(failures).isEqualTo(Runs.FAILURES);
        assertThat(runs.failures(runs.last(ID, 1).getFirst().number())).isNotEmpty();
    }

    @Test
    void invalidRecord_isKeptAndReported() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(12));
        provider.when(ReceivedRequest.page(1),
                Behaviour.text(text -> text.replace("<dc:title>Title 3</dc:title>", "<dc:colour>red</dc:colour>")));
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, new HarvestCare(false, true));
        assertThat(outcome.counts()).as("kept").isEqualTo(new Counts(12, 0, 0, 0, 0));
        RunReport run = store().runs().last(ID, 1).getFirst();
        assertThat(progress(run).checks()).isEqualTo(new RunProgress.Checks(7, 0, 12, 1, 0, 0));
        assertThat(store().runs().invalid(run.number())).singleElement().satisfies(invalid -> {
            assertThat(invalid.identifier()).isEqualTo(SampleRecords.identifier(3));
            assertThat(invalid.message()).contains("colour");
            assertThat(invalid.address()).contains("ListRecords");
        });
        assertThat(store().runs().rules(run.number())).singleElement().satisfies(broken -> {
            assertThat(broken.rule()).contains("colour");
            assertThat(broken.times()).isOne();
        });
        assertThat(store().runs().notes(run.number())).extracting(Note::message)
                .anyMatch(note -> note.startsWith("of 12 records 1 violate their schema"));
        assertThat(notes()).anyMatch(note -> note.contains("sheaf source show a"));
        // Nobody asked: nothing is checked.
        harvest(true);
        assertThat(progress(store().runs().last(ID, 1).getFirst()).checks()).isNull();
    }

    @Test
    void runOfADeadProcess_isShownAsCrashed_andTheNextOneContinues() {
        repository("persistent", SampleRecords.many(30));
        long dead = store().begin(ID, clock.instant());
        store().runs().tell(dead, RunUpdate
                .of(RunProgress.start(clock.instant().plusSeconds(5)).with(new Counts(7, 0, 0, 0, 0))));
        assertThat(status().state()).isEqualTo(State.FAILING);
        assertThat(status().lastOutcome()).asString().contains("the process ended");
        clock.advance(Duration.ofMinutes(1));
        assertThat(harvest(false).isComplete()).isTrue();
        RunReport report = store().runs().run(ID, dead).orElseThrow();
        assertThat(report.outcome()).satisfies(outcome -> {
            assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
            assertThat(outcome.reason()).startsWith("the process ended");
            assertThat(outcome.counts().created()).isEqualTo(7);
        });
        assertThat(report.ended()).isEqualTo(report.started().plusSeconds(5));
        assertThat(status().state()).isEqualTo(State.IDLE);
        assertThat(List.of(store().runs().last(ID, 5).size())).containsExactly(2);
    }

    @Test
    void approvalOrRollbackOfADeadProcess_isToBeRepeated() {
        repository("persistent", SampleRecords.many(30));
        harvest(false);
        for (RunReport.Kind kind : List.of(RunReport.Kind.APPROVAL, RunReport.Kind.ROLLBACK, RunReport.Kind.REPLAY)) {
            clock.advance(Duration.ofMinutes(1));
            store().runs().begin(ID, kind, clock.instant());
            assertThat(status().lastOutcome()).as(kind.text()).asString().contains("repeat the command to finish it")
                    .doesNotContain("the next harvest");
        }
    }
}
