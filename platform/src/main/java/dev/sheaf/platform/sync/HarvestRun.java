package dev.sheaf.platform.sync;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.PushedPage;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.platform.sync.derive.DerivedRecords;
import dev.sheaf.platform.sync.derive.DerivingStep;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.Deletion;
import dev.sheaf.store.records.LegalBatch;
import dev.sheaf.store.records.SavedPage;
import dev.sheaf.store.sources.SourceControl.Wish;

/**
 * One run that fills a source, by a harvest or by a push. {@link #save} shows the steps of a page, {@link #end} those of the verdict. Pages
 * are saved one after another.
 */
final class HarvestRun extends StoreSink implements AutoCloseable {

    private final Source source;
    private final Harvester harvester;
    private final HarvestOptions options;
    private final RunRecorder recorder;
    private final SecondWitness witness;
    private final VanishedRecords vanished;
    private final ReportedDeletions reportedDeletions;
    private final OlderVersions olderVersions;
    private final PendingDeletions deletions;
    private final @Nullable NewestWins newest;
    private final DerivingStep deriving;
    private final LongChains chains = new LongChains();
    private final Quota quota;
    private final boolean part;
    /** Time of the first page, by the repository's clock; null if it is not known. */
    private @Nullable Instant firstPage;
    private String overQuota = "";
    private volatile long run = -1;
    private volatile @Nullable HarvestOutcome outcome;

    private HarvestRun(HubStore store, Harvester harvester, InstantSource clock, Source source, HarvestOptions options,
            boolean census,
            @Nullable PageChecks checks, Quota quota, ProgressListener listener, boolean part, boolean pushed) {
        super(store);
        this.source = source;
        this.harvester = harvester;
        this.quota = quota;
        this.part = part;
        this.options = options.withCancelled(() -> options.cancelled().getAsBoolean() || isUnwanted());
        this.witness = new SecondWitness(store, harvester, source, this.options, this::saveSingle);
        this.vanished = new VanishedRecords(store, harvester, source, this.options, census, clock, witness);
        this.reportedDeletions = new ReportedDeletions(store, source, witness, this::isOfThisRun, this::held);
        this.olderVersions = new OlderVersions(witness, store.profile(source.id()), clock.instant(), here(),
                this::saveNewer, page -> save(page, Kept.NOTHING));
        this.recorder = new RunRecorder(store.runs(), clock, event -> {
            vanished.on(event);
            reportedDeletions.on(event);
            listener.on(event);
        }, checks);
        this.deletions = new PendingDeletions(store, source.id());
        this.newest = pushed ? new NewestWins(store, recorder) : null;
        this.deriving = new DerivingStep(store, options.prefixes(), this.options.cancelled());
    }

    /**
     * Creates a run that harvests.
     *
     * @param listener receives everything that the run reports
     */
    static HarvestRun harvest(HubStore store, Harvester harvester, InstantSource clock, Source source, HarvestOptions options,
            HarvestCare care, Quota quota, ProgressListener listener) {
        boolean validates = care.validate() || store.monitoring().of(source.id()).validate();
        return new HarvestRun(store, harvester, clock, source, options, care.census(),
                validates ? new PageChecks(source.id()) : null, quota, listener, isPart(source, options), false);
    }

    /**
     * Creates a run whose pages are pushed.
     *
     * @param harvester a harvester that sends no request to the source
     */
    static HarvestRun push(HubStore store, Harvester harvester, InstantSource clock, Source source) {
        return new HarvestRun(store, harvester, clock, source, HarvestOptions.DEFAULT, false, null,
                new Quota(store, source.id(), clock), ProgressListener.NONE, false, true);
    }

    /** Returns true if a run requests less than the operator wants of the source. */
    private static boolean isPart(Source source, HarvestOptions options) {
        return options.from() != null || options.until() != null || isPart(source.prefixes(), options.prefixes())
                || isPart(source.sets(), options.sets());
    }

    /**
     * Returns true if a list of requested values leaves out wanted ones. An empty {@code wanted} means everything, an empty {@code asked}
     * means all wanted values.
     */
    private static boolean isPart(List<?> wanted, List<?> asked) {
        return !asked.isEmpty() && (wanted.isEmpty() || !asked.containsAll(wanted));
    }

    /** Returns the options of the run. The run is also cancelled if an operator says so in any process. */
    HarvestOptions options() {
        return options;
    }

    /** Returns the listener that keeps the run's ledger entry. */
    ProgressListener recorder() {
        return recorder;
    }

    /** Returns the final outcome of the run; empty if the ledger has not received it. */
    Optional<HarvestOutcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    /** Returns true if an operator has cancelled the run or paused the source. */
    boolean isUnwanted() {
        return run >= 0 && wish() != Wish.GO_ON;
    }

