package dev.sheaf.platform.sync.plan;

import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.platform.report.StatsJson;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.Harvests;
import dev.sheaf.platform.sync.JobsSetup;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.platform.sync.operate.SourceCorrection;
import dev.sheaf.schedule.Hint;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.schedule.metrics.CopyMetrics;
import dev.sheaf.schedule.metrics.SourceMetrics;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunUpdate;
import dev.sheaf.store.runs.Runs;
import dev.sheaf.store.sources.Schedules;
import dev.sheaf.store.sources.Schedules.Planned;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Harvests over real HTTP, in time that the test sets. */
class SyncSchedulerTest extends JobsSetup {

    private final List<Instant> begun = new ArrayList<>();

    /** Returns a scheduler whose harvests have ended when the call that begins them returns. */
    private SyncScheduler scheduler(double budget) {
        return new SyncScheduler(store(), ScheduleTerms.of(budget), 4, id -> {
            begun.add(clock.instant());
            harvest(HarvestOptions.DEFAULT, HarvestCare.USUAL);
            return ActionResult.done(id);
        }, clock, (_, _) -> {});
    }

    /** Rounds for some hours. */
    private void rounds(SyncScheduler scheduler, int hours) {
        for (int i = 0; i < hours; i++) {
            clock.advance(Duration.ofHours(1));
            scheduler.round();
        }
    }

    @Test
    void newSource_isHarvestedAtOnceAndThenByTheSchedule() {
        repository("persistent", SampleRecords.many(10));
        SyncScheduler scheduler = scheduler(1);

        scheduler.round();
        assertThat(begun).hasSize(1);
        clock.advance(Duration.ofMinutes(1));
        scheduler.round();

        assertThat(begun).hasSize(1);
        Planned planned = store().schedules().planned(ID).orElseThrow();
        assertThat(planned.due()).isAfter(clock.instant());
        assertThat(planned.because()).isNotBlank();
        rounds(scheduler, 24 * 6);
        assertThat(begun).hasSizeBetween(2, 7);
    }

    @Test
    void schedule_survivesARestart() {
        repository("persistent", SampleRecords.many(10));
        scheduler(1).round();
        clock.advance(Duration.ofMinutes(1));

        SyncScheduler next = scheduler(1);
        next.round();

        assertThat(begun).hasSize(1);
        assertThat(store().schedules().planned(ID)).isPresent();
    }

    /** Its turn comes every two days, and what the first harvest owes of the budget is paid off although each hub runs for half a day only. */
    @Test
    void restarts_doNotPreventAHarvest() {
        repository("persistent", SampleRecords.many(10));
        Source source = store().source(ID).orElseThrow();
        store().put(source.withSettings(new Source.Settings(null, null, null, "uniform")));

        for (int i = 0; i < 24; i++) {
            SyncScheduler scheduler = scheduler(0.5);
            scheduler.round();
            rounds(scheduler, 12);
            scheduler.close();
        }

        assertThat(begun).hasSizeBetween(5, 8);
    }

