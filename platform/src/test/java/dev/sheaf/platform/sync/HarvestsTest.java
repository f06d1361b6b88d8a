package dev.sheaf.platform.sync;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.sync.ActionResult.Kind;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

class HarvestsTest extends JobsSetup {

    @Test
    void runningHarvest_endsWithTheHub_andCanBeResumed() throws Exception {
        ScriptedProvider provider = repository("no", SampleRecords.many(30));
        CompletableFuture<Void> stalled = new CompletableFuture<>();
        provider.once(ReceivedRequest.page(2), (request, reply) -> {
            stalled.complete(null);
            return Behaviour.stallAfter(10).change(request, reply);
        });
        try (Harvests harvests = harvests()) {
            assertThat(start(harvests, ID)).isEqualTo(Kind.DONE);
            stalled.get(20, TimeUnit.SECONDS);
            assertThat(start(harvests, ID)).isEqualTo(Kind.BUSY);
            assertThat(status().state()).isEqualTo(SourceStatus.State.RUNNING);

            harvests.close();

            assertThat(start(harvests, ID)).isEqualTo(Kind.REFUSED);
        }
        RunReport run = store().runs().last(ID, 1).getFirst();
        assertThat(Objects.requireNonNull(run.outcome()).verdict()).isEqualTo(HarvestOutcome.Verdict.PARTIAL);
        assertThat(status().records()).isEqualTo(10);
        assertThat(harvest(false).isComplete()).isTrue();
        assertThat(status().records()).isEqualTo(30);
    }

    @Test
    void sourceThatCannotBeHarvested_isRefusedWithTheReason() {
        repository("no", SampleRecords.many(1));
        store().put(Source.imported("local", "Local"));
        store().control().pause(ID, clock.instant());
        try (Harvests harvests = harvests()) {
            assertThat(start(harvests, "nobody")).isEqualTo(Kind.UNKNOWN);
            assertThat(start(harvests, "local")).isEqualTo(Kind.REFUSED);
            assertThat(harvests.start(ID, HarvestOptions.DEFAULT, HarvestCare.USUAL).message()).contains("resume it first");
        }
        assertThat(store().runs().last(ID, 1)).isEmpty();
    }

    private Harvests harvests() {
        return new Harvests(store(), new SourceHarvest(store(), harvester, clock), () -> {});
    }

    private static Kind start(Harvests harvests, String id) {
        return harvests.start(id, HarvestOptions.DEFAULT, HarvestCare.USUAL).kind();
    }

    @Test
    void longHarvest_continuesAfterTheResponse() throws Exception {
        repository("no", SampleRecords.many(1));
        CompletableFuture<Void> going = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (Harvests harvests = new Harvests(store(), new SourceHarvest(store(), harvester, clock), () -> {},
                Duration.ofMillis(1))) {
            ActionResult result = harvests.patiently(ID, "the last run is being undone", () -> {
                going.join();
                ended.complete(null);
                return ActionResult.done("late");
            });
            assertThat(result.kind()).isEqualTo(Kind.BEGUN);
            assertThat(result.isDone()).isTrue();
            assertThat(result.message()).contains("the last run is being undone");
            going.complete(null);
            ended.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void shortHarvest_isAnsweredWithItsOutcome() {
        try (Harvests harvests = harvests()) {
            assertThat(harvests.patiently(ID, "", () -> ActionResult.done("done at once")).message()).isEqualTo("done at once");
        }
    }
}
