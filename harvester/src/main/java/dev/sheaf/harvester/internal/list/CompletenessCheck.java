package dev.sheaf.harvester.internal.list;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.ListEvidence;
import dev.sheaf.core.store.ListEvidence.Witness;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;

/**
 * The completeness check at the end of a list that may be incomplete: it requests all identifiers with ListIdentifiers, and then each
 * missing record with GetRecord. Identifiers from a list with gaps of its own prove nothing. A list shorter than announced stays incomplete
 * until the missing records have arrived. {@link ListVerdict} has the rules.
 */
final class CompletenessCheck {

    private enum State {
        OPEN,
        EXPLAINED,
        NAMED,
        HALVED,
        BY_SETS
    }

    /** Sets of a list that is much too short: each costs a request at least. */
    private static final int MOST_SETS = 100;
    /** Number of entries for each of which one may be a repeat where ListIdentifiers cannot be asked. */
    private static final int ENTRIES_A_REPEAT = 100;

    private final Lister lister;
    private final Server server;
    private final FallbackStrategy fallback;
    private Selection sent;
    private @Nullable Long before;
    private boolean isSinglyOnly;
    private final Plan plan;
    private final Seen seen;
    private final List<Gap> gapsOfNames = new ArrayList<>();
    private final RepeatedHeaders repeats;
    private final NamesOfSets namesOfSets;
    private @Nullable Long announced;
    private @Nullable Long sizeOfNames;
    private long entries;
    private boolean isSizeOfAnother;
    private boolean mayBeSize;
    private boolean isLosing;
    private boolean isNamed;
    private boolean isGivenUp;
    private boolean isBroken;
    private boolean haveNamesBrokenOff;
    private List<String> doubtfulDeletions = List.of();
    private boolean areNamesOfSetsWanted;
    private boolean hasBroughtMore;
    private boolean isFullOfOneDatestamp;
    /** Number of records when the sets were requested because of records hidden behind one datestamp; null if they were not. */
    private @Nullable Long beforeSets;
    private State state = State.OPEN;
    private boolean isProofWanted;
    private boolean areEarlierPagesStored;
    private boolean isNamedAgain;
    private int pages;
    /** True if a page is not one that the repository should have sent, so that an increment of one page needs a proof, too. */
    private boolean isSuspect;
    /** True if ListIdentifiers sent a page of nothing. */
    private boolean areNamesOfNothing;
    private PieceWalk.@Nullable Named names;
    private long entriesOfNames;
    private @Nullable String whyNoNames;
    private @Nullable Gap unanswered;

    /** @param before number of records of the list when it was last complete; null if irrelevant */
    CompletenessCheck(Lister lister, Server server, FallbackStrategy fallback, Selection sent, @Nullable Long before, Plan plan,
            Seen seen) {
        this.lister = lister;
        this.server = server;
        this.fallback = fallback;
        this.sent = sent;
        this.before = before;
        this.plan = plan;
        this.seen = seen;
        this.repeats = new RepeatedHeaders(server, sent);
        this.namesOfSets = new NamesOfSets(fallback);
    }

    /** Requests a proof at the end of the list. */
    void wantProof() {
        isProofWanted = true;
    }

    /** Notes that the store knows the records that earlier runs of the same list have received. */
    void storesEarlierPages() {
        areEarlierPagesStored = true;
    }

    /** Notes a page of records. */
    void cameOnPage(OaiReply page) {
        pages += page.records().isEmpty() ? 0 : 1;
        // A list without changes ends with noRecordsMatch, not with a page of nothing.
        boolean isOfNothing = page.response()
                .answer() instanceof OaiResponse.ListRecords(List<OaiRecord> listed, ResumptionToken _)
                && listed.isEmpty() && page.damaged().isEmpty() && page.errors().isEmpty();
        isSuspect |= isOfNothing || server.isOfAnother(page);
        areNamesOfNothing |= page.response()
                .answer() instanceof OaiResponse.ListIdentifiers(List<Header> named, ResumptionToken _)
                && named.isEmpty() && page.damaged().isEmpty() && page.errors().isEmpty();
    }

