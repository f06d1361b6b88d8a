package dev.sheaf.platform.sync;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ListEvidence.Witness;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.platform.sync.SecondWitness.Statements;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.CensusReport;
import dev.sheaf.store.runs.CensusReport.How;
import dev.sheaf.store.sources.SourceCare;

/**
 * Finds records that a repository has withdrawn without reporting it: live records that are missing from a list of the whole source.
 * Belongs to one run; called by one thread at a time.
 *
 * <p>A list counts only if all of it came in this run and was proven complete. If this run delivered only an increment and the last census
 * is long ago, the identifiers are listed. Every format is judged separately, so that an item that loses one keeps the others. A list that
 * lacks a record is only one witness: the {@link SecondWitness} has to confirm it. When more records vanish than usual, nothing is withdrawn
 * before an operator approves it, because the cause may be the repository, a filter, or this program. {@link ListVerdict} contains the rules.
 * If a repository states that it reports all deletions, nothing is withdrawn, but a run whose whole list lacks a live record is not complete.
 */
final class VanishedRecords implements ProgressListener, AutoCloseable {

    private static final String SINGLE = "verb=" + Verb.GET_RECORD.text();

    private final HubStore store;
    private final Harvester harvester;
    private final Source source;
    private final HarvestOptions options;
    private final boolean asked;
    private final InstantSource clock;
    private final SourceCare care;
    private final boolean holding;
    private final SecondWitness witness;
    private final Instant begun;
    private boolean hadRecords;
    private final Map<Selection, Progress> lists = new LinkedHashMap<>();
    /** Lists whose identifiers have been compared in this run: ListIdentifiers lacks what they lack. */
    private final Set<Selection> named = new HashSet<>();
    /** Lists that have come to their ends. */
    private final Set<Selection> finished = new HashSet<>();
    private final Set<MetadataPrefix> unidentified = new HashSet<>();
    private @Nullable Census census;
    private @Nullable Boolean wanted;
    private @Nullable CensusPlan plan;

    /** Progress of a list: whether all of it was requested, and whether all of it has come. */
    private enum Progress {
        PIECE,
        WHOLE,
        PROVEN
    }

    /**
     * @param asked true if the operator requested a census in this run
     * @param witness is asked about records that a list lacks, or names unexpectedly
     */
    VanishedRecords(HubStore store, Harvester harvester, Source source, HarvestOptions options, boolean asked,
            InstantSource clock, SecondWitness witness) {
        this.store = store;
        this.harvester = harvester;
        this.source = source;
        this.options = options;
        this.asked = asked;
        this.clock = clock;
        this.witness = witness;
        this.begun = clock.instant();
        this.care = store.monitoring().of(source.id());
        this.holding = store.control().holding(source.id()).isPresent();
        this.hadRecords = store.status(source.id()).filter(status -> status.records() > 0).isPresent();
    }

    /**
     * Notes an event. Events about other things take no lock: they come from other threads, also while identifiers are listed under the
     * lock.
     */
    @Override
    public void on(HarvestEvent event) {
        switch (event) {
            case HarvestEvent.ListStarted started -> begun(started);
            case HarvestEvent.ListEnded ended -> ended(ended);
            case HarvestEvent.Requested requested -> requested(requested);
            case HarvestEvent.Asking _,HarvestEvent.Identified _,HarvestEvent.Answered _,HarvestEvent.RequestFailed _,HarvestEvent.PageSaved _,HarvestEvent.Waiting _,HarvestEvent.Note _,HarvestEvent.StrategyUsed _,HarvestEvent.RunEnded _ -> {
                // Not about lists.
            }
        }
    }

    private void requested(HarvestEvent.Requested requested) {
        String query = requested.address().getRawQuery();
        if (query != null && query.contains(SINGLE)) {
            witness.used();
        }
    }

    private synchronized void begun(HarvestEvent.ListStarted started) {
        Selection sent = started.sent();
        boolean whole = !started.resumed() && sent.from() == null && sent.until() == null;
        if (lists.put(started.asked(), whole ? Progress.WHOLE : Progress.PIECE) != null && whole) {
            // A dump was saved and then doubted: its records may not be those of the list.
            hadRecords = true;
        }
    }

