package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceControl.Wish;

/**
 * Sink of one run of a source. It saves the run's pages, holds deletions back where an operator wants that, looks for vanished records at the
 * end, and writes the outcome to the ledger. Belongs to one run.
 */
final class RunSink extends SinkAround {

    private final HubStore store;
    private final RunRecorder recorder;
    private final VanishedRecords vanished;
    private final boolean holding;
    private final boolean someHeld;
    private final boolean part;
    private final LongChains chains = new LongChains();
    private final Quota quota;
    private String overQuota = "";
    private int heldBack;
    private volatile long run = -1;
    private volatile @Nullable HarvestOutcome outcome;

    /**
     * Saves what one run brings.
     *
     * @param part true for a run that is to bring less than its source
     * @param quota watched while it saves
     */
    RunSink(HubStore store, String source, RecordSink sink, RunRecorder recorder, VanishedRecords vanished,
            boolean part, Quota quota) {
        super(sink);
        this.quota = quota;
        this.store = store;
        this.recorder = recorder;
        this.vanished = vanished;
        this.part = part;
        this.holding = store.control().holding(source).isPresent();
        this.someHeld = holding || store.heldDeletions().count(source) > 0;
    }

    /** The number of the run; negative before it has one. */
    long run() {
        return run;
    }

    /** How the run ended, everything that belongs to it included; empty when it has not been told to the ledger. */
    Optional<HarvestOutcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    @Override
    public long begin(String source, Instant at) {
        run = super.begin(source, at);
        if (part) {
            store.runs().part(run);
        }
        recorder.begun(run);
        return run;
    }

    @Override
    public Counts save(Batch batch) {
        int before = heldBack;
        Batch accepted = holding ? withoutDeletions(batch) : batch;
        Counts counts = super.save(accepted);
        if (heldBack > before) {
            counts = counts.plus(new Counts(0, 0, (long) heldBack - before, 0, 0));
        }
        quota.saved(accepted).filter(_ -> overQuota.isEmpty()).ifPresent(why -> {
            overQuota = why;
            recorder.tellNote("the source is paused: " + why);
        });
        vanished.saved(batch);
        chains.look(batch);
        if (someHeld) {
            for (Batch.Part part : accepted.parts()) {
                List<String> come = part.records().stream().map(OaiRecord::identifier).toList();
                if (!come.isEmpty()) {
                    store.heldDeletions().saw(batch.source(), part.format().prefix(), come);
                }
            }
        }
        return counts;
    }

    /**
     * Returns the batch without the deletions that wait for an operator's decision. The deletions are noted before the page is saved: a process
     * that is killed between the two gets the page again.
     */
    private Batch withoutDeletions(Batch batch) {
        List<Batch.Part> parts = new ArrayList<>();
        for (Batch.Part part : batch.parts()) {
            List<String> deleted = part.records().stream().filter(OaiRecord::deleted).map(OaiRecord::identifier).toList();
            Set<String> held = deleted.isEmpty()
                    ? Set.of()
                    : store.heldDeletions().hold(batch.source(), part.format().prefix(), batch.run(), deleted);
            List<OaiRecord> rest = part.records().stream()
                    .filter(record -> !record.deleted() || !held.contains(record.identifier()))
                    .toList();
            heldBack += part.records().size() - rest.size();
            parts.add(new Batch.Part(part.format(), rest, part.derived()));
        }
        return new Batch(batch.source(), batch.run(), parts, batch.quarantined(), batch.harvestDate(), batch.checkpoint(),
                batch.repairs());
    }

    @Override
    public void end(long number, HarvestOutcome ended, Instant at) {
        HarvestOutcome whole = named(ended);
        if (heldBack > 0) {
            recorder.tellNote(
                    heldBack + " deletions that the repository told of are held, as an operator wants it. To carry them out: "
                            + "sheaf source approve " + vanished.source().id());
            whole = new HarvestOutcome(whole.verdict(), reason(whole, heldBack + " deletions are held for sheaf source approve "
                    + vanished.source().id()), whole.counts(), whole.pages());
        }
        try {
            whole = vanished.lookFor(number, whole, recorder);
        } catch (StoreException failure) {
            whole = new HarvestOutcome(Verdict.PARTIAL, reason(whole, "records that have vanished were not looked for: "
                    + failure.getMessage()), whole.counts(), whole.pages());
        }
        chains.message().ifPresent(recorder::note);
        recorder.finish();
        outcome = whole;
        super.end(number, whole, at);
    }

    static String reason(HarvestOutcome outcome, String more) {
        return outcome.reason().isEmpty() ? more : outcome.reason() + "; " + more;
    }

    /** A run that was ended from outside says how to go on. */
    private HarvestOutcome named(HarvestOutcome ended) {
        if (ended.isComplete() || wish() != Wish.PAUSE) {
            return ended;
        }
        if (!overQuota.isEmpty()) {
            return new HarvestOutcome(ended.verdict(), reason(ended, "the source is paused: " + overQuota), ended.counts(),
                    ended.pages());
        }
        String source = vanished.source().id();
        return new HarvestOutcome(ended.verdict(), reason(ended, "the source is paused; to let it go on: sheaf source resume "
                + source), ended.counts(), ended.pages());
    }

    private Wish wish() {
        return store.control().wish(vanished.source().id(), run);
    }
}