    /** Notes that ListIdentifiers of the list came to its end. */
    void named(PieceWalk.Named all, long entriesReceived) {
        names = all;
        doubts(all.doubtfulDeletions());
        entriesOfNames = entriesReceived;
    }

    /** Notes deletions that ListIdentifiers contradicts, although it may not come to its end. */
    void doubts(List<String> deletions) {
        doubtfulDeletions = deletions;
    }

    /** Notes that ListIdentifiers of the list failed. */
    void namesFailed(String reason) {
        whyNoNames = "ListIdentifiers: " + reason;
    }

    /** Notes that the repository gave a token after as many records as it announced, and did not answer it. */
    void unansweredToken(long size, ListFailure failure) {
        unanswered = new Gap(Gap.Sort.GAP, 0, "the repository announced " + size
                + " records and gave a token for more, which it does not answer: " + failure.message());
    }

    /** Notes that the same list is now requested with dates of the other granularity. */
    void resent(Selection words) {
        sent = words;
    }

    /**
     * Notes that the whole list is now requested instead of an increment.
     *
     * @param all the whole list
     * @param recordsBefore number of records of the list when it was last complete; null if irrelevant
     */
    void resent(Selection all, @Nullable Long recordsBefore) {
        sent = all;
        before = recordsBefore;
    }

    /** Notes that ListRecords does not work, so that ranges of the list are requested by ListIdentifiers too. */
    void onlySingly() {
        isSinglyOnly = true;
    }

    /** Returns the headers of the list that occurred more than once. */
    RepeatedHeaders repeats() {
        return repeats;
    }

    /**
     * Notes the announced size of the whole list.
     *
     * @param size announced size
     * @param entriesReceived number of entries of the walk in which it was announced
     */
    void announced(long size, long entriesReceived) {
        announced = size;
        entries = entriesReceived;
        hasBroughtMore |= !plan.isSplit() && seen.isExact() && seen.count() > size;
    }

    /**
     * Notes the size that ListIdentifiers states for the whole list. It can prove a list complete for which ListRecords states no size, but
     * never incomplete.
     */
    void announcedOfNames(long size) {
        sizeOfNames = size;
    }

    /** Notes that a walk broke off. */
    void brokeOff() {
        isBroken = true;
    }

