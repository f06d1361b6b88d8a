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
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.HostBackOffs;
import dev.sheaf.store.sources.SourceControl;
import dev.sheaf.store.sources.SourceLease;

/**
 * Harvests a source into the store, with what belongs around it: the lease, so that one run at a time fills a source, and oai_dc for sources
 * that have none. Commands and the scheduler use the same. Thread-safe.
 */
public final class SourceHarvest {

    private final HubStore store;
    private final Harvester harvester;
    private final InstantSource clock;

    /** @param harvester makes the requests */
    public SourceHarvest(HubStore store, Harvester harvester) {
        this(store, harvester, InstantSource.system());
    }

    /**
     * With a clock of its own.
     *
     * @param clock for the ledger, and to see when a census is due
     */
    public SourceHarvest(HubStore store, Harvester harvester, InstantSource clock) {
        this.store = store;
        this.harvester = harvester;
        this.clock = clock;
    }

    /** How sources are asked, as far as they do not say otherwise themselves. */
    public FetchRules rules() {
        return harvester.rules();
    }

    /** One run with the care that is usual for the source. */
    public Optional<HarvestOutcome> run(Source source, HarvestOptions options, ProgressListener listener) {
        return run(source, options, HarvestCare.USUAL, listener);
    }

    /**
     * One run. It ends early when the options or an operator say so, wherever that operator is ({@link SourceControl}).
     *
     * @param source registered, with a base URL
     * @return how it ended, {@code failed} without a run when the source is paused or its host is not asked for now; empty when somebody else is
     *     filling the source at this moment
     */
    public Optional<HarvestOutcome> run(Source source, HarvestOptions options, HarvestCare care, ProgressListener listener) {
        Optional<SourceLease> lease = store.leases().tryTake(source.id());
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        try (SourceLease _ = lease.get()) {
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
                HarvestOutcome lists = harvester.harvest(source, run.options(), run, run.recorder());
                adoptName(store, source.id());
                return Optional.of(run.outcome().orElse(lists));
            }
        }
    }

    /** Returns why a source is not harvested now. */
    private Optional<String> refusal(Source source) {
        return store.control().paused(source.id()).isPresent()
                ? Optional.of("the source is paused; to let it go on: sheaf source resume " + source.id())
                : notAsked(source).map(SourceHarvest::message);
    }

    /**
     * Looks whether the host of a source may be asked now, and notes for those who ask how the source is doing when it may not. No run is recorded
     * then: nothing was asked, so nothing is known of the source itself.
     */
    Optional<HostPace.Refusal> notAsked(Source source) {
        Optional<HostPace.Refusal> refusal = harvester.refusal(source);
        refusal.ifPresent(it -> store.hosts().wait(source.id(), new HostBackOffs.Waiting(it.host(), it.until(), it.reason())));
        return refusal;
    }

    static String message(HostPace.Refusal refusal) {
        return "not asked: requests to " + refusal.host() + " are paused until " + refusal.until().truncatedTo(ChronoUnit.SECONDS)
                + " ("
                + refusal.reason() + "). No run was recorded";
    }

    /** A source that nobody has named takes the name that its repository gives itself. */
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
