package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
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
 *   <li>The live version here is newer, or as new: the list may come from a copy of the repository that is behind.
 *   <li>The page has the record as live and as deleted.
 *   <li>The repository says that it reports no deletions, and GetRecord gives no usable answer: they may be mistakes.
 *   <li>GetRecord has contradicted a deletion in this run. To find out, it is asked about some of the others: the first on each page, and
 *       more the more there are.
 * </ul>
 *
 * <p>What nobody confirms stays. It is held for approval, unless the lists are known to be wrong. Of several headers of one record on a page,
 * only the newest counts. Belongs to one run.
 */
final class ReportedDeletions {

    /** Largest number of deletions in a run about which GetRecord is asked without a reason. */
    private static final int MOST_SAMPLES = 30;

    private final HubStore store;
    private final Source source;
    private final SecondWitness witness;
    private @Nullable SetSpec current;
    private int kept;
    private int samplesLeft = MOST_SAMPLES;
    private boolean isContradicted;
    /** True if the repository says that it reports no deletions, and GetRecord does not tell which of those that it reports are real. */
    private boolean isUndeclared;

    /** Reasons why a deletion needs a second witness. */
    private enum Objection {
        /** The record may live in other sets. */
        OTHER_SETS,
        /** The version here is newer. */
        OLDER,
        /** The version here has the same datestamp. */
        SAME_TIME,
        /** The page has the record as live, too, with the same datestamp or without a readable one. */
        BOTH_AT_ONCE,
        /** The page has the record as live, too, with an earlier datestamp. */
        BOTH,
        /** Another deletion of the run was contradicted. */
        CONTRADICTED,
        /** None: it is asked about to see whether the list can be believed. */
        SAMPLE
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
            Map<String, Objection> doubtful = new HashMap<>();
            Batch.Part newest = newest(part, doubtful);
            Set<String> staying = staying(newest, doubtful, page.run(), recorder);
            parts.add(staying.isEmpty()
                    ? newest
                    : newest.only(record -> !record.deleted() || !staying.contains(record.identifier())));
        }
        return page.withParts(parts);
    }

    /** Returns the records that stay although the part says that they are deleted. */
    private Set<String> staying(Batch.Part part, Map<String, Objection> doubtful, long run, RunRecorder recorder) {
        MetadataPrefix prefix = part.format().prefix();
        Map<String, Objection> objections = new LinkedHashMap<>();
        List<String> others = new ArrayList<>();
        Set<String> unknown = new HashSet<>();
        Batch.Part deletions = part.only(OaiRecord::deleted);
        // A record that is deleted here already is not read: repositories list their deletions in every full harvest.
        Set<Integer> news = Set.copyOf(store.differing(source.id(), deletions));
        for (int i = 0; i < deletions.records().size(); i++) {
            OaiRecord record = deletions.records().get(i);
            if (!news.contains(i) && !doubtful.containsKey(record.identifier())) {
                continue;
            }
            Optional<StoredRecord> stored = store.get(source.id(), prefix, record.identifier());
            if (stored.isEmpty()) {
                unknown.add(record.identifier());
            }
            StoredRecord live = stored.filter(one -> !one.derived() && !one.record().deleted()).orElse(null);
            Objection onPage = doubtful.get(record.identifier());
            Objection objection = onPage == null && live != null ? objection(live, record) : onPage;
            if (objection != null) {
                objections.put(record.identifier(), objection);
            } else if (live != null) {
                others.add(record.identifier());
            }
        }
        sample(others).forEach(identifier -> objections.put(identifier, Objection.SAMPLE));
        boolean isAskedFirst = !isContradicted;
        Set<String> staying = new HashSet<>(staying(prefix, isAskedFirst ? objections : Map.of(), run, recorder));
        if (isContradicted) {
            Map<String, Objection> left = new LinkedHashMap<>(isAskedFirst ? Map.of() : objections);
            others.stream().filter(identifier -> !objections.containsKey(identifier))
                    .forEach(identifier -> left.put(identifier, Objection.CONTRADICTED));
            staying.addAll(staying(prefix, left, run, recorder));
            // A record that nobody has seen here may be a new one that lives.
            staying.addAll(unknown);
        } else if (isUndeclared) {
            List<String> left = others.stream().filter(identifier -> !staying.contains(identifier)).toList();
            store.heldDeletions().hold(source.id(), prefix, run, left);
            keep(prefix, left, "the repository says that it reports no deletions, and GetRecord does not tell", recorder);
            staying.addAll(left);
        }
        return staying;
    }

    /** Counts and tells deletions that are not carried out because nobody confirms them. */
    private void keep(MetadataPrefix prefix, List<String> identifiers, String because, RunRecorder recorder) {
        if (!identifiers.isEmpty()) {
            kept += identifiers.size();
            recorder.note(identifiers.size() + " records in " + prefix + " that a list reports as deleted stay for now ("
                    + SecondWitness.some(identifiers) + "): " + because);
        }
    }

    /** Returns some deletions of a page: the first, and others at growing distances. */
    private List<String> sample(List<String> others) {
        List<String> sample = new ArrayList<>();
        for (int next = 0; next < others.size() && samplesLeft > 0 && !isContradicted; next = next * 2 + 1) {
            sample.add(others.get(next));
            samplesLeft--;
        }
        return sample;
    }

    /**
     * Returns the part without headers of a record of which the page has a newer one of another state.
     *
     * @param doubtful receives the records that the part has both as live and as deleted
     */
    private static Batch.Part newest(Batch.Part part, Map<String, Objection> doubtful) {
        Map<String, OaiRecord> newest = new HashMap<>();
        Set<OaiRecord> older = new HashSet<>();
        for (OaiRecord record : part.records()) {
            OaiRecord other = newest.get(record.identifier());
            if (other != null && other.deleted() != record.deleted()) {
                doubtful.put(record.identifier(),
                        isBefore(record, other) || isBefore(other, record) ? Objection.BOTH : Objection.BOTH_AT_ONCE);
            }
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

    private @Nullable Objection objection(StoredRecord stored, OaiRecord deletion) {
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

    private Set<String> staying(MetadataPrefix prefix, Map<String, Objection> objections, long run, RunRecorder recorder) {
        if (objections.isEmpty()) {
            return Set.of();
        }
        Statements statements = witness.fetch(prefix, List.copyOf(objections.keySet()), Integer.MAX_VALUE, run, recorder);
        isContradicted |= statements.live().stream()
                .anyMatch(identifier -> switch (objections.getOrDefault(identifier, Objection.SAMPLE)) {
                    // A record that has left a set, or that the list itself has as live, is no contradiction.
                    case OTHER_SETS, BOTH, BOTH_AT_ONCE -> false;
                    case OLDER, SAME_TIME, CONTRADICTED, SAMPLE -> true;
                });
        if (statements.live().isEmpty() && statements.gone().isEmpty()) {
            samplesLeft = 0;
            isUndeclared |= CensusPlan.policy(store, source.id()) == DeletedRecordPolicy.NO;
        }
        // The list is believed where nothing speaks against it.
        List<String> untold = statements.unanswered().stream()
                .filter(identifier -> isContradicted || objections.get(identifier) != Objection.SAMPLE
                        && objections.get(identifier) != Objection.BOTH)
                .toList();
        Set<String> staying = new HashSet<>(statements.live());
        staying.addAll(untold);
        if (!statements.live().isEmpty()) {
            recorder.tellNote(
                    "a list reports records in " + prefix + " as deleted, and GetRecord still delivers them: they stay ("
                            + SecondWitness.some(statements.live()) + ")");
        }
        if (!untold.isEmpty()) {
            // No increment names them again, so a person decides. A list that is known to be wrong is nothing to decide on.
            if (!isContradicted) {
                store.heldDeletions().hold(source.id(), prefix, run,
                        untold.stream().filter(identifier -> objections.get(identifier) != Objection.OTHER_SETS).toList());
            }
            keep(prefix, untold, (isContradicted
                    ? "GetRecord delivers others that it reports as deleted"
                    : "they may live in other sets, or have changed since")
                    + ", and GetRecord does not tell: " + statements.reason(), recorder);
        }
        return staying;
    }

    /** Returns true if GetRecord delivers records that lists report as deleted, so that the lists are wrong. */
    boolean isContradicted() {
        return isContradicted;
    }

    /** Returns the number of deletions that were not carried out because nobody confirmed them. */
    int kept() {
        return kept;
    }
}
