package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.SingleRecords;
import dev.sheaf.platform.sync.SecondWitness.Statements;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.SavedPage;

/**
 * Deletions that a list reports, and that other evidence contradicts. Such a deletion counts only if GetRecord confirms it:
 *
 * <ul>
 *   <li>The list of a set reports it, and the source has more than this set. A record that has left a set is deleted in its list and may live
 *       in others.
 *   <li>The live version here is newer, or as new: the list may come from a copy of the repository that is behind.
 *   <li>The page has the record as live and as deleted.
 *   <li>The repository says that it reports no deletions, and GetRecord gives no usable answer: they may be mistakes.
 *   <li>An earlier run has held it, and nobody has decided.
 *   <li>GetRecord has contradicted a deletion in this run. To find out, it is asked about some of the others: the first on each page, and
 *       more the more there are.
 * </ul>
 *
 * <p>What nobody confirms stays. It is held for approval, unless the lists are known to be wrong. A deletion that was carried out, and that
 * ListIdentifiers contradicts at the end of the list, is taken back. Of several entries of one record on a page, only the newest counts.
 * Belongs to one run.
 */
final class ReportedDeletions {

    /** Largest number of deletions in a run about which GetRecord is asked without a reason. */
    private static final int MOST_SAMPLES = 30;
    /** Number of records by which it is tested whether errors of GetRecord count, if no list of the run has a live record. */
    private static final int CONTROLS = 3;
    /** Number of stored records among which these are found. */
    private static final int LOOKED_AT = 50;
    /** Number of records that are read at a time. */
    private static final int PORTION = 500;