    private synchronized void ended(HarvestEvent.ListEnded ended) {
        if (ended.missing() == null) {
            finished.add(ended.asked());
        }
        // A list that is shorter than announced may be accepted, but does not prove that its missing records are gone.
        if (ended.missing() == null && !ended.isShort()) {
            lists.computeIfPresent(ended.asked(), (_, known) -> known == Progress.WHOLE ? Progress.PROVEN : known);
        }
        // ListIdentifiers names them and GetRecord denies them: nobody may delete records about which the repository contradicts itself.
        saw(ended.asked().prefix(), ended.evidence().denied());
        if (ended.evidence().witness() == Witness.IDENTIFIERS) {
            named.add(ended.asked());
        }
    }

    /** Marks the records of a batch as present. */
    synchronized void saved(Batch batch) {
        if (!hadRecords || !wanted() && !lists.containsValue(Progress.WHOLE)) {
            return;
        }
        Set<MetadataPrefix> prefixes = new LinkedHashSet<>();
        for (Batch.Part part : batch.parts()) {
            if (!part.derived()) {
                prefixes.add(part.format().prefix());
                saw(part.format().prefix(),
                        part.records().stream().filter(record -> !record.deleted()).map(OaiRecord::identifier).toList());
            }
        }
        Checkpoint checkpoint = batch.checkpoint();
        if (checkpoint != null) {
            prefixes.add(checkpoint.asked().prefix());
        }
        // A rejected record is still listed; one without an identifier may be any record.
        List<String> named = new ArrayList<>();
        for (Quarantined refused : batch.quarantined()) {
            if (refused.identifier() == null) {
                unidentified.addAll(prefixes);
            } else {
                named.add(refused.identifier());
            }
        }
        prefixes.forEach(prefix -> saw(prefix, named));
    }

    /** Marks records as present whose reported deletions are held. */
    synchronized void held(MetadataPrefix prefix, Collection<String> identifiers) {
        if (hadRecords && (wanted() || lists.containsValue(Progress.WHOLE))) {
            saw(prefix, identifiers);
        }
    }

    private void saw(MetadataPrefix prefix, Collection<String> identifiers) {
        if (!identifiers.isEmpty()) {
            census().saw(prefix, identifiers);
        }
    }

    private Census census() {
        Census open = census;
        if (open == null) {
            open = store.census(source.id());
            census = open;
        }
        return open;
    }

    /** Returns true if the source does not report all deletions, or if a census is due or was requested. */
    private boolean wanted() {
        Boolean known = wanted;
        if (known == null) {
            // Deleted headers do not tell of records that have left a harvested set.
            known = asked || !plan().isNever()
                    && (CensusPlan.policy(store, source.id()) != DeletedRecordPolicy.PERSISTENT || !source.sets().isEmpty()
                            || plan().isDue(clock.instant()));
            wanted = known;
        }
        return known;
    }

    /** Returns the plan, which is read after the run has stored what the repository states. */
    private CensusPlan plan() {
        CensusPlan known = plan;
        if (known == null) {
            known = CensusPlan.of(store, source.id());
            plan = known;
        }
        return known;
    }

    /**
     * Ends a run: withdraws vanished records, or keeps them for approval.
     *
     * @param outcome outcome of the lists
     * @return the outcome with the findings
     */
    synchronized HarvestOutcome lookFor(long run, HarvestOutcome outcome, RunRecorder recorder) {
        if (options.cancelled().getAsBoolean() || outcome.verdict() == Verdict.FAILED) {
            return outcome;
        }
        Set<MetadataPrefix> prefixes = new LinkedHashSet<>();
        lists.keySet().forEach(list -> prefixes.add(list.prefix()));
        if (!wanted()) {
            return doubted(outcome, prefixes);
        }
        HarvestOutcome whole = outcome;
        for (MetadataPrefix prefix : prefixes) {
            How how = How.LIST;
            String missing = null;
            MissedRecords missed = new MissedRecords(source.id(), prefix, begun);
            if (!proven(prefix)) {
                if (!hadRecords || !source.kind().isHarvested()
                        || !asked && !((outcome.isComplete() || haveEnded(prefix)) && isDue(prefix))) {
                    continue;
                }
                how = How.IDENTIFIERS;
                recorder.doing("listing identifiers in " + prefix + ", to find records that have vanished");
                missing = list(prefix, missed, recorder);
            }
            if (missing == null) {
                whole = missed.fetch(judge(run, prefix, how, whole, recorder), witness, run, recorder);
            } else if (asked) {
                whole = whole.partial("no census of " + prefix + ": " + missing);
            } else {
                recorder.tellNote("records in " + prefix + " that have vanished are looked for another time: " + missing);
                whole = whole.because("no census of " + prefix + " this time: " + missing);
            }
        }
        return whole;
    }

