package dev.sheaf.platform.sync;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.transfer.imports.ImportListener;
import dev.sheaf.transfer.imports.ImportOptions;
import dev.sheaf.transfer.imports.ImportSummary;
import dev.sheaf.transfer.imports.RecordImport;

import static org.assertj.core.api.Assertions.assertThat;

/** A run is cancelled from another store on the same data, as another process would, and ends within two seconds whatever it is doing. */
@Timeout(300)
class CancelTest extends JobsSetup {

    /** Two seconds are promised on a machine that does nothing else; tests share theirs. */
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final int MANY = Integer.getInteger("sheaf.cancel.records", 12_000);

    private static String many(int count, IntFunction<String> one) {
        return IntStream.range(0, count).mapToObj(one).collect(Collectors.joining());
    }

    private CompletableFuture<HarvestOutcome> start(HarvestOptions options) {
        return CompletableFuture
                .supplyAsync(() -> new SourceHarvest(store(), new Harvester(fetcher, FetchRules.DEFAULT, clock, Pause.REAL),
                        clock).run(store().source(ID).orElseThrow(), options, HarvestCare.USUAL, _ -> {}).orElseThrow());
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("it has not come to that");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** Cancels the run under way, waits until its source is free, and states the time that this took. */
    private void cancel(String doing) {
        try (HubStore other = open()) {
            long begin = System.nanoTime();
            ActionResult result = new SourceActions(other, clock).cancel(ID);
            assertThat(result.kind()).as(result.message()).isEqualTo(ActionResult.Kind.DONE);
            await(() -> !store().leases().isHeld(ID));
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            System.out.println("cancelled while " + doing + ": " + took.toMillis() + " ms");
            assertThat(took).as(doing).isLessThan(LONGEST);
        }
    }

    private static void assertCancelled(CompletableFuture<HarvestOutcome> run) throws Exception {
        HarvestOutcome outcome = run.get(60, TimeUnit.SECONDS);
        assertThat(outcome.verdict()).as(outcome.toString()).isIn(Verdict.PARTIAL, Verdict.FAILED);
        assertThat(outcome.reason()).contains("cancelled");
    }

    @Test
    void slowResponse_isCancelled() throws Exception {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(1_000));
        CountDownLatch asked = new CountDownLatch(1);
        provider.pageSize(1_000).when(ReceivedRequest.of(Verb.LIST_RECORDS), (_, reply) -> {
            asked.countDown();
            return reply.with(reply.delivery().inPortionsOf(1));
        });
        CompletableFuture<HarvestOutcome> run = start(HarvestOptions.DEFAULT);
        asked.await();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
        cancel("bytes come slowly");
        assertCancelled(run);
    }

