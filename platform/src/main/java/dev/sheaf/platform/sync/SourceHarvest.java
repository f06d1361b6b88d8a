package dev.sheaf.platform.sync;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.harvester.FirstLoad;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.platform.sync.load.DumpLoad;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.HostBackOffs;
import dev.sheaf.store.sources.SourceControl;
import dev.sheaf.store.sources.SourceLease;

/**
 * Harvest of a source into the store, with the lease that allows one run at a time for each source, and derived oai_dc for sources without
 * it. Commands and the scheduler share it. Thread-safe.
 */
public final class SourceHarvest {

    private static final FirstLoad DUMPS = new DumpLoad();

    private final HubStore store;
    private final Harvester harvester;
    private final InstantSource clock;

    /**
     * @param harvester client for requests to sources
     */
    public SourceHarvest(HubStore store, Harvester harvester) {
        this(store, harvester, InstantSource.system());
    }

    /**
     * Creates a harvest with a clock of its own.
     *
     * @param clock for the ledger, and for deciding when a census is due
     */
    public SourceHarvest(HubStore store, Harvester harvester, InstantSource clock) {
        this.store = store;
        this.harvester = harvester;
        this.clock = clock;
    }

    /** Returns the rules for requests to sources without rules of their own. */
    public FetchRules rules() {
        return harvester.rules();
    }

    /** Runs with the usual tasks of the source. */
    public Optional<HarvestOutcome> run(Source source, HarvestOptions options, ProgressListener listener) {
        return run(source, options, HarvestCare.USUAL, listener);
    }

    /**
     * Runs once. The run ends early if the options or an operator in any process say so ({@link SourceControl}).
     *
     * @param source registered, with a base URL
     * @return the outcome, {@code failed} without a run if the source is paused or its host is in back-off; empty if another run fills the
     *     source at the moment
     */
    public Optional<HarvestOutcome> run(Source source, HarvestOptions options, HarvestCare care, ProgressListener listener) {
        Optional<SourceLease> lease = store.leases().tryTake(source.id());
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        try (SourceLease _ = lease.get()) {
            if (care.now()) {
                harvester.resume(source);
            }
            Optional<String> refusal = refusal(source);
            if (refusal.isPresent()) {
                return Optional.of(HarvestOutcome.failed(refusal.get()));
            }
            Quota quota = new Quota(store, source.id(), clock);
            if (quota.reached().isPresent()) {
                return Optional.of(HarvestOutcome.failed(quota.reached().get()));
            }
            store.hosts().asked(source.id());
            try (HarvestRun run = HarvestRun.harvest(store, harvester, clock, source, options, care, quota, listener)) {
                HarvestOutcome lists = harvester.harvest(source, run.options(), run, run.recorder(), DUMPS);
                adoptName(store, source.id());
                return Optional.of(run.outcome().orElse(lists));
            }
        }
    }

    /** Returns why a source is not harvested now. */
    private Optional<String> refusal(Source source) {
        return store.control().paused(source.id()).isPresent()
                ? Optional.of("the source is paused; to resume it: sheaf source resume " + source.id())
                : notAsked(source).map(SourceHarvest::message);
    }

    /**
     * Returns why the host of a source may not be asked now, and notes it for the state of the source. No run is recorded then, because
     * there was no request and nothing was learnt about the source.
     */
    Optional<HostPace.Refusal> notAsked(Source source) {
        Optional<HostPace.Refusal> refusal = pauseOf(source);
        refusal.ifPresent(it -> store.hosts().wait(source.id(), waiting(it)));
        return refusal;
    }

    /** Returns why the host of a source may not be asked now; empty if it may. */
    Optional<HostPace.Refusal> pauseOf(Source source) {
        return harvester.refusal(source);
    }

    static HostBackOffs.Waiting waiting(HostPace.Refusal refusal) {
        return new HostBackOffs.Waiting(refusal.host(), refusal.until(), refusal.reason(), refusal.asked());
    }

    /** Ends the pauses that keep a source from its host. */
    void resume(Source source) {
        harvester.resume(source);
    }

    static String message(HostPace.Refusal refusal) {
        return "not asked: requests to " + refusal.host() + " are paused until " + refusal.until().truncatedTo(ChronoUnit.SECONDS)
                + " ("
                + refusal.reason() + "). No run was recorded";
    }

    /** Gives an unnamed source the name in its repository's Identify response. */
    static void adoptName(RecordStore store, String id) {
        Optional<Source> current = store.source(id);
        Optional<String> told = store.description(id).map(SourceDescription::identify).map(RepositoryDescription::repositoryName)
                .map(OneLine::of).filter(name -> !name.isEmpty());
        if (current.isPresent() && current.get().name() == null && told.isPresent()) {
            Source known = current.get();
            store.put(new Source(known.id(), known.kind(), known.baseUrl(), told.get(), known.prefixes(), known.sets(),
                    known.settings()));
        }
    }
}