    private Wish wish() {
        return store.control().wish(source.id(), run);
    }

    /** Notes the pushed page that is saved next. */
    void expect(PushedPage page) {
        if (newest != null) {
            newest.expect(page);
        }
    }

    @Override
    public int singleRequests() {
        return witness.sent();
    }

    @Override
    public long begin(String id, Instant at) {
        deriving.begin(id);
        run = store.begin(id, at);
        if (part) {
            store.runs().part(run);
        }
        recorder.begun(run);
        return run;
    }

    @Override
    public void describe(String id, SourceDescription description) {
        store.describe(id, description);
        deriving.described(id);
    }

    @Override
    public Counts save(Batch page) {
        SavedPage saved = save(page, newest == null ? Kept.AS_NEW : Kept.NOTHING);
        return saved.counts().plus(olderVersions.ask(page, saved.older(), false, recorder))
                .plus(olderVersions.ask(page, saved.asNew(), true, recorder));
    }

    /** Stored versions that are kept although a page has others. */
    private enum Kept {
        NOTHING,
        NEWER,
        AS_NEW
    }

    private OlderVersions.Here here() {
        return new OlderVersions.Here() {

            @Override
            public boolean isDoubted(MetadataPrefix prefix, OaiRecord listed) {
                return isInferred(prefix, listed.identifier()) || ofThisRun(prefix, listed).isPresent();
            }

            @Override
            public boolean isNewestOfRun(MetadataPrefix prefix, OaiRecord listed) {
                return ofThisRun(prefix, listed).filter(one -> !one.record().deleted()).isPresent();
            }

            private Optional<StoredRecord> ofThisRun(MetadataPrefix prefix, OaiRecord listed) {
                return store.get(source.id(), prefix, listed.identifier()).filter(HarvestRun.this::isOfThisRun);
            }

            @Override
            public boolean isDeleted(MetadataPrefix prefix, OaiRecord listed) {
                return store.get(source.id(), prefix, listed.identifier()).filter(one -> one.record().deleted()).isPresent();
            }

            @Override
            public boolean hasDatestamp(MetadataPrefix prefix, Header header) {
                return store.get(source.id(), prefix, header.identifier()).map(StoredRecord::originDatestamp)
                        .filter(stamp -> stamp.text().equals(header.datestamp().text())).isPresent();
            }

            @Override
            public boolean has(Batch records) {
                return records.parts().stream().allMatch(one -> store.differing(source.id(), one).isEmpty());
            }
        };
    }

    /**
     * Saves a record that GetRecord delivers, without one that is older than the version here. A deletion that was inferred is undone even by
     * an older record: the repository has it again.
     */
    private SavedPage saveSingle(Batch record) {
        SavedPage saved = saveNewer(record);
        List<Batch.Part> back = new ArrayList<>();
        List<Batch.Part> left = new ArrayList<>();
        for (Batch.Part part : saved.older()) {
            Set<String> inferred = part.records().stream().map(OaiRecord::identifier)
                    .filter(identifier -> isInferred(part.format().prefix(), identifier)).collect(Collectors.toSet());
            add(part.only(one -> inferred.contains(one.identifier())), back);
            add(part.only(one -> !inferred.contains(one.identifier())), left);
        }
        return back.isEmpty()
                ? saved
                : new SavedPage(saved.counts().plus(save(record.withParts(back), Kept.NOTHING).counts()), left, List.of());
    }

    private static void add(Batch.Part part, List<Batch.Part> parts) {
        if (!part.records().isEmpty()) {
            parts.add(part);
        }
    }

    private boolean isOfThisRun(StoredRecord stored) {
        Instant first = firstPage;
        Instant at = stored.harvested();
        return first != null && at != null && !at.isBefore(first);
    }

    private boolean isInferred(MetadataPrefix prefix, String identifier) {
        return store.deletion(source.id(), prefix, identifier).filter(one -> one.cause() == Deletion.Cause.ABSENCE).isPresent();
    }

    private SavedPage saveNewer(Batch page) {
        return save(page, newest == null ? Kept.NEWER : Kept.NOTHING);
    }

    private SavedPage save(Batch page, Kept stored) {
        Datestamp date = page.harvestDate();
        if (firstPage == null && date != null) {
            firstPage = date.instant().orElse(null);
        }
        Batch accepted = LegalBatch.of(page);
        Batch confirmed = reportedDeletions.confirmed(accepted, recorder);
        Batch kept = deletions.hold(confirmed);
        Batch wanted = newest == null ? kept : newest.withoutOlder(kept);
        DerivedRecords derived = deriving.of(wanted);
        Batch whole = derived.addTo(wanted);
        SavedPage saved = stored == Kept.NOTHING
                ? SavedPage.whole(store.save(whole))
                : store.saveNewer(whole, stored == Kept.AS_NEW);
        derived.note();
        observe(page, kept);
        deletions.saw(accepted, kept);
        return new SavedPage(saved.counts().plus(new Counts(0, 0, records(accepted) - records(wanted), 0, 0)), saved.older(),
                saved.asNew());
    }