    @Test
    void longParsing_isCancelled() throws Exception {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(4));
        CountDownLatch asked = new CountDownLatch(1);
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.text(text -> text
                .replaceFirst("<dc:title", "<dc:title" + many(400_000, i -> " a" + i + "='1'"))
                .replaceFirst("(?s)(.*)<dc:title", "$1" + many(400_000, i -> "<n" + i + ":x xmlns:n" + i + "='u" + i + "'/>")
                        + "<dc:title")));
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), (_, reply) -> {
            asked.countDown();
            return reply;
        });
        CompletableFuture<HarvestOutcome> run = start(HarvestOptions.DEFAULT);
        asked.await();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        if (store().leases().isHeld(ID)) {
            cancel("a hostile page is read");
        }
        run.get(60, TimeUnit.SECONDS);
    }

    @Test
    void storingALargePage_isCancelled() throws Exception {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(MANY));
        provider.pageSize(MANY);
        CompletableFuture<HarvestOutcome> run = start(HarvestOptions.DEFAULT);
        await(() -> store().lastSeq() > 0);
        cancel("a page of " + MANY + " records is stored");
        assertCancelled(run);
        HarvestOutcome rest = harvest(false);
        assertThat(rest.isComplete()).isTrue();
        assertThat(status().records()).isEqualTo(MANY);
    }

    @Test
    void indexing_isCancelled() throws Exception {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(MANY));
        provider.pageSize(1_000);
        assertThat(harvest(false).isComplete()).isTrue();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.stallAfter(50));
        try (SearchIndexer indexer = new SearchIndexer(store(), Hub.indexOf(dataDir))) {
            Thread indexing = Thread.ofPlatform().start(() -> {
                try {
                    indexer.catchUp();
                } catch (RuntimeException | Error thrown) {
                    failure.set(thrown);
                }
            });
            CompletableFuture<HarvestOutcome> run = start(HarvestOptions.DEFAULT.withFull(true));
            await(() -> store().leases().isHeld(ID));
            await(() -> store().runs().last(ID, 1).getFirst().ended() == null);
            cancel("the index is built");
            assertCancelled(run);
            indexing.join();
        }
        assertThat(failure.get()).isNull();
    }

    @Test
    void harvestOfAHostThatAskedForAnHour_isCancelledAtOnce() throws Exception {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(100));
        CountDownLatch asked = new CountDownLatch(1);
        provider.when(ReceivedRequest.page(2), (request, reply) -> {
            asked.countDown();
            return Behaviour.busy(503, "3600").change(request, reply);
        });
        CompletableFuture<HarvestOutcome> run = start(HarvestOptions.DEFAULT);
        asked.await();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
        if (store().leases().isHeld(ID)) {
            cancel("a host rests");
            assertCancelled(run);
        }
        run.get(60, TimeUnit.SECONDS);
    }

    private CompletableFuture<HarvestOutcome> losing(double share) throws InterruptedException {
        ScriptedProvider provider = repository("no", SampleRecords.many(MANY));
        provider.pageSize(1_000);
        assertThat(harvest(false).isComplete()).isTrue();
        provider.close();
        ScriptedProvider shorter = repository("no", SampleRecords.many((int) (MANY * share)));
        shorter.pageSize(1_000);
        return start(HarvestOptions.DEFAULT.withFull(true));
    }

    @Test
    void pendingDeletions_areCancelled() throws Exception {
        CompletableFuture<HarvestOutcome> run = losing(0.1);
        await(() -> store().heldDeletions().count(ID) > 0);
        cancel("deletions are held");
        if (run.get(60, TimeUnit.SECONDS).isComplete()) {
            // The last portion was at hand: it ends, and then all are held.
            assertThat(store().heldDeletions().count(ID)).isEqualTo((long) (MANY * 0.9));
        } else {
            assertCancelled(run);
        }
        assertThat(status().records()).as("held, not withdrawn").isEqualTo(MANY);
    }

    @Test
    void approvalOfDeletions_isCancelled() throws Exception {
        losing(0.1).get(120, TimeUnit.SECONDS);
        long held = store().heldDeletions().count(ID);
        assertThat(held).isEqualTo((long) (MANY * 0.9));
        CompletableFuture<ActionResult> approval = CompletableFuture
                .supplyAsync(() -> new SourceActions(store(), clock).approve(ID));
        await(() -> status().deleted() > 0);
        cancel("held deletions are carried out");
        long left = store().heldDeletions().count(ID);
        assertThat(approval.get(60, TimeUnit.SECONDS).message()).contains("cancelled").contains("still held");
        assertThat(left).isPositive().isEqualTo(held - status().deleted());
        assertThat(new SourceActions(store(), clock).approve(ID).message()).doesNotContain("still held");
        assertThat(status().deleted()).as("a later approval withdraws the others").isEqualTo(held);
    }

    private static String line(int number) {
        return "{\"prefix\":\"oai_dc\",\"identifier\":\"" + SampleRecords.identifier(number)
                + "\",\"datestamp\":\"2024-01-01T00:00:00Z\",\"metadata\":\"<oai_dc:dc xmlns:oai_dc='" + Namespaces.OAI_DC
                + "' xmlns:dc='" + Namespaces.DC + "'><dc:title>Record " + number + "</dc:title></oai_dc:dc>\"}\n";
    }

    private ImportSummary importRecords(Path file, Runnable afterEachPortion) throws Exception {
        RecordImport records = new RecordImport(store(), DerivingSink.untilCancelled(store()), "hub.example.org", clock)
                .endingOn(store().control()::isCancelled);
        try (SourceLease _ = store().leases().tryTake(ID).orElseThrow()) {
            return records.run(ID, List.of(file), new ImportOptions(null, null, null, false, false, 0, null),
                    new ImportListener() {
                        @Override
                        public void read(long read, int number, int files) {
                            afterEachPortion.run();
                        }

                        @Override
                        public void refused(String where, String reason) {
                            throw new IllegalStateException(where + ": " + reason);
                        }

                        @Override
                        public void note(String message) {
                            // Nobody looks.
                        }
                    });
        }
    }

    /** Holds a run after its first portion until it has been cancelled. */
    private static final class Hold {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        void pass() {
            reached.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** As {@link #cancel}, of a run that is held: it goes on as soon as the wish is noted. */
    private String cancelHeld(Hold hold, String doing) throws Exception {
        hold.reached.await();
        try (HubStore other = open()) {
            ActionResult result = new SourceActions(other, clock).cancel(ID);
            assertThat(result.kind()).as(result.message()).isEqualTo(ActionResult.Kind.DONE);
            long begin = System.nanoTime();
            hold.released.countDown();
            await(() -> !store().leases().isHeld(ID));
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            assertThat(took).as(doing).isLessThan(LONGEST);
            return result.message();
        }
    }

    @Test
    void anImport_keepsWhatWasStored_andWithdrawsNothing() throws Exception {
        Path former = Files.writeString(dataDir.resolve("former.jsonl"), many(2, i -> line(100_000 + i)));
        importRecords(former, () -> {});
        Path file = Files.writeString(dataDir.resolve("records.jsonl"), many(MANY, CancelTest::line));
        Hold hold = new Hold();
        CompletableFuture<ImportSummary> run = CompletableFuture.supplyAsync(() -> {
            try {
                return importRecords(file, hold::pass);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });

        String message = cancelHeld(hold, "records are imported");

        assertThat(message).contains("run the same import again");
        ImportSummary summary = run.get(60, TimeUnit.SECONDS);
        assertThat(summary.cancelled()).isTrue();
        assertThat(summary.counts().created()).isBetween(1L, MANY - 1L);
        assertThat(status().records()).as("stored before, and until then").isEqualTo(2 + summary.counts().created());
        HarvestOutcome outcome = Objects.requireNonNull(store().runs().last(ID, 1).getFirst().outcome());
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("cancelled", "the records stored so far stay");

        assertThat(importRecords(file, () -> {}).cancelled()).isFalse();
        assertThat(status().records()).isEqualTo(MANY);
    }

    @Test
    void aRollback_goesOnWhenItIsBegunAgain() throws Exception {
        importRecords(Files.writeString(dataDir.resolve("records.jsonl"), many(MANY, CancelTest::line)), () -> {});
        Hold hold = new Hold();
        CompletableFuture<ActionResult> run = CompletableFuture
                .supplyAsync(() -> new SourceActions(store(), clock).rollback(ID, (_, _) -> hold.pass()));

        String message = cancelHeld(hold, "a run is undone");

        assertThat(message).contains("sheaf source rollback " + ID);
        assertThat(run.get(60, TimeUnit.SECONDS).message()).contains("in part", "cancelled", "sheaf source rollback " + ID);
        assertThat(status().records()).isBetween(1L, (long) MANY);
        assertThat(store().runs().last(ID, 1).getFirst().outcome())
                .extracting(HarvestOutcome::verdict).isEqualTo(Verdict.PARTIAL);

        assertThat(new SourceActions(store(), clock).rollback(ID).message()).contains("is undone: ");
        assertThat(status().records()).isZero();
    }

    @Test
    void aggregateMembership_isCancelled() throws Exception {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(MANY));
        provider.pageSize(1_000);
        assertThat(harvest(false).isComplete()).isTrue();
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.stallAfter(50));
        CompletableFuture<HarvestOutcome> run = start(HarvestOptions.DEFAULT.withFull(true));
        await(() -> store().leases().isHeld(ID));
        Thread placing = Thread.ofPlatform().start(() -> store().put(Aggregate.of("part").withSources(ID)));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
        cancel("records are brought into an aggregate");
        assertCancelled(run);
        placing.join();
    }
}