    /**
     * Returns the outcome for a source that reports its deletions, where nothing is withdrawn. A list that lacks a live record contradicts
     * that statement: either the list or the statement is wrong, so the run is not complete.
     */
    private HarvestOutcome doubted(HarvestOutcome outcome, Set<MetadataPrefix> prefixes) {
        HarvestOutcome doubted = outcome;
        for (MetadataPrefix prefix : prefixes) {
            Census.Tally tally = hadRecords && proven(prefix) ? census().tally(prefix) : new Census.Tally(0, 0);
            if (tally.missing() > 0) {
                doubted = doubted.partial(ListVerdict.loss(tally.live(), tally.missing()) + " (" + prefix
                        + "), and the repository, which says that it reports its deletions, has not reported"
                        + " them, so they stay. To delete them, if necessary after approval: sheaf harvest "
                        + source.id() + " --census");
            }
        }
        return doubted;
    }

    /** Returns false for an empty list, which proves nothing: a broken filter or an empty index looks like it. */
    private boolean mayVanish(Census.Tally tally) {
        return tally.missing() == 0 || tally.seen() > 0 && care.mayVanish(tally.missing(), tally.live());
    }

    /** Returns true if this run delivered everything that the source has in a format. */
    private boolean proven(MetadataPrefix prefix) {
        return !unidentified.contains(prefix)
                && whole(prefix).stream().allMatch(list -> lists.get(list) == Progress.PROVEN);
    }

    /** Returns true if the lists have come to their ends, although single records that they name may be missing. */
    private boolean haveEnded(MetadataPrefix prefix) {
        return finished.containsAll(whole(prefix));
    }

    /** Returns the lists that together contain all of the source in a format. */
    private List<Selection> whole(MetadataPrefix prefix) {
        return source.sets().isEmpty()
                ? List.of(Selection.all(prefix))
                : source.sets().stream().distinct().map(set -> new Selection(prefix, null, null, set)).toList();
    }

    private boolean isDue(MetadataPrefix prefix) {
        return plan().isDue(prefix, clock.instant());
    }

    /**
     * @return why not all identifiers have come; null if they have
     */
    private @Nullable String list(MetadataPrefix prefix, MissedRecords missed, RunRecorder recorder) {
        ServerProfile profile = store.profile(source.id());
        Long known = store.status(source.id()).map(status -> status.records() + status.deleted()).orElse(null);
        for (Selection list : whole(prefix)) {
            Instant reached = MissedRecords.reached(store.checkpoint(source.id(), list).orElse(null), profile);
            HarvestOutcome listed = harvester.identifiers(source, list, options, profile, known, headers -> {
                List<Header> live = headers.stream().filter(header -> !header.deleted()).toList();
                saw(prefix, live.stream().map(Header::identifier).toList());
                missed.look(census(), live, reached);
            }, recorder.waitsOnly());
            if (!listed.isComplete()) {
                return listed.reason();
            }
        }
        return null;
    }