    /**
     * Notes that ListIdentifiers of the whole list broke off, so that its sets are requested instead. Such identifiers prove nothing.
     *
     * @param names the range that broke off
     */
    void namesBrokeOff(Piece names) {
        haveNamesBrokenOff = true;
        // If ListIdentifiers brings no first page, it brings none for a set either.
        areNamesOfSetsWanted = names.page() > 0;
        // The sets are read from their beginning, because they also contain records that slipped between two pages of the whole list.
        plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.SHRUNK);
    }

    /**
     * Returns the ranges of the last attempt, if nothing else has brought the rest of the list; empty if there are none.
     *
     * @throws HarvestException if the sets cannot be requested at all
     */
    List<Piece> lastResort() throws HarvestException {
        Long stated = believesSizes() && !isSizeOfAnother ? announced : null;
        return lister == Lister.RECORDS
                ? namesOfSets.of(sent, stated, seen, areNamesOfSetsWanted && isDoubtful())
                : List.of();
    }

    /** Returns true for a range of the last attempt, which is not split if it does not end. */
    boolean isLastResort(Piece piece) {
        return namesOfSets.are(piece);
    }

    /** Returns whether the announced size was seen to be that of another list, such as the whole repository. */
    boolean hasSizeOfAnother() {
        return isSizeOfAnother;
    }

    /** Notes whether the last announced number can be the size of the list, because it is larger than a page. */
    void mayBeSize(boolean may) {
        mayBeSize = may;
    }

    /** Notes unavailable records that were named. They count as seen, and prove nothing. */
    void loses() {
        isLosing = true;
    }

    /** Notes a page full of one datestamp that may be the last only because the list was truncated. Date ranges cannot show what it hides. */
    void fullOfOneDatestamp() {
        isFullOfOneDatestamp = true;
    }

    /** Notes an abandoned range. Ranges of dates have been tried before. */
    void gaveUp() {
        isGivenUp = true;
    }

    /** Returns true for the range that requests all identifiers of the list, and then the missing records. */
    boolean is(Piece piece) {
        return piece.strategy() == (lister == Lister.RECORDS ? ListStrategy.SINGLY : ListStrategy.DATES)
                && piece.sent().equals(sent);
    }

    /** Notes that all identifiers of the list are requested, which is done only once. */
    void naming(Piece piece) {
        isNamed = isNamed || is(piece);
    }

    /** Notes that the list is split, and the number of records that all ranges together must bring. */
    void expect(long size) {
        if (believesSizes() && plan.gaps().stream().noneMatch(gap -> gap.sort() == Gap.Sort.SIZE && gap.size() == size)) {
            plan.gaps().add(new Gap(Gap.Sort.SIZE, size, ListVerdict.shortOf(size, count())));
        }
    }

    /**
     * Notes that a range has ended with evidence that it is incomplete.
     *
     * @param isGoingOn true if the range after its last datestamp is requested
     */
    void gap(Gap gap, boolean isGoingOn, Piece piece) {
        boolean isList = isSinglyOnly && is(piece) && state != State.NAMED;
        if (isList && gap.sort() != Gap.Sort.GAP) {
            // ListIdentifiers is used instead of ListRecords: its gaps are those of the list, and its ranges are requested by it too.
            plan.gaps().add(gap);
            if (isGoingOn) {
                plan.reentered();
            }
            return;
        }
        if (is(piece)) {
            // Such sizes occur in every list; they are guesses.
            if (gap.sort() != Gap.Sort.SHRUNK) {
                gapsOfNames.add(gap);
            }
            if (state == State.NAMED) {
                return;
            }
            // It was requested because nothing else worked, so its gaps are those of the list.
        }
        if (isGoingOn) {
            plan.reentered();
        }
        if (gap.sort() != Gap.Sort.CUT || !isGoingOn) {
            // The size of a range is not that of the list.
            plan.gaps().add(piece.strategy() == ListStrategy.WHOLE ? gap : new Gap(gap.sort(), 0, gap.message()));
        }
    }

    /**
     * Notes that the list, or a range of it, is requested by sets.
     *
     * @param size size of the whole list as the repository states it; if as many different records arrive, none is without a set. 0 if not
     * known
     */
    void bySets(long size) {
        plan.gaps().add(new Gap(Gap.Sort.NO_SET, believesSizes() ? size : 0,
                "the list was requested set by set, and there may be records without a set"));
    }

    /**
     * Looks for evidence against the list after everything has arrived, and plans requests that may resolve it. Returns false if nothing is
     * left to do.
     */
    boolean isNeeded() throws HarvestException {
        boolean isNeeded = isMoreToAsk() || setsMayTell();
        if (!isNeeded) {
            Long known = beforeSets;
            if (known != null && seen.count() > known) {
                plan.gaps().add(new Gap(Gap.Sort.GAP, 0, "its sets have " + (seen.count() - known)
                        + " records that the list lacks: the list is truncated, and others may be missing too"));
            }
            // The list has ended by the protocol's rule, and further requests have not shown more records.
            boolean isAsked = !areNamesOfSetsWanted || namesOfSets.areAsked();
            plan.gaps().stream().filter(gap -> gap.sort() == Gap.Sort.CUT).map(Gap::message).forEach(server::note);
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.CUT && isAsked || gap.sort() == Gap.Sort.LOOK);
        }
        if (!isNeeded) {
            learn();
        }
        return isNeeded;
    }

    /** Requests the sets, once, for records that one datestamp hides, if there is no size that would prove the list complete. */
    private boolean setsMayTell() throws HarvestException {
        // As many records as ListIdentifiers counts are complete; fewer may be.
        boolean isCounted = announced != null || sizeOfNames != null && seen.count() >= sizeOfNames;
        boolean isHidden = isFullOfOneDatestamp && !isCounted && seen.isExact();
        if (lister != Lister.RECORDS || !isHidden || state == State.BY_SETS || !plan.missing().isEmpty()) {
            return false;
        }
        beforeSets = seen.count();
        return inSets();
    }

    /** Returns true if there is no evidence against the list, and the identifiers are requested as a precaution. */
    boolean isPrecaution() {
        return state == State.NAMED && plan.missing().isEmpty() && isOnlyLook();
    }

    private boolean isOnlyLook() {
        return !plan.gaps().isEmpty() && plan.gaps().stream().allMatch(gap -> gap.sort() == Gap.Sort.LOOK);
    }

    /** Asks for the proof of a list without evidence against it. An increment of one page would cost more than the proof is worth. */
    private void lookForProof() {
        boolean isWhole = sent.from() == null && sent.until() == null;
        boolean isPossible = lister == Lister.RECORDS && !isNamed && (seen.isExact() || areEarlierPagesStored);
        if (isProofWanted && isPossible && (isWhole || pages > 1 || isSuspect) && plan.missing().isEmpty()
                && plan.gaps().isEmpty()) {
            plan.gaps().add(new Gap(Gap.Sort.LOOK, 0, "the list is not proven"));
        }
    }

    /** Returns what the verdict about the list rests on. */
    ListEvidence evidence(@Nullable String missing) {
        PieceWalk.Named all = names;
        String why = whyNoProof();
        boolean isWhole = sent.from() == null && sent.until() == null;
        boolean isProofNeeded = isWhole || pages > 1 || isSuspect || all != null && areBothRepeating(all);
        Witness witness = why.isEmpty() ? Witness.IDENTIFIERS : isProofNeeded ? Witness.NONE : Witness.NOT_NEEDED;
        return new ListEvidence(sent, missing, announced, sizeOfNames, count(), all == null ? null : all.different(),
                all == null ? 0 : all.singly(), all == null ? List.of() : all.denied(),
                doubtfulDeletions, witness,
                witness == Witness.NONE ? why : "");
    }

    /** Returns true if both lists name records twice, and no announced size shows that no others are missing. */
    private boolean areBothRepeating(PieceWalk.Named all) {
        return announced == null && seen.isExact() && plan.received() > seen.count()
                && entriesOfNames > all.different() && all.changed() == 0;
    }

    /** Returns why ListIdentifiers does not prove the list, for people; empty if it does. */
    private String whyNoProof() {
        PieceWalk.Named all = names;
        String failed = whyNoNames;
        if (all == null || haveNamesBrokenOff) {
            return failed != null
                    ? failed
                    : haveNamesBrokenOff ? "ListIdentifiers broke off" : "ListIdentifiers was not asked";
        }
        boolean isSizeIgnored = isSizeOfAnother || !believesSizes();
        if (gapsOfNames.stream().anyMatch(gap -> gap.sort() != Gap.Sort.CUT && gap.sort() != Gap.Sort.LOOK
                && !(isSizeIgnored && gap.sort() == Gap.Sort.SIZE))) {
            return "ListIdentifiers has a gap itself: " + gapsOfNames.getFirst().message();
        }
        if (areNamesOfNothing && all.different() == 0) {
            return "ListIdentifiers sends a page of nothing, without the error noRecordsMatch";
        }
        if (all.lacking() > 0) {
            return "ListIdentifiers names " + all.lacking() + " records that are not here";
        }
        if (all.untold() > 0) {
            return "ListIdentifiers names " + all.untold() + (all.untold() == 1 ? " record" : " records")
                    + " with a later datestamp than ListRecords, or in another state, deleted or live, and GetRecord does not deliver it so,"
                    + " or does not tell";
        }
        if (!all.denied().isEmpty() && !server.speaksEarlyProtocol()) {
            return "ListIdentifiers names " + all.denied().size() + (all.denied().size() == 1 ? " record" : " records")
                    + " that GetRecord denies (" + all.denied().getFirst()
                    + ")";
        }
        if (areBothRepeating(all)) {
            return "ListRecords and ListIdentifiers name records twice, perhaps in the place of others";
        }
        // Some repositories report deletions in one of the lists only.
        return seen.isExact() && all.different() + seen.deletedCount() < seen.count()
                ? "ListIdentifiers names only " + all.different() + " of " + seen.count() + " records"
                : "";
    }

    private boolean believesSizes() {
        return ListVerdict.believesSizes(server.profile());
    }

    /** Learns from the list whether the repository's sizes can be believed. A list in ranges may have grown since it began. */
    private void learn() {
        Long size = announced;
        boolean isOnlyShort = plan.missing().isEmpty() && plan.gaps().stream()
                .allMatch(gap -> gap.sort() == Gap.Sort.SIZE || gap.sort() == Gap.Sort.LOOK);
        if (size == null || !seen.isExact() || !isOnlyShort || isSizeOfAnother
                || ListVerdict.compare(size, seen.count()) == ListVerdict.SizeMatch.MORE && plan.isSplit() && !hasBroughtMore) {
            return;
        }
        boolean believed = believesSizes();
        server.learnSize(sent, size, seen.count());
        if (believed && !believesSizes()) {
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.SIZE);
            server.note(ListVerdict.compare(size, seen.count()) == ListVerdict.SizeMatch.MORE
                    ? "the repository announced " + size + " records and listed " + seen.count()
                            + ": the sizes that it announces are ignored until one fits"
                    : ListVerdict.shortOf(size, seen.count()) + ", as many fewer as " + (ListVerdict.AGREEING_LISTS - 1)
                            + " times before on other days: the sizes that it announces are ignored until one fits");
        }
    }

    /** Returns true if the list has fewer records than the repository announced, even if the announced size is not believed. */
    boolean isShort() {
        return announced != null && !isSizeOfAnother && count() < announced && !server.profile().isPinned(ServerTrait.SIZES);
    }

    /** Returns true for a size that cannot be that of the whole list. */
    boolean isLessThanAll(long size) {
        return announced == null || size < announced;
    }

    /** Returns the remaining gaps, for people. */
    List<String> gaps() {
        boolean isWholeShort = plan.gaps().stream().anyMatch(gap -> gap.sort() == Gap.Sort.SIZE && gap.size() > 0);
        return plan.gaps().stream().filter(gap -> gap.sort() != Gap.Sort.SIZE || gap.size() > 0 || !isWholeShort)
                .map(gap -> gap.sort() == Gap.Sort.SIZE && gap.size() > 0
                        ? ListVerdict.shortOf(gap.size(), count())
                        : gap.message())
                .distinct().toList();
    }

    private boolean isMoreToAsk() throws HarvestException {
        if (state == State.OPEN) {
            drop();
            lookForHidden();
        }
        if (server.countsOn()) {
            forgetRunningCounts();
        }
        Long size = announced == null ? sizeOfNames : announced;
        boolean isShrunk = plan.gaps().stream().anyMatch(gap -> gap.sort() == Gap.Sort.SHRUNK);
        boolean mayBeItsSize = announced == null || mayBeSize;
        if (size != null && mayBeItsSize && !isLosing && !isShrunk && believesSizes() && seen.isExact() && seen.count() == size) {
            // There are as many different records as announced, so ranges that were abandoned or did not end hide nothing.
            plan.missing().clear();
            plan.gaps()
                    .removeIf(gap -> switch (gap.sort()) {
                        case DROP, LOOK, NAMED, OLDER -> false;
                        case SIZE, CUT, GAP, SHRUNK, NO_SET -> true;
                    });
        }
        if (unanswered != null && state == State.OPEN) {
            // A number that fits does not outweigh evidence of more.
            plan.gaps().add(unanswered);
            unanswered = null;
        }

        if (announced != null && believesSizes() && count() >= announced) {
            // The whole list has arrived, so a range that was too short has lost its records to another range.
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.SIZE);
        }
        // A record in several sets arrives several times.
        plan.gaps().removeIf(gap -> gap.size() > 0 && count() >= gap.size()
                && (gap.sort() != Gap.Sort.NO_SET || seen.isExact()));
        if (state == State.OPEN) {
            lookForProof();
        }
        if (plan.gaps().isEmpty() || !plan.missing().isEmpty()) {
            return false;
        }
        if (state == State.OPEN) {
            state = State.EXPLAINED;
            explainByRepeats();
            lookForProof();
            if (plan.gaps().isEmpty()) {
                return false;
            }
        }
        if (state == State.EXPLAINED) {
            if (!seen.isExact() && !(areEarlierPagesStored && isProofWanted && isOnlyLook())) {
                sizeOfAnother();
                return false;
            }
            state = State.NAMED;
            if (isNamed) {
                return conclude();
            }
            if (isPrecaution()) {
                // After requesting identifiers it is unknown what the list alone has shown.
                learn();
            }
            plan.append(Piece.of(lister == Lister.RECORDS ? ListStrategy.SINGLY : ListStrategy.DATES, sent, 1));
            return true;
        }
        return conclude();
    }

    /** Forgets numbers that count on from page to page: they are no sizes, and do not show that the list shrank. */
    private void forgetRunningCounts() {
        if (announced != null && server.isRunningCount(announced)) {
            announced = null;
        }
        if (plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.SHRUNK
                || gap.sort() == Gap.Sort.SIZE && gap.size() > 0 && server.isRunningCount(gap.size()))) {
            server.note("the sizes that the repository states grow from page to page: they are ignored");
            plan.gaps().add(new Gap(Gap.Sort.CUT, 0, "the size of the list is not known"));
        }
    }

    /** Notes a list much shorter than before. It may be complete, or the server may have lost its index (dpla/ingestion3#777). */
    private void drop() {
        if (before == null) {
            return;
        }
        if (ListVerdict.isDrop(before, count())) {
            plan.gaps().add(new Gap(Gap.Sort.DROP, 0, ListVerdict.loss(before, before - count())));
        }
    }

    /** Checks ranges that have no size, because no size would show a record that is in none of them. */
    private void lookForHidden() {
        if (lister == Lister.RECORDS && plan.isSplit() && announced == null && plan.missing().isEmpty() && plan.gaps().isEmpty()
                && HiddenRecords.arePossible(server, sent, seen)) {
            plan.gaps().add(new Gap(Gap.Sort.LOOK, 0, "the list was requested in parts, and its size is not stated"));
        }
    }

    /** Returns the number of different records. Some may count twice if an earlier run brought the others. */
    private long count() {
        return seen.isExact() ? seen.count() : plan.different();
    }

    /** Resolves the gap if all entries that the repository counts have arrived, and some name the same record. */
    private void explainByRepeats() throws HarvestException {
        Long size = announced;
        if (size == null || !seen.isExact()
                || plan.gaps().stream().anyMatch(gap -> gap.sort() != Gap.Sort.SIZE)
                || !ListVerdict.mayBeRepeats(size, entries, seen.count())) {
            return;
        }
        if (repeats.areConfirmed(entries - seen.count())) {
            server.note("the repository announced " + size + " records and listed " + seen.count() + ": it names "
                    + (size - seen.count() == 1 ? "one of them twice" : size - seen.count() + " of them twice"));
            isSizeOfAnother = true;
            plan.gaps().clear();
        }
    }

    /**
     * Recognises a repository that states the size of the whole repository for every part of it (MI-DPLA/combine#240). The identifiers have
     * been requested before, because such a size also hides missing records.
     */
    private void sizeOfAnother() throws HarvestException {
        Gap size = plan.gaps().stream().filter(gap -> gap.sort() == Gap.Sort.SIZE && gap.size() > 0).findFirst()
                .orElse(null);
        if (size == null || sent.set() == null && sent.from() == null && sent.until() == null
                || gapsOfNames.stream().anyMatch(gap -> gap.sort() != Gap.Sort.SIZE)) {
            return;
        }
        Long whole;
        boolean hasOthers;
        try {
            OaiClient client = server.briskClient();
            OaiReply page = client.listIdentifiers(Selection.all(sent.prefix()));
            whole = page.token() == null ? null : page.token().completeListSize();
            hasOthers = page.records().stream().anyMatch(this::isOutside);
            String next = page.nextToken();
            if (!hasOthers && next != null && whole != null && whole == size.size()) {
                // A short page may contain only records of the list.
                hasOthers = client.ask(Lister.HEADERS.next(next)).records().stream().anyMatch(this::isOutside);
            }
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return;
        }
        if (hasOthers && whole != null && whole == size.size()) {
            server.note("the repository states the size of the whole repository, " + whole + ", for every list");
            isSizeOfAnother = true;
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.SIZE);
        }
    }

    /** Returns true for a record of the repository outside of the list. The size of the whole repository then cannot be that of the list. */
    private boolean isOutside(OaiRecord record) {
        if (seen.contains(record.identifier())) {
            return false;
        }
        SetSpec set = sent.set();
        boolean isInSet = set == null || record.header().sets().stream().anyMatch(of -> of.equals(set) || set.contains(of));
        Instant stamp = record.header().datestamp().instant().orElse(null);
        Instant from = sent.from() == null ? null : sent.from().instant().orElse(null);
        Instant until = sent.until() == null ? null : sent.until().lastSecond().orElse(null);
        boolean isBefore = stamp != null && from != null && stamp.isBefore(from);
        boolean isAfter = stamp != null && until != null && stamp.isAfter(until);
        return !isInSet || isBefore || isAfter;
    }

    private boolean conclude() throws HarvestException {
        PieceWalk.Named all = names;
        if (all == null ? isExplainedOnPages() : isExplainedByNames(all)) {
            server.note("the repository announced " + announced + " records and listed " + seen.count()
                    + ": it names "
                    + (announced != null && announced - seen.count() == 1 ? "one of them twice" : "some of them twice"));
            isSizeOfAnother = true;
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.SIZE);
            gapsOfNames.removeIf(gap -> gap.sort() == Gap.Sort.SIZE);
        }
        if (all != null && all.lacking() > 0 && plan.gaps().stream().noneMatch(gap -> gap.sort() == Gap.Sort.NAMED)) {
            plan.gaps().add(
                    new Gap(Gap.Sort.NAMED, 0, "ListIdentifiers names " + all.lacking() + " more records than the list brings"));
        }
        if (all != null && all.outdated() > 0 && plan.gaps().stream().noneMatch(gap -> gap.sort() == Gap.Sort.OLDER)) {
            plan.gaps().add(new Gap(Gap.Sort.OLDER, 0, "ListIdentifiers names later versions of up to " + all.outdated()
                    + " more records than ListRecords brings: it may come from an old copy"));
        }
        boolean areNamesWhole = gapsOfNames.isEmpty() && !haveNamesBrokenOff;
        // As many identifiers as arrived show whether there are records without a set.
        boolean areAllInSets = gapsOfNames.isEmpty() && !server.namesRecordsInNoSet();
        boolean isEmptyNow = seen.count() == 0;
        plan.gaps().removeIf(gap -> switch (gap.sort()) {
            case CUT, GAP, SHRUNK -> areNamesWhole;
            case NO_SET -> areNamesWhole || areAllInSets;
            case LOOK -> true;
            case DROP -> areNamesWhole && !isEmptyNow;
            // Identifiers that end in the same way are no second witness; those of a part may be compared with the whole.
            case SIZE -> areNamesWhole && gap.size() == 0;
            case NAMED, OLDER -> false;
        });
        if (state == State.HALVED && !isNamedAgain && plan.gaps().stream().anyMatch(gap -> gap.sort() == Gap.Sort.NAMED)) {
            // The halves may have brought them: the names are compared once more.
            isNamedAgain = true;
            state = State.NAMED;
            names = null;
            gapsOfNames.clear();
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.NAMED);
            plan.gaps().add(new Gap(Gap.Sort.LOOK, 0, "the list is not proven"));
            plan.append(Piece.of(ListStrategy.SINGLY, sent, 1));
            return true;
        }
        if (state == State.NAMED) {
            sizeOfAnother();
        }
        if (areNamesOfSetsWanted && isDoubtful() && inNamesOfSets()) {
            // Such ranges are checked by themselves.
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.CUT || gap.sort() == Gap.Sort.GAP);
            return true;
        }
        if (state == State.NAMED && !isNamedAgain && isForHalves() && inHalves()) {
            return true;
        }
        return state != State.BY_SETS && isMuchTooShort() && inSets() || isBroken && isShortOfAll() && inNamesOfSets();
    }

    /** Returns whether all missing entries are few headers that came twice on one page, where ListIdentifiers cannot be asked. */
    private boolean isExplainedOnPages() {
        Long size = announced;
        return size != null && seen.isExact() && entries == size && seen.count() < size
                && repeats.onOnePage() == size - seen.count() && (size - seen.count()) * ENTRIES_A_REPEAT <= size;
    }

    /**
     * Returns whether the list has as many entries as announced, and both lists name the same records: the repository then counts entries. If
     * ListIdentifiers repeats headers too, both headers of each must have been seen, on one page or with two datestamps: pages that overlap leave
     * out other records.
     */
    private boolean isExplainedByNames(PieceWalk.Named all) {
        Long size = announced;
        if (size == null || !seen.isExact() || entries != size || seen.count() >= size || all.different() != seen.count()
                || all.lacking() > 0 || haveNamesBrokenOff
                || gapsOfNames.stream().anyMatch(gap -> gap.sort() != Gap.Sort.SIZE && gap.sort() != Gap.Sort.LOOK)) {
            return false;
        }
        boolean doNamesRepeat = entriesOfNames > all.different();
        return !doNamesRepeat && gapsOfNames.stream().noneMatch(gap -> gap.sort() == Gap.Sort.SIZE)
                || doNamesRepeat
                        && (all.changed() >= size - seen.count() || repeats.onOnePage() == size - seen.count());
    }

    /** Returns true if a list, or a range of it, looks truncated or has a gap. */
    private boolean isDoubtful() {
        return plan.gaps().stream().anyMatch(gap -> gap.sort() == Gap.Sort.CUT || gap.sort() == Gap.Sort.GAP);
    }

    private boolean isShortOfAll() {
        return plan.gaps().stream().anyMatch(gap -> gap.sort() == Gap.Sort.SIZE && gap.size() > 0);
    }

    private boolean inNamesOfSets() throws HarvestException {
        List<Piece> sets = lastResort();
        sets.forEach(plan::append);
        return !sets.isEmpty();
    }

    /** Returns true if more than a tenth of the announced records is missing, so that the list was truncated, whatever its dates are. */
    private boolean isMuchTooShort() {
        return seen.isExact() && plan.gaps().stream().anyMatch(
                gap -> gap.sort() == Gap.Sort.SIZE && gap.size() > 0 && ListVerdict.isDrop(gap.size(), seen.count()));
    }

    /**
     * Requests each set: a list that breaks off at a number of records brings more of each. The announced size shows whether all have
     * arrived.
     */
    private boolean inSets() throws HarvestException {
        state = State.BY_SETS;
        List<Piece> sets = fallback.bySet(Piece.of(isSinglyOnly ? ListStrategy.SINGLY : ListStrategy.DATES, sent, 1));
        if (sets.isEmpty() || sets.size() > MOST_SETS) {
            return false;
        }
        sets.forEach(plan::append);
        plan.reentered();
        return true;
    }

    /**
     * Returns whether halves should be requested, because the list is unordered and so has no last datestamp, or because ListIdentifiers
     * has the same gaps as ListRecords.
     */
    private boolean isForHalves() {
        return plan.gaps().stream().anyMatch(gap -> switch (gap.sort()) {
            case SIZE, CUT, NAMED -> true;
            case GAP -> !isGivenUp;
            case DROP, NO_SET, SHRUNK, LOOK, OLDER -> false;
        });
    }

    /** Requests the whole list in two halves, each of which is checked for truncation. */
    private boolean inHalves() throws HarvestException {
        state = State.HALVED;
        List<Piece> halves = server.ranges().areKept(sent.prefix())
                ? server.split().halves(Piece.of(isSinglyOnly ? ListStrategy.SINGLY : ListStrategy.DATES, sent, 1))
                : List.of();
        if (halves.isEmpty()) {
            return false;
        }
        halves.forEach(plan::append);
        plan.reentered();
        plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.CUT || gap.sort() == Gap.Sort.GAP);
        return true;
    }
}