    private static long records(Batch batch) {
        return batch.parts().stream().mapToLong(one -> one.records().size()).sum();
    }

    private void held(MetadataPrefix prefix, Collection<String> identifiers) {
        vanished.held(prefix, identifiers);
        deletions.others();
    }

    /** Updates the run's observations after a page was saved. */
    private void observe(Batch page, Batch kept) {
        quota.saved(kept).filter(_ -> overQuota.isEmpty()).ifPresent(why -> {
            overQuota = why;
            recorder.tellNote("the source is paused: " + why);
        });
        vanished.saved(page);
        chains.look(page);
    }

    @Override
    public void end(long number, HarvestOutcome ended, Instant at) {
        if (!isDiscarded(number, ended, false)) {
            endRecorded(number, ended, at);
        }
    }

    @Override
    public void endPaused(long number, HarvestOutcome ended, Instant at) {
        if (!isDiscarded(number, ended, true)) {
            endRecorded(number, ended, at);
        }
    }

    /**
     * Notes that the source waits, if a pause has ended the run: one that its repository asked for, or one that began during the run for a
     * reason of another source. Before the first page of records such a run is no failure, and is not recorded.
     *
     * @return true if the run is not recorded
     */
    private boolean isDiscarded(long number, HarvestOutcome ended, boolean isPaused) {
        if (ended.isComplete() || !source.kind().isHarvested()) {
            return false;
        }
        Optional<HostPace.Refusal> refusal = harvester.refusal(source).filter(one -> isPaused || one.asked());
        if (refusal.isEmpty()) {
            return false;
        }
        store.hosts().wait(source.id(), SourceHarvest.waiting(refusal.get()));
        if (ended.pages() > 0 || !ended.counts().equals(Counts.ZERO)) {
            return false;
        }
        store.runs().discard(number);
        outcome = HarvestOutcome.failed(SourceHarvest.message(refusal.get()));
        return true;
    }

    private void endRecorded(long number, HarvestOutcome ended, Instant at) {
        HarvestOutcome whole = paused(ended);
        whole = deletions.told(whole, number, recorder);
        Counts back = reportedDeletions.takeBack(number, Datestamp.ofSecond(at), page -> save(page, Kept.NOTHING), recorder);
        recorder.count(back);
        whole = whole.plus(back);
        if (reportedDeletions.kept() > 0) {
            whole = whole
                    .partial(reportedDeletions.kept() + " deletions that lists report are not confirmed, so the records stay");
        }
        olderVersions.tell(recorder);
        if (olderVersions.waiting() > 0) {
            whole = whole.partial("the repository shows older versions of " + olderVersions.waiting()
                    + " records than are here, in its "
                    + "lists and by GetRecord: it has gone back, or the answers come from a copy that is behind. The newer ones stay. "
                    + "If it has gone back: sheaf harvest " + source.id() + " --full after " + olderVersions.confirmedFrom());
        }
        ServerProfile known = store.profile(source.id());
        ServerProfile learnt = olderVersions.learnt(known, options.full() && !part && ended.isComplete());
        if (!learnt.equals(known)) {
            store.keepProfile(source.id(), learnt);
        }
        if (olderVersions.disputed() > 0) {
            whole = whole.unproven("ListRecords and GetRecord have other contents with the same datestamp for "
                    + olderVersions.disputed() + " records; those of GetRecord stay");
        }
        if (olderVersions.untold() > 0) {
            whole = whole.partial("lists have older versions of " + olderVersions.untold()
                    + " records than are here, and GetRecord does not tell which ones count: the newer ones stay");
        }
        try {
            // Lists that are known to be wrong are no evidence of what has vanished.
            whole = reportedDeletions.isContradicted()
                    ? whole.partial("lists report records as deleted that GetRecord delivers")
                    : vanished.lookFor(number, whole, recorder);
        } catch (StoreException failure) {
            whole = whole.partial("records that have vanished were not looked for: " + failure.getMessage());
        }
        chains.message().ifPresent(recorder::note);
        recorder.finish();
        outcome = whole;
        store.end(number, whole, at);
        deriving.end(source.id());
    }

    /** Returns the outcome with instructions for continuing, if the run was ended from outside. */
    private HarvestOutcome paused(HarvestOutcome ended) {
        if (ended.isComplete() || wish() != Wish.PAUSE) {
            return ended;
        }
        return ended.because(overQuota.isEmpty()
                ? "the source is paused; to resume it: sheaf source resume " + source.id()
                : "the source is paused: " + overQuota);
    }

    @Override
    public void close() {
        vanished.close();
    }
}
