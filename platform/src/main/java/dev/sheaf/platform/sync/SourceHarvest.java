package dev.sheaf.platform.sync;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
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
            if (store.control().paused(source.id()).isPresent()) {
                return Optional
                        .of(new HarvestOutcome(Verdict.FAILED, "the source is paused; to let it go on: sheaf source resume "
                                + source.id(), Counts.ZERO, 0));
            }
            Optional<HostPace.Refusal> refusal = notAsked(source);
            if (refusal.isPresent()) {
                return Optional.of(new HarvestOutcome(Verdict.FAILED, message(refusal.get()), Counts.ZERO, 0));
            }
            Quota quota = new Quota(store, source.id(), clock);
            if (quota.reached().isPresent()) {
                return Optional.of(new HarvestOutcome(Verdict.FAILED, quota.reached().get(), Counts.ZERO, 0));
            }
            store.hosts().asked(source.id());
            return Optional.of(fill(source, options, care, quota, listener));
        }
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

    private HarvestOutcome fill(Source source, HarvestOptions options, HarvestCare care, Quota quota,
            ProgressListener listener) {
        AtomicReference<@Nullable RunSink> running = new AtomicReference<>();
        HarvestOptions watched = options
                .withCancelled(() -> options.cancelled().getAsBoolean() || isUnwanted(source.id(), running.get()));
        boolean validates = care.validate() || store.monitoring().of(source.id()).validate();
        try (VanishedRecords vanished = new VanishedRecords(store, harvester, source, watched, care.census(), clock)) {
            RunRecorder recorder = new RunRecorder(store.runs(), clock, event -> {
                vanished.on(event);
                listener.on(event);
            }, validates ? new PageChecks(source.id()) : null);
            RunSink sink = new RunSink(store, source.id(), new DerivingSink(store, options.prefixes(), watched.cancelled()),
                    recorder,
                    vanished, isPart(source, options), quota);
            running.set(sink);
            HarvestOutcome outcome = harvester.harvest(source, watched, sink, recorder);
            adoptName(store, source.id());
            return sink.outcome().orElse(outcome);
        }
    }

    /** True when a run is to bring less than what is wanted of the source. */
    private static boolean isPart(Source source, HarvestOptions options) {
        return options.from() != null || options.until() != null || isPart(source.prefixes(), options.prefixes())
                || isPart(source.sets(), options.sets());
    }

    /** Both empty for everything; {@code asked} also for what is wanted. */
    private static boolean isPart(List<?> wanted, List<?> asked) {
        return !asked.isEmpty() && (wanted.isEmpty() || !asked.containsAll(wanted));
    }

    private boolean isUnwanted(String source, @Nullable RunSink sink) {
        return sink != null && sink.run() >= 0
                && store.control().wish(source, sink.run()) != SourceControl.Wish.GO_ON;
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
