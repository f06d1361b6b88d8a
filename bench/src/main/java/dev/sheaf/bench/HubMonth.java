package dev.sheaf.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.platform.sync.plan.SyncScheduler;
import dev.sheaf.platform.sync.plan.SynchronisationReport;
import dev.sheaf.schedule.Changes;
import dev.sheaf.schedule.PolicyName;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.schedule.SourceTerms;
import dev.sheaf.schedule.simulation.ChangeTrace;
import dev.sheaf.schedule.simulation.Measures;
import dev.sheaf.schedule.simulation.PollLog;
import dev.sheaf.schedule.simulation.Simulation;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.Runs;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

/**
 * Hub in simulated time: the real scheduler, harvester and store, with real HTTP to one server for each source of a trace. The repositories
 * change a record for each change of the trace; after some changes the same record changes again, so that a later datestamp hides an
 * earlier one, as in reality. A harvest takes no simulated time.
 */
final class HubMonth implements AutoCloseable {

    /** Number of records of a repository. If there are more changes, records change again. */
    private static final int RECORDS = 400;
    private static final int PAGE = 500;
    /** Simulated time between two rounds of the scheduler. The ten seconds of a real hub would take too long here. */
    private static final Duration ROUND = Duration.ofMinutes(15);

    private final ChangeTrace trace;
    private final SettableClock clock;
    private final HttpFetcher fetcher;
    private final HubStore store;
    private final List<ScriptedProvider> repositories = new ArrayList<>();
    private final int[] happened;
    private final Map<String, Integer> failures = new HashMap<>();

    /**
     * Result of a month.
     *
     * @param hub measures from the changes of the trace and the hub's runs
     * @param report the hub's own report, from the datestamps that it has seen
     * @param simulated measures of the simulator over the same trace
     * @param failed number of harvests that did not succeed
     * @param behind number of sources whose copy lacks a change that existed at their last harvest
     */
    record Result(Measures hub, SynchronisationReport report, Measures simulated, int failed, int behind) {}

    /** Starts the repositories with the changes before the beginning of the scored time. */
    HubMonth(ChangeTrace trace, Path folder) {
        this.trace = trace;
        this.clock = new SettableClock(Instant.ofEpochSecond(trace.start()));
        this.fetcher = new HttpFetcher(clock);
        this.store = HubStores.open(folder, Filling.IDENTITY, clock);
        this.happened = new int[trace.sources().size()];
        for (int number = 0; number < trace.sources().size(); number++) {
            ScriptedProvider repository = ScriptedProvider.start(clock).pageSize(PAGE);
            repositories.add(repository);
            // A repository needs a record, because the list of an empty one is an error.
            repository.put(List.of(SampleRecords.live(RECORDS, "The first",
                    Datestamp.ofSecond(Instant.ofEpochSecond(trace.known())))));
        }
        happen();
    }

    /** Applies the changes of the trace up to the present simulated time. */
    private void happen() {
        long now = clock.instant().getEpochSecond();
        for (int i = 0; i < happened.length; i++) {
            Changes changes = trace.sources().get(i).changes();
            while (happened[i] < changes.size() && changes.time(happened[i]) <= now) {
                int number = happened[i] % RECORDS;
                repositories.get(i).put(List.of(SampleRecords.live(number, "Change " + happened[i],
                        Datestamp.ofSecond(Instant.ofEpochSecond(changes.time(happened[i]))))));
                happened[i]++;
            }
        }
    }

    /** Runs the scored time. */
    Result run(ScheduleTerms terms, PolicyName policy) {
        SourceHarvest harvest = new SourceHarvest(store, new Harvester(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {}), clock);
        for (int i = 0; i < repositories.size(); i++) {
            String id = trace.sources().get(i).name();
            Source source = Source.harvested(id, repositories.get(i).baseUrl());
            store.put(new Source(id, source.kind(), source.baseUrl(), id, source.prefixes(), source.sets(),
                    new Source.Settings(null, null, null, policy.word())));
            begin(harvest, id);
        }
        try (SyncScheduler scheduler = new SyncScheduler(store, terms, repositories.size(), id -> begin(harvest, id), clock,
                (_, _) -> {})) {
            scheduler.round();
            while (clock.instant().plus(ROUND).getEpochSecond() < trace.end()) {
                clock.advance(ROUND);
                happen();
                scheduler.round();
            }
        }
        clock.set(Instant.ofEpochSecond(trace.end()));
        PollLog log = ledger();
        Measures simulated = Measures.of(trace,
                Simulation.run(trace, terms, SourceTerms.of(policy, ""), List.of()), Duration.ofDays(1).toSeconds());
        SynchronisationReport report = SynchronisationReport.of(store, store.sources(), Instant.ofEpochSecond(trace.start()),
                clock.instant(), Duration.ofHours(1).toSeconds());
        return new Result(Measures.of(trace, log, Duration.ofDays(1).toSeconds()), report, simulated,
                failures.values().stream().mapToInt(Integer::intValue).sum(), behind(log));
    }

    private ActionResult begin(SourceHarvest harvest, String id) {
        HarvestOutcome outcome = harvest.run(store.source(id).orElseThrow(), HarvestOptions.DEFAULT,
                ProgressListener.NONE).orElseThrow();
        if (!outcome.isComplete()) {
            failures.merge(id, 1, Integer::sum);
        }
        return ActionResult.done(id);
    }

    /** Returns the harvests of the scored time, except the first ones. */
    private PollLog ledger() {
        PollLog log = new PollLog(repositories.size());
        for (int i = 0; i < repositories.size(); i++) {
            List<RunReport> runs = store.runs().last(trace.sources().get(i).name(), Runs.RUNS);
            for (RunReport run : runs.reversed()) {
                long started = run.started().getEpochSecond();
                if (started > trace.start()) {
                    log.add(i, started);
                }
            }
        }
        return log;
    }

    /** Returns the number of sources whose stored records differ from those at the last harvest. */
    private int behind(PollLog log) {
        int behind = 0;
        for (int i = 0; i < repositories.size(); i++) {
            long[] polls = log.of(i);
            long last = polls.length == 0 ? trace.start() : polls[polls.length - 1];
            Changes seen = trace.sources().get(i).changes().between(Long.MIN_VALUE, last);
            long records = 1L + Math.min(RECORDS, seen.size());
            long known = store.status(trace.sources().get(i).name()).orElseThrow().records();
            behind += known == records ? 0 : 1;
        }
        return behind;
    }

    @Override
    public void close() {
        repositories.forEach(ScriptedProvider::close);
        fetcher.close();
        store.close();
    }
}
