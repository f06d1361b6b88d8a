package dev.sheaf.platform.sync;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.platform.sync.SecondWitness.Statements;
import dev.sheaf.store.HubStore;

/**
 * Deletions that the list of a set reports, where the source has more than this set. A record that has left a set is deleted in its list and
 * may live in others, so such a deletion counts for the record only if GetRecord confirms it. Belongs to one run.
 */
final class SetDeletions {

    private final HubStore store;
    private final Source source;
    private final SecondWitness witness;
    private @Nullable SetSpec current;
    private int kept;

    SetDeletions(HubStore store, Source source, SecondWitness witness) {
        this.store = store;
        this.source = source;
        this.witness = witness;
    }

    /** Notes the list whose pages follow. */
    void on(HarvestEvent event) {
        if (event instanceof HarvestEvent.ListStarted started) {
            current = started.asked().set();
        }
    }

    /** Returns a page without the deletions of records that live outside of the set, or about which nothing is known. */
    Batch scoped(Batch page, RunRecorder recorder) {
        SetSpec set = current;
        if (set == null || !witness.canBeAsked() || source.sets().stream().allMatch(set::equals) && !source.sets().isEmpty()) {
            return page;
        }
        List<Batch.Part> parts = new ArrayList<>();
        for (Batch.Part part : page.parts()) {
            MetadataPrefix prefix = part.format().prefix();
            List<String> reported = part.records().stream().filter(OaiRecord::deleted).map(OaiRecord::identifier)
                    .filter(identifier -> livesElsewhere(prefix, identifier, set)).distinct().toList();
            Set<String> live = reported.isEmpty() ? Set.of() : live(prefix, reported, page.run(), recorder);
            parts.add(live.isEmpty() ? part : part.only(record -> !record.deleted() || !live.contains(record.identifier())));
        }
        return page.withParts(parts);
    }

    /** Returns whether a record is stored as live, and does not say that it is in this set alone. */
    private boolean livesElsewhere(MetadataPrefix prefix, String identifier, SetSpec set) {
        OaiRecord stored = store.get(source.id(), prefix, identifier).map(StoredRecord::record).orElse(null);
        if (stored == null || stored.deleted()) {
            return false;
        }
        List<SetSpec> sets = stored.header().sets();
        return sets.isEmpty() || !sets.stream().allMatch(of -> of.equals(set) || set.contains(of) || of.contains(set));
    }

    private Set<String> live(MetadataPrefix prefix, List<String> reported, long run, RunRecorder recorder) {
        Statements statements = witness.fetch(prefix, reported, Integer.MAX_VALUE, run, recorder);
        Set<String> live = new HashSet<>(statements.live());
        live.addAll(statements.unanswered());
        if (!statements.unanswered().isEmpty()) {
            kept += statements.unanswered().size();
            recorder.note(
                    statements.unanswered().size() + " records in " + prefix + " that the list of a set reports as deleted stay ("
                            + SecondWitness.some(statements.unanswered())
                            + "): they may live in other sets, and GetRecord does not tell: "
                            + statements.reason());
        }
        return live;
    }

    /** Returns the number of deletions that were not carried out because nobody confirmed them. */
    int kept() {
        return kept;
    }
}
