package dev.sheaf.platform.sync;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.store.HubStore;

/**
 * Deletions that wait for an operator's decision. While the operator holds the deletions of a source, deletions that a repository reports
 * are kept out of the store. A record that appears again is removed from the pending deletions. Belongs to one run.
 */
final class PendingDeletions {

    private final HubStore store;
    private final String source;
    private final boolean holding;
    private boolean someHeld;
    /** Identifiers of the deletions that the last page held, with the format of each. */
    private final Set<Held> ofPage = new HashSet<>();
    private boolean hasHeld;

    private record Held(String prefix, String identifier) {}

    PendingDeletions(HubStore store, String source) {
        this.store = store;
        this.source = source;
        this.holding = store.control().holding(source).isPresent();
        this.someHeld = holding || store.heldDeletions().count(source) > 0;
    }

    /**
     * Returns a page without the deletions that wait for a decision. They are noted before the page is saved, because a process that is
     * killed in between gets the page again.
     */
    Batch hold(Batch page) {
        ofPage.clear();
        if (!holding) {
            return page;
        }
        List<Batch.Part> parts = new ArrayList<>();
        for (Batch.Part part : page.parts()) {
            List<String> deleted = part.records().stream().filter(OaiRecord::deleted).map(OaiRecord::identifier).toList();
            Set<String> held = deleted.isEmpty()
                    ? Set.of()
                    : store.heldDeletions().hold(source, part.format().prefix(), page.run(), deleted);
            held.forEach(identifier -> ofPage.add(new Held(part.format().prefix().value(), identifier)));
            hasHeld |= !held.isEmpty();
            parts.add(part.only(record -> !isHeld(part, record)));
        }
        return page.withParts(parts);
    }

    private boolean isHeld(Batch.Part part, OaiRecord record) {
        return record.deleted() && ofPage.contains(new Held(part.format().prefix().value(), record.identifier()));
    }

    /** Notes that the run has held deletions for another reason than the operator's choice. A later page may have their records. */
    void others() {
        someHeld = true;
    }

    /**
     * Removes the records of a saved page from the pending deletions, without live ones of which the newest entry on the page is a deletion.
     *
     * @param received the page as it came
     * @param saved the page without the deletions that are held
     */
    void saw(Batch received, Batch saved) {
        if (!someHeld) {
            return;
        }
        Set<Held> reported = new HashSet<>();
        for (Batch.Part part : received.parts()) {
            RepeatedEntries.of(part).newest().records().stream().filter(OaiRecord::deleted)
                    .forEach(record -> reported.add(new Held(part.format().prefix().value(), record.identifier())));
        }
        for (Batch.Part part : saved.parts()) {
            List<String> come = part.records().stream()
                    .filter(record -> record.deleted()
                            || !reported.contains(new Held(part.format().prefix().value(), record.identifier())))
                    .map(OaiRecord::identifier).toList();
            if (!come.isEmpty()) {
                store.heldDeletions().saw(source, part.format().prefix(), come);
            }
        }
    }

    /** Returns the outcome with a note on the held deletions. Each counts once, however often the repository reported it. */
    HarvestOutcome told(HarvestOutcome ended, long run, RunRecorder recorder) {
        long count = hasHeld ? store.heldDeletions().count(source, run) : 0;
        if (count == 0) {
            return ended;
        }
        recorder.tellNote(count + " deletions that the repository reported are held, as the operator chose. To carry them out: "
                + "sheaf source approve " + source);
        return ended.because(count + " deletions are held for sheaf source approve " + source);
    }
}
