package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
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
 * Deletions that a list reports, and that other evidence contradicts. Such a deletion counts only if GetRecord confirms it:
 *
 * <ul>
 *   <li>The list of a set reports it, and the source has more than this set. A record that has left a set is deleted in its list and may live
 *       in others.
 *   <li>The live version here is newer than the deletion: the list may come from a copy of the repository that is behind.
 * </ul>
 *
 * <p>Of several headers of one record on a page, only the newest counts. Belongs to one run.
 */
final class ReportedDeletions {

    private final HubStore store;
    private final Source source;
    private final SecondWitness witness;
    private @Nullable SetSpec current;
    private int kept;

    /** Reasons why a deletion needs a second witness. */
    private enum Objection {
        /** The record may live in other sets. */
        OTHER_SETS,
        /** The version here is newer. */
        OLDER,
        /** The version here has the same datestamp: a record may be deleted on the day of its last change. */
        SAME_TIME
    }

    ReportedDeletions(HubStore store, Source source, SecondWitness witness) {
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

    /** Returns a page without the deletions of records that live, or about which nothing is known. */
    Batch confirmed(Batch page, RunRecorder recorder) {
        if (!witness.canBeAsked()
                || page.parts().stream().allMatch(part -> part.records().stream().noneMatch(OaiRecord::deleted))) {
            return page;
        }
        List<Batch.Part> parts = new ArrayList<>();
        for (Batch.Part part : page.parts()) {
            Batch.Part newest = newest(part);
            MetadataPrefix prefix = part.format().prefix();
            Map<String, Objection> objections = new LinkedHashMap<>();
            for (OaiRecord record : newest.records()) {
                Objection objection = record.deleted() ? objection(prefix, record) : null;
                if (objection != null) {
                    objections.put(record.identifier(), objection);
                }
            }
            Set<String> live = objections.isEmpty() ? Set.of() : live(prefix, objections, page.run(), recorder);
            parts.add(live.isEmpty() ? newest : newest.only(record -> !record.deleted() || !live.contains(record.identifier())));
        }
        return page.withParts(parts);
    }

    /** Returns the part without headers of a record of which the page has a newer one of another state. */
    private static Batch.Part newest(Batch.Part part) {
        Map<String, OaiRecord> newest = new HashMap<>();
        Set<OaiRecord> older = new HashSet<>();
        for (OaiRecord record : part.records()) {
            OaiRecord other = newest.get(record.identifier());
            if (other == null || other.deleted() == record.deleted() || !isBefore(record, other)) {
                newest.put(record.identifier(), record);
                if (other != null && other.deleted() != record.deleted() && isBefore(other, record)) {
                    older.add(other);
                }
            } else {
                older.add(record);
            }
        }
        return older.isEmpty() ? part : part.only(record -> !older.contains(record));
    }

    private static boolean isBefore(OaiRecord record, OaiRecord other) {
        Instant stamp = record.header().datestamp().instant().orElse(null);
        Instant otherStamp = other.header().datestamp().instant().orElse(null);
        return stamp != null && otherStamp != null && stamp.isBefore(otherStamp);
    }

    private @Nullable Objection objection(MetadataPrefix prefix, OaiRecord deletion) {
        StoredRecord stored = store.get(source.id(), prefix, deletion.identifier()).orElse(null);
        if (stored == null || stored.derived() || stored.record().deleted()) {
            return null;
        }
        if (livesElsewhere(stored.record())) {
            return Objection.OTHER_SETS;
        }
        Datestamp origin = stored.originDatestamp();
        Instant here = origin == null ? null : origin.instant().orElse(null);
        Instant there = deletion.header().datestamp().instant().orElse(null);
        return here == null || there == null || there.isAfter(here)
                ? null
                : there.isBefore(here) ? Objection.OLDER : Objection.SAME_TIME;
    }

    /** Returns whether the list of a set is read, and the record does not say that it is in this set alone. */
    private boolean livesElsewhere(OaiRecord stored) {
        SetSpec set = current;
        if (set == null || source.sets().stream().allMatch(set::equals) && !source.sets().isEmpty()) {
            return false;
        }
        if (source.sets().isEmpty()) {
            // All of the repository is here, and the record may have moved since. The whole list has the deletion, too, if it is one.
            return true;
        }
        List<SetSpec> sets = stored.header().sets();
        return sets.isEmpty() || !sets.stream().allMatch(of -> of.equals(set) || set.contains(of) || of.contains(set));
    }

    private Set<String> live(MetadataPrefix prefix, Map<String, Objection> objections, long run, RunRecorder recorder) {
        Statements statements = witness.fetch(prefix, List.copyOf(objections.keySet()), Integer.MAX_VALUE, run, recorder);
        List<String> untold = statements.unanswered().stream()
                .filter(identifier -> objections.get(identifier) != Objection.SAME_TIME).toList();
        Set<String> live = new HashSet<>(statements.live());
        live.addAll(untold);
        if (!statements.live().isEmpty()) {
            recorder.tellNote(
                    "a list reports records in " + prefix + " as deleted, and GetRecord still delivers them: they stay ("
                            + SecondWitness.some(statements.live()) + ")");
        }
        if (!untold.isEmpty()) {
            kept += untold.size();
            // No increment names them again, so a person decides.
            store.heldDeletions().hold(source.id(), prefix, run,
                    untold.stream().filter(identifier -> objections.get(identifier) == Objection.OLDER).toList());
            recorder.note(untold.size() + " records in " + prefix + " that a list reports as deleted stay for now ("
                    + SecondWitness.some(untold)
                    + "): they may live in other sets, or have changed since, and GetRecord does not tell: "
                    + statements.reason());
        }
        return live;
    }

    /** Returns the number of deletions that were not carried out because nobody confirmed them. */
    int kept() {
        return kept;
    }
}