    private HarvestOutcome judge(long run, MetadataPrefix prefix, How how, HarvestOutcome outcome, RunRecorder recorder) {
        Instant now = clock.instant();
        if (!hadRecords) {
            store.heldDeletions().note(source.id(), new CensusReport(prefix, run, now, how, 0, 0, false));
            return outcome;
        }
        Census.Tally tally = census().tally(prefix);
        Statements statements = tally.missing() > 0 && witness.canBeAsked()
                ? witness.about(census(), prefix, tally.missing(), run, recorder)
                : null;
        HarvestOutcome judged = outcome;
        if (statements != null) {
            recorder.count(statements.counts());
            judged = judged.plus(statements.counts());
            if (!statements.live().isEmpty()) {
                return faultyList(run, prefix, how, tally, statements, judged, recorder);
            }
        }
        // Records about which the repository says nothing are for people to decide on, and so are those beyond the sample.
        // If both kinds of lists lack a record, they are two witnesses, and a sample shows that GetRecord agrees.
        boolean isAskedAll = statements == null
                || statements.gone().size() + statements.unanswered().size() == tally.missing()
                || how == How.LIST && named.containsAll(whole(prefix)) && statements.unanswered().isEmpty();
        List<String> unanswered = statements == null ? List.of() : List.copyOf(statements.unanswered());
        boolean may = tally.missing() == 0 || !holding && mayVanish(tally) && isAskedAll && unanswered.size() < tally.missing();
        Counts counts = Counts.ZERO;
        long held = 0;
        if (may) {
            census().saw(prefix, unanswered);
            counts = census().deleteMissing(prefix, run, now, options.cancelled());
            held = unanswered.isEmpty() ? 0 : store.heldDeletions().hold(source.id(), prefix, run, unanswered).size();
        } else {
            held = census().hold(prefix, run, options.cancelled());
        }
        if (held > 0) {
            recorder.tellNote(held + " of " + tally.live() + " records in " + prefix
                    + " are no longer listed by the source. " + whyHeld(tally, isAskedAll, statements)
                    + ", so " + (may ? "they were not" : "nothing was")
                    + " deleted. To review and delete them: sheaf source approve "
                    + source.id());
            judged = judged.because(held + " deletions in " + prefix + " are held for sheaf source approve " + source.id());
        }
        if (options.cancelled().getAsBoolean()) {
            recorder.count(counts);
            return judged
                    .partial("cancelled while records in " + prefix + " that have vanished were " + (may ? "withdrawn" : "held")
                            + "; the others stay until a harvest misses them again")
                    .plus(counts);
        }
        store.heldDeletions().note(source.id(),
                new CensusReport(prefix, run, now, how, tally.seen(), tally.missing(), held > 0));
        recorder.count(counts);
        return judged.plus(counts);
    }

    private String whyHeld(Census.Tally tally, boolean isAskedAll, @Nullable Statements statements) {
        if (holding) {
            return "An operator holds deletions";
        }
        if (!mayVanish(tally)) {
            return "That is above the limit of " + care.vanishingLimit();
        }
        return statements == null || statements.unanswered().isEmpty() && isAskedAll
                ? "They are to be reviewed"
                : statements.unanswered().isEmpty()
                        ? "GetRecord denies the " + statements.gone().size()
                                + " of them that were requested; the others are more than a run may request"
                        : "GetRecord does not confirm that they are gone (" + statements.reason() + ")";
    }

    /** Returns the outcome for a list that lacks records which the repository still delivers: nothing is deleted on its word. */
    private HarvestOutcome faultyList(long run, MetadataPrefix prefix, How how, Census.Tally tally, Statements statements,
            HarvestOutcome outcome, RunRecorder recorder) {
        int live = statements.live().size();
        int asked = live + statements.gone().size() + statements.unanswered().size();
        String message = "the list of " + (how == How.LIST ? "records" : "identifiers") + " in " + prefix + " lacks "
                + tally.missing() + " of the " + tally.live() + " records that were there before, and GetRecord still delivers "
                + (asked == live ? live == 1 ? "it" : "all " + live + " that were requested" : live + " of " + asked)
                + " (" + SecondWitness.some(statements.live()) + "): the list is faulty, so nothing was deleted";
        recorder.tellNote(message);
        // The faulty list does not protect records that GetRecord denies, while it delivers others.
        int held = statements.gone().isEmpty()
                ? 0
                : store.heldDeletions().hold(source.id(), prefix, run, statements.gone()).size();
        store.heldDeletions().note(source.id(),
                new CensusReport(prefix, run, clock.instant(), how, tally.live(), held, held > 0));
        return outcome.partial(held == 0
                ? message
                : message + "; " + held + (held == 1 ? " that it denies is" : " that it denies are")
                        + " held for sheaf source approve " + source.id());
    }

    @Override
    public synchronized void close() {
        Census open = census;
        if (open != null) {
            open.close();
        }
    }
}