    private final HubStore store;
    private final Source source;
    private final SecondWitness witness;
    private final Predicate<StoredRecord> isOfThisRun;
    private final BiConsumer<MetadataPrefix, Collection<String>> held;
    private @Nullable SetSpec current;
    /** True if deletions of earlier runs wait for approval. */
    private final boolean areSomeHeld;
    /** Deletions of this run that the ends of the lists contradict. */
    private final Map<MetadataPrefix, Set<String>> doubtful = new LinkedHashMap<>();
    /** A live record of the lists of this run in each format. */
    private final Map<MetadataPrefix, String> controls = new HashMap<>();
    private final Map<MetadataPrefix, Boolean> witnesses = new HashMap<>();
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
        /** The page, or an earlier one of the run, has the record as live, too, and this deletion is not newer. */
        BOTH_AT_ONCE,
        /** The page has the record as live, too, with an earlier datestamp. */
        BOTH,
        /** An earlier run has held it. */
        HELD,
        /** Another deletion of the run was contradicted. */
        CONTRADICTED,
        /** None: it is asked about to see whether the list can be believed. */
        SAMPLE
    }

    /**
     * @param isOfThisRun true for a version that has come with this run
     * @param held receives the records whose reported deletions are held, by format
     */
    ReportedDeletions(HubStore store, Source source, SecondWitness witness, Predicate<StoredRecord> isOfThisRun,
            BiConsumer<MetadataPrefix, Collection<String>> held) {
        this.held = held;
        this.isOfThisRun = isOfThisRun;
        this.store = store;
        this.source = source;
        this.witness = witness;
        this.areSomeHeld = store.heldDeletions().count(source.id()) > 0;
    }

    /** Notes the list whose pages follow, and what its end shows. */
    void on(HarvestEvent event) {
        if (event instanceof HarvestEvent.ListStarted started) {
            current = started.asked().set();
        } else if (event instanceof HarvestEvent.ListEnded ended && !ended.evidence().doubtfulDeletions().isEmpty()) {
            doubtful.computeIfAbsent(ended.asked().prefix(), _ -> new LinkedHashSet<>())
                    .addAll(ended.evidence().doubtfulDeletions());
        }
    }

    /**
     * Takes back deletions of this run that ListIdentifiers contradicts, and about which GetRecord says nothing: they are held for approval.
     *
     * @param save saves records, whatever is stored of them
     * @return counts of the records that live again
     */
    Counts takeBack(long run, @Nullable Datestamp time, Function<Batch, SavedPage> save, RunRecorder recorder) {
        Counts counts = Counts.ZERO;
        for (Map.Entry<MetadataPrefix, Set<String>> entry : doubtful.entrySet()) {
            MetadataPrefix prefix = entry.getKey();
            List<String> all = List.copyOf(entry.getValue());
            List<String> back = new ArrayList<>();
            for (int from = 0; from < all.size(); from += PORTION) {
                List<OaiRecord> records = store.rollback().withdrawn(source.id(), run, prefix,
                        all.subList(from, Math.min(all.size(), from + PORTION)));
                if (!records.isEmpty()) {
                    Batch.Part part = new Batch.Part(witness.format(prefix), records, false);
                    counts = counts.plus(save.apply(new Batch(source.id(), run, List.of(part), List.of(), time, null)).counts());
                    List<String> identifiers = records.stream().map(OaiRecord::identifier).toList();
                    hold(prefix, run, identifiers);
                    back.addAll(identifiers);
                }
            }
            keep(prefix, back, "ListIdentifiers names them as live, and GetRecord does not tell", recorder);
        }
        doubtful.clear();
        return counts;
    }

    /** Returns a page without the deletions of records that live, or about which nothing is known, and without older entries of a record. */
    Batch confirmed(Batch page, RunRecorder recorder) {
        if (!witness.canBeAsked()) {
            return page;
        }
        List<Batch.Part> parts = new ArrayList<>();
        for (Batch.Part part : page.parts()) {
            RepeatedEntries entries = RepeatedEntries.of(part);
            Batch.Part newest = entries.newest();
            newest.records().stream().filter(record -> !record.deleted()).findFirst()
                    .ifPresent(record -> controls.putIfAbsent(part.format().prefix(), record.identifier()));
            if (newest.records().stream().noneMatch(OaiRecord::deleted)) {
                parts.add(newest);
                continue;
            }
            Map<String, Objection> doubtful = new HashMap<>();
            entries.bothStates().forEach((identifier, datestamps) -> doubtful.put(identifier, switch (datestamps) {
                case DIFFERENT -> Objection.BOTH;
                case SAME -> Objection.BOTH_AT_ONCE;
            }));
            Set<String> stay = staying(newest, doubtful, page.run(), recorder);
            parts.add(stay.isEmpty()
                    ? newest
                    : newest.with(newest.format(), record -> !record.deleted() || !stay.contains(record.identifier())
                            ? record
                            : entries.live().get(record.identifier())));
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
        Set<String> pending = areSomeHeld
                ? store.heldDeletions().pending(source.id(), prefix,
                        deletions.records().stream().map(OaiRecord::identifier).toList())
                : Set.of();
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
            if (objection == null && live != null && pending.contains(record.identifier())) {
                objection = Objection.HELD;
            }
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
            hold(prefix, run, left);
            keep(prefix, left, "the repository says that it reports no deletions, and GetRecord does not tell", recorder);
            staying.addAll(left);
        }
        return staying;
    }

    /** Holds deletions for approval. A list that reports them is no evidence that the records have vanished without a word. */
    private void hold(MetadataPrefix prefix, long run, List<String> identifiers) {
        store.heldDeletions().hold(source.id(), prefix, run, identifiers);
        held.accept(prefix, identifiers);
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

    private @Nullable Objection objection(StoredRecord stored, OaiRecord deletion) {
        if (livesElsewhere(stored.record())) {
            return Objection.OTHER_SETS;
        }
        boolean isSeen = isOfThisRun.test(stored);
        Datestamp origin = stored.originDatestamp();
        Instant here = origin == null ? null : origin.instant().orElse(null);
        Instant there = deletion.header().datestamp().instant().orElse(null);
        return here == null || there == null || there.isAfter(here)
                ? null
                : isSeen ? Objection.BOTH_AT_ONCE : there.isBefore(here) ? Objection.OLDER : Objection.SAME_TIME;
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
        if (!statements.denied().isEmpty() && !isWitness(prefix, run, recorder)) {
            statements.doubtDenials("GetRecord also denies records that the repository lists");
        }
        isContradicted |= statements.live().stream()
                .anyMatch(identifier -> switch (objections.getOrDefault(identifier, Objection.SAMPLE)) {
                    // A record that has left a set, or that the list itself has as live, is no contradiction.
                    case OTHER_SETS, BOTH, BOTH_AT_ONCE -> false;
                    case OLDER, SAME_TIME, HELD, CONTRADICTED, SAMPLE -> true;
                });
        if (statements.live().isEmpty() && statements.gone().isEmpty()) {
            samplesLeft = 0;
            isUndeclared |= CensusPlan.statedPolicy(store, source.id()).filter(DeletedRecordPolicy.NO::equals).isPresent();
        }
        // The list is believed where nothing speaks against it.
        List<String> untold = Stream.concat(
                statements.unanswered().stream()
                        .filter(identifier -> isContradicted || objections.get(identifier) != Objection.SAMPLE),
                statements.gone().stream().filter(identifier -> switch (objections.getOrDefault(identifier, Objection.SAMPLE)) {
                    // An error says less than a deleted header where the list itself has the record as live.
                    case BOTH, BOTH_AT_ONCE -> isDeniedOrOlder(prefix, identifier, statements);
                    case OLDER -> statements.deletedHeaders().containsKey(identifier)
                            && isDeniedOrOlder(prefix, identifier, statements);
                    case OTHER_SETS, SAME_TIME, HELD, CONTRADICTED, SAMPLE -> false;
                })).toList();
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
                hold(prefix, run,
                        untold.stream().filter(identifier -> objections.get(identifier) != Objection.OTHER_SETS).toList());
            }
            keep(prefix, untold, (isContradicted
                    ? "GetRecord delivers others that it reports as deleted"
                    : "they may live in other sets or on the same page, or have changed since")
                    + ", and GetRecord does not tell"
                    + (statements.reason().isEmpty() ? "" : ": " + statements.reason()), recorder);
        }
        return staying;
    }

    /** Returns true if GetRecord sends no deleted header, or one that is older than the version here: it may come from an old copy. */
    private boolean isDeniedOrOlder(MetadataPrefix prefix, String identifier, Statements statements) {
        Header deleted = statements.deletedHeaders().get(identifier);
        Instant stamp = deleted == null ? null : deleted.datestamp().lastSecond().orElse(null);
        return deleted == null || stamp != null && store.get(source.id(), prefix, identifier)
                .map(StoredRecord::originDatestamp).flatMap(Datestamp::instant).filter(stamp::isBefore).isPresent();
    }

    /** Returns true if GetRecord delivers a live record that the repository lists: only then do its errors count. */
    private boolean isWitness(MetadataPrefix prefix, long run, RunRecorder recorder) {
        return witnesses.computeIfAbsent(prefix, _ -> {
            List<String> listed = controls.containsKey(prefix) ? List.of(controls.get(prefix)) : stored(prefix);
            return listed.isEmpty() || listed.stream()
                    .anyMatch(one -> witness.ask(prefix, one, run, recorder) instanceof SingleRecords.Answer.Live);
        });
    }

    /** Returns some live records of the store. */
    private List<String> stored(MetadataPrefix prefix) {
        return store.repository(source.id(), "").map(repository -> repository
                .records(new RecordQuery(prefix, null, repository.settled(), null, null, LOOKED_AT, true)).read().stream()
                .filter(record -> !record.deleted()).map(OaiRecord::identifier).limit(CONTROLS).toList()).orElse(List.of());
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