    @Test
    void sourceHarvestedByACommand_isNotHarvestedAgain() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);

        scheduler(1).round();

        assertThat(begun).isEmpty();
    }

    @Test
    void failedHarvestOfACommand_isTriedAgainSoon() {
        boolean[] isDown = new boolean[1];
        repository("persistent", SampleRecords.many(10)).when(_ -> isDown[0], Behaviour.status(404));
        harvest(false);
        SyncScheduler scheduler = scheduler(1);
        scheduler.round();
        clock.advance(Duration.ofHours(1));
        isDown[0] = true;
        harvest(false);

        clock.advance(Duration.ofMinutes(1));
        scheduler.round();

        assertThat(store().schedules().planned(ID).orElseThrow().because())
                .contains("the last attempt failed (1 in a row)");
        isDown[0] = false;
        clock.advance(Duration.ofMinutes(16));
        scheduler.round();
        assertThat(begun).hasSize(1);
    }

    @Test
    void sourceUnderItsFirstHarvestByACommand_isPlannedAfterIt() {
        repository("persistent", SampleRecords.many(10));
        SyncScheduler scheduler = scheduler(1);
        try (SourceLease _ = store().leases().tryTake(ID).orElseThrow()) {
            scheduler.round();
        }
        assertThat(begun).isEmpty();
        assertThat(store().schedules().planned(ID)).isEmpty();

        harvest(false);
        clock.advance(Duration.ofMinutes(1));
        scheduler.round();

        assertThat(begun).isEmpty();
        assertThat(store().schedules().planned(ID).orElseThrow().because()).doesNotContain("failed");
    }

    @Test
    void unsavedPlan_isSavedInTheNextRound() throws SQLException {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        SyncScheduler scheduler = scheduler(1);
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + dataDir.resolve("sheaf.db"));
                Statement sql = other.createStatement()) {
            sql.execute("create trigger full before insert on schedule begin select raise(abort, 'no space'); end");
            assertThatThrownBy(scheduler::round).isInstanceOf(StoreException.class);
            sql.execute("drop trigger full");
        }
        assertThat(store().schedules().planned(ID)).isEmpty();

        scheduler.round();

        assertThat(store().schedules().planned(ID)).isPresent();
    }

    @Test
    void aPinnedSourceIsHarvestedAtItsInterval() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        store().schedules().pin(ID, Duration.ofHours(6));

        rounds(scheduler(24), 36);

        assertThat(begun).hasSizeBetween(4, 6);
        assertThat(store().schedules().planned(ID).orElseThrow().because()).contains("fixed by an operator");
    }

    @Test
    void pausedSource_isNotHarvested() {
        repository("persistent", SampleRecords.many(10));
        store().control().pause(ID, clock.instant());

        rounds(scheduler(24), 12);

        assertThat(begun).isEmpty();
    }

    @Test
    void theMeasuresComeFromDatestampsAndTheLedger() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        clock.advance(Duration.ofDays(2));

        SynchronisationReport report = SynchronisationReport.of(store(), store().sources(),
                clock.instant().minus(Duration.ofDays(10_000)), clock.instant(), 86_400);

        SourceMetrics metrics = report.sources().getFirst();
        assertThat(metrics.metrics().records()).isEqualTo(10);
        assertThat(metrics.metrics().updates()).isPositive();
        assertThat(copyOf(metrics).harvests()).isEqualTo(1);
        assertThat(copyOf(metrics).freshness()).isEqualTo(1);
    }

    @Test
    void failedHarvests_countTheirRequests() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(10));
        harvest(false);
        provider.when(_ -> true, Behaviour.status(404));
        clock.advance(Duration.ofDays(1));
        harvest(false);
        clock.advance(Duration.ofDays(1));

        SourceMetrics metrics = lastYear().sources().getFirst();

        assertThat(copyOf(metrics).harvests()).isEqualTo(2);
    }

    @Test
    void harvestsOfAYear_areCountedAlthoughOldRunsAreDeleted() {
        repository("persistent", SampleRecords.many(1));
        int made = Runs.RUNS + 60;
        for (int i = 0; i < made; i++) {
            store().begin(ID, clock.instant());
            clock.advance(Duration.ofHours(1));
        }

        assertThat(store().runs().last(ID, 2 * made)).hasSize(Runs.RUNS);
        assertThat(lastYear().harvests()).isEqualTo(made);
        assertThat(store().runs().begun(ID, clock.instant().minus(Duration.ofHours(30)), clock.instant())).isEqualTo(30);
        assertThat(store().runs().begun(ID, Instant.EPOCH, clock.instant().minus(Duration.ofHours(made - 12))))
                .isEqualTo(12);
        store().remove(ID, false);
        assertThat(store().runs().begun(ID, Instant.EPOCH, clock.instant())).isZero();
    }

    @Test
    void shortestStep_isThatOfTheStoredTimes() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        Instant from = Instant.parse("2000-01-01T00:00:00Z");

        SynchronisationReport report = SynchronisationReport.of(store(), store().sources(), from, clock.instant(), 300);

        List<Schedules.ChangedSlot> slots = store().schedules().changes(ID);
        assertThat(report.sources().getFirst().metrics().updates()).isEqualTo(slots.size());
        assertThatThrownBy(() -> SynchronisationReport.of(store(), store().sources(), from, clock.instant(), 299))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sourcesThatAreNotHarvested_areMeasuredByTheirChangesOnly() {
        repository("persistent", SampleRecords.many(3));
        harvest(false);
        store().put(Source.imported("own", "Our own"));
        long run = store().begin("own", clock.instant());
        store().save(new Batch("own", run, MetadataFormat.OAI_DC, SampleRecords.many(10)));
        store().put(new Source("pusher", Source.Kind.PUSHED, null, null, List.of(), List.of(), Source.Settings.DEFAULT));
        clock.advance(Duration.ofHours(1));

        SynchronisationReport report = SynchronisationReport.of(store(), store().sources(), Instant.parse("2000-01-01T00:00:00Z"),
                clock.instant(), 86_400);

        assertThat(report.sources()).extracting(SourceMetrics::id).containsExactly(ID, "own", "pusher");
        assertThat(report.sources()).extracting(SourceMetrics::kind).containsExactly("harvested", "imported", "pushed");
        assertThat(report.sources().get(1).metrics().records()).isEqualTo(10);
        assertThat(report.sources().get(1).copy()).isNull();
        assertThat(report.asked()).extracting(SourceMetrics::id).containsExactly(ID);
        assertThat(report.harvests()).isEqualTo(1);
        assertThat(report.freshness()).isEqualTo(1);
        assertThat(report.uniform(Duration.ofMinutes(1))).isCloseTo(1_440 * report.days(), within(1e-3));
        StringWriter json = new StringWriter();
        try (JsonGenerator generator = new JsonFactory().createGenerator(ObjectWriteContext.empty(), json)) {
            StatsJson.write(generator, report, Duration.ofDays(1), source -> report.series(store(), source));
        }
        assertThat(json.toString()).contains("\"id\":\"own\",\"kind\":\"imported\"",
                "\"harvests\":null,\"freshness\":null,\"ageHours\":null,\"requestsUniform\":null,\"requestsAdaptive\":null",
                "\"S\":1,\"R\":10,");
    }

    private static CopyMetrics copyOf(SourceMetrics metrics) {
        return Objects.requireNonNull(metrics.copy());
    }

    private SynchronisationReport lastYear() {
        return SynchronisationReport.of(store(), store().sources(), clock.instant().minus(Duration.ofDays(365)), clock.instant(),
                86_400);
    }

    @Test
    void syndicationContainer_isUsedAsAHint_unlessItStatesNoFrequency() {
        assertThat(TermsOfSources.hint(ID, identify("2"))).isEqualTo(new Hint(1_800, null));
        assertThat(TermsOfSources.hint(ID, identify("0"))).isNull();
        assertThat(TermsOfSources.hint(ID, identify("-1"))).isNull();
    }

    private static RepositoryDescription identify(String frequency) {
        XmlFragment syndication = XmlFragment.of("<syndication xmlns='http://purl.org/rss/1.0/modules/syndication/'>"
                + "<updatePeriod>hourly</updatePeriod><updateFrequency>" + frequency + "</updateFrequency></syndication>");
        return new RepositoryDescription("A", "https://a.example.org/oai", "2.0", List.of("a@example.org"),
                Datestamp.parse("2020-01-01"), "no", "YYYY-MM-DD", List.of(), List.of(syndication));
    }

    @Test
    void largeBudget_doesNotExceedThePoliteInterval() {
        repository("persistent", SampleRecords.many(3));
        Source source = store().source(ID).orElseThrow();
        Access gentle = new Access(null, List.of(), null, null, Access.Trust.DEFAULT, 0, Duration.ofMinutes(1), false);

        TermsOfSources terms = new TermsOfSources(store());

        assertThat(terms.of(source).least()).isEqualTo(600);
        assertThat(terms.of(source.withSettings(source.settings().withAccess(gentle))).least()).isEqualTo(1_200);
    }

    /** A repository that dates by days shows what came in the afternoon under a date that lies before the harvest of the morning. */
    @Test
    void changesThatAreDatedByDaysAreLearntAtTheEndOfTheirDay() {
        repository("persistent", SampleRecords.many(3)).granularity(Granularity.DAY);
        harvest(false);

        TermsOfSources terms = new TermsOfSources(store());

        assertThat(terms.of(store().source(ID).orElseThrow()).wholeDays()).isTrue();
        assertThat(terms.late(ID)).isEqualTo(86_399);
    }

    @Test
    void restartOfTheHub_doesNotShortenTheWaitOfAFailedSource() {
        repository("persistent", SampleRecords.many(3)).when(_ -> true, Behaviour.status(404));
        SyncScheduler first = scheduler(240);
        first.round();
        clock.advance(Duration.ofMinutes(16));
        first.round();
        clock.advance(Duration.ofMinutes(1));
        first.round();
        assertThat(begun).hasSize(2);

        clock.advance(Duration.ofMinutes(15));
        SyncScheduler second = scheduler(240);
        second.round();

        assertThat(begun).hasSize(2);
        assertThat(store().schedules().planned(ID).orElseThrow().because()).contains("2 in a row");
        clock.advance(Duration.ofMinutes(15));
        second.round();
        assertThat(begun).hasSize(3);
    }

    /** A repository with one record that its lists name, and that no request brings. */
    private ScriptedProvider withOnePermanentlyBrokenRecord() {
        String broken = SampleRecords.identifier(1);
        return repository("persistent", SampleRecords.many(30)).when(ReceivedRequest.any(),
                (request, reply) -> holds(reply, broken) ? Behaviour.status(500).change(request, reply) : reply);
    }

    private static boolean holds(Reply reply, String identifier) {
        OaiResponse response = reply.response();
        return response != null && switch (response.answer()) {
            case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken _) -> records.stream()
                    .anyMatch(one -> one.identifier().equals(identifier));
            case OaiResponse.GetRecord(OaiRecord one) -> one.identifier().equals(identifier);
            default -> false;
        };
    }

    @Test
    void sourceWithOnePermanentlyBrokenRecord_keepsItsInterval() {
        withOnePermanentlyBrokenRecord();
        harvest(false);
        assertThat(String.valueOf(status().lastOutcome())).startsWith("partial(");
        store().schedules().pin(ID, Duration.ofHours(6));

        rounds(scheduler(24), 60);

        assertThat(begun).hasSizeBetween(8, 10);
        assertThat(String.valueOf(status().lastOutcome())).startsWith("partial(").contains(SampleRecords.identifier(1));
        assertThat(store().schedules().planned(ID).orElseThrow().because()).contains("fixed by an operator");
        begun.clear();

        rounds(scheduler(24), 36);

        assertThat(begun).as("after a restart").hasSizeBetween(4, 6);
    }

    @Test
    void serverThatAsksForALongPause_isNotAsked() {
        repository("persistent", SampleRecords.many(3)).when(_ -> true, Behaviour.busy(503, "86400"));
        SyncScheduler scheduler = new SyncScheduler(store(), ScheduleTerms.of(24), 4, new SyncScheduler.Start() {
            @Override
            public ActionResult begin(String id) {
                begun.add(clock.instant());
                harvest(HarvestOptions.DEFAULT, HarvestCare.USUAL);
                return ActionResult.done(id);
            }

            @Override
            public @Nullable Instant pausedUntil(Source source) {
                return harvester.refusal(source).map(HostPace.Refusal::until).orElse(null);
            }
        }, clock, (_, _) -> {});

        scheduler.round();
        rounds(scheduler, 23);
        assertThat(begun).hasSize(1);

        rounds(scheduler, 2);
        assertThat(begun).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT5S", "PT1H", "PT12H"})
    void nextHarvest_isToldForTheEndOfAPauseOfItsHost_andBeginsThen(Duration interval) {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(3));
        store().schedules().pin(ID, interval);
        store().put(Source.harvested("b", provider.baseUrl()));
        SyncScheduler scheduler = new SyncScheduler(store(), ScheduleTerms.of(10_000), 4, new SyncScheduler.Start() {
            @Override
            public ActionResult begin(String id) {
                if (!id.equals(ID)) {
                    return ActionResult.done(id);
                }
                boolean isPaused = pausedUntil(store().source(id).orElseThrow()) != null;
                // Sends no request during a pause.
                harvest(HarvestOptions.DEFAULT, HarvestCare.USUAL);
                if (isPaused) {
                    return new ActionResult(ActionResult.Kind.WAITING, id);
                }
                begun.add(clock.instant());
                return ActionResult.done(id);
            }

            @Override
            public @Nullable Instant pausedUntil(Source source) {
                return harvester.refusal(source).map(HostPace.Refusal::until).orElse(null);
            }
        }, clock, (_, _) -> {});
        scheduler.round();
        scheduler.round();
        assertThat(begun).hasSize(1);
        assertThat(promised()).isEqualTo(clock.instant().plus(interval));

        // Another source learns of the pause, in another process for example.
        provider.when(_ -> true, Behaviour.busy(503, "86400"));
        new SourceHarvest(store(), harvester, clock).run(store().source("b").orElseThrow(), HarvestOptions.DEFAULT,
                HarvestCare.USUAL, events::add);
        Instant end = clock.instant().plus(Duration.ofDays(1));
        provider.behave();
        clock.advance(Duration.ofSeconds(31));
        begun.clear();
        scheduler.round();

        Instant promised = promised();
        assertThat(promised).isBetween(end, end.plusSeconds(2));
        rounds(scheduler, 23);
        assertThat(begun).as("before the promised time").isEmpty();
        assertThat(promised()).isEqualTo(promised);
        clock.advance(Duration.between(clock.instant(), promised));
        scheduler.round();
        assertThat(begun).as("at the promised time").containsExactly(promised);
    }

    private Instant promised() {
        return store().schedules().planned(ID).orElseThrow().due();
    }

    @Test
    void failedHarvest_isTriedAgain_andDoesNotDelayOthers() {
        repository("persistent", SampleRecords.many(3));
        SyncScheduler scheduler = new SyncScheduler(store(), ScheduleTerms.of(240), 1, id -> {
            begun.add(clock.instant());
            return ActionResult.done(id);
        }, clock, (_, _) -> {});

        scheduler.round();
        clock.advance(Duration.ofMinutes(1));
        scheduler.round();
        clock.advance(Duration.ofMinutes(16));
        scheduler.round();

        assertThat(begun).hasSize(2);
        assertThat(store().schedules().planned(ID).orElseThrow().because()).contains("failed");
    }

    @Test
    void sourceHarvestedByAnotherProcess_isSkipped() throws Exception {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(3));
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (Harvests harvests = new Harvests(store(), new SourceHarvest(store(), harvester, clock),
                () -> ended.complete(null))) {
            SyncScheduler scheduler = new SyncScheduler(store(), ScheduleTerms.of(240), 4, new SyncScheduler.Start() {
                @Override
                public ActionResult begin(String id) {
                    return harvests.start(id, HarvestOptions.DEFAULT, HarvestCare.USUAL);
                }

                @Override
                public boolean isRunning(String id) {
                    return harvests.isRunning(id);
                }
            }, clock, (_, _) -> {});
            try (SourceLease _ = store().leases().tryTake(ID).orElseThrow()) {
                scheduler.round();
                assertThat(provider.requests()).isEmpty();
            }

            clock.advance(Duration.ofMinutes(16));
            scheduler.round();
            ended.get(20, TimeUnit.SECONDS);
        }
        assertThat(provider.requests()).isNotEmpty();
    }

    @Test
    void manualHarvests_areLearntFrom() {
        repository("persistent", SampleRecords.many(3));
        SyncScheduler scheduler = scheduler(1);
        scheduler.round();
        clock.advance(Duration.ofHours(20));
        harvest(true);
        clock.advance(Duration.ofMinutes(1));

        scheduler.round();

        assertThat(begun).hasSize(1);
        assertThat(store().schedules().planned(ID).orElseThrow().due()).isAfter(clock.instant().plus(Duration.ofHours(1)));
    }

    /** A run in the ledger whose process has died after some time: it has no end, and nobody holds the lease. */
    private void cutOffAfter(Duration time) {
        long run = store().begin(ID, clock.instant());
        clock.advance(time);
        store().runs().tell(run, RunUpdate.of(RunProgress.start(clock.instant())));
    }

    @Test
    void incrementInterruptedWithTheHub_isContinuedAtTheNextStart() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        clock.advance(Duration.ofHours(1));
        cutOffAfter(Duration.ofMinutes(1));

        SyncScheduler scheduler = scheduler(0.1);
        scheduler.round();

        assertThat(begun).containsExactly(clock.instant());
        assertThat(status().state()).isEqualTo(SourceStatus.State.IDLE);
        clock.advance(Duration.ofMinutes(1));
        scheduler.round();
        assertThat(begun).as("once").hasSize(1);
    }

    @Test
    void interruptedHarvestOfAnotherProcess_isContinuedAtOnce() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        SyncScheduler scheduler = scheduler(0.1);
        scheduler.round();
        clock.advance(Duration.ofHours(1));
        try (SourceLease _ = store().leases().tryTake(ID).orElseThrow()) {
            cutOffAfter(Duration.ofMinutes(1));
            scheduler.round();
            assertThat(begun).as("it goes on in the other process").isEmpty();
        }

        clock.advance(Duration.ofMinutes(1));
        scheduler.round();

        assertThat(begun).containsExactly(clock.instant());
        clock.advance(Duration.ofMinutes(1));
        scheduler.round();
        assertThat(begun).as("once").hasSize(1);
    }

    @Test
    void harvestThatIsInterruptedRepeatedly_waitsLongerEachTime() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        clock.advance(Duration.ofHours(1));
        cutOffAfter(Duration.ofMinutes(1));
        clock.advance(Duration.ofMinutes(1));
        cutOffAfter(Duration.ofMinutes(1));
        clock.advance(Duration.ofMinutes(1));
        cutOffAfter(Duration.ofMinutes(1));
        Instant died = clock.instant();

        SyncScheduler scheduler = scheduler(240);
        scheduler.round();

        assertThat(begun).isEmpty();
        Planned planned = store().schedules().planned(ID).orElseThrow();
        assertThat(planned.due()).isEqualTo(died.plus(Duration.ofMinutes(30)));
        clock.advance(Duration.ofMinutes(31));
        scheduler.round();
        assertThat(begun).hasSize(1);
    }

    @Test
    void longHarvest_isResumedAfterEachCrash() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        for (int night = 0; night < 5; night++) {
            cutOffAfter(Duration.ofHours(8));
        }

        scheduler(0.1).round();

        assertThat(begun).hasSize(1);
    }

    @Test
    void harvestUndoneByAnOperator_isNotResumed() {
        repository("persistent", SampleRecords.many(10));
        harvest(false);
        cutOffAfter(Duration.ofMinutes(1));
        assertThat(new SourceCorrection(store(), clock).rollback(ID, SourceCorrection.Watch.NONE)).isPresent();

        scheduler(0.1).round();

        assertThat(begun).isEmpty();
    }
}
