package dev.sheaf.harvester.internal.list;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;

/**
 * The completeness check at the end of a list that may not be whole: ListIdentifiers is asked which records there are, and those that have
 * not come are fetched one by one. A list of names that has gaps of its own settles nothing; a list that is shorter than the repository
 * announced stays so until the records have come. {@link ListVerdict} has the rules.
 */
final class CompletenessCheck {

    private enum State {
        OPEN, EXPLAINED, NAMED, HALVED, BY_SETS
    }

    /** Sets of a list that is much too short: each costs a request at least. */
    private static final int MOST_SETS = 100;

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
    private boolean areNamesOfSetsWanted;
    private boolean hasBroughtMore;
    private boolean isFullOfOneDatestamp;
    /** Records that had come when the sets were asked for what one datestamp hides; null while they have not been. */
    private @Nullable Long beforeSets;
    private State state = State.OPEN;

    /** @param before records of the list when it was last complete; null when that does not matter */
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

    /** Notes that the same list is requested in other words: in dates of the other form. */
    void resent(Selection words) {
        sent = words;
    }

    /**
     * Notes that the whole list is requested instead of an increment.
     *
     * @param recordsBefore records of the list when it was last complete; null when that does not matter
     */
    void resent(Selection all, @Nullable Long recordsBefore) {
        sent = all;
        before = recordsBefore;
    }

    /** Notes that ListRecords brings nothing, so that parts of the list are asked for by name, too. */
    void onlySingly() {
        isSinglyOnly = true;
    }

    /** Headers of the list that came more than once. */
    RepeatedHeaders repeats() {
        return repeats;
    }

    /**
     * Notes what the repository says of the whole list.
     *
     * @param entriesReceived of the walk that was told so
     */
    void announced(long size, long entriesReceived) {
        announced = size;
        entries = entriesReceived;
        hasBroughtMore |= !plan.isSplit() && seen.isExact() && seen.count() > size;
    }

    /**
     * Notes the size that ListIdentifiers states for the whole list: it proves a list of which ListRecords states none, and speaks against none.
     */
    void announcedOfNames(long size) {
        sizeOfNames = size;
    }

    /** Notes that a walk broke off. */
    void brokeOff() {
        isBroken = true;
    }

    /**
     * Notes that the names of the whole list broke off, and that its sets are asked for instead: such names prove nothing.
     *
     * @param names where they broke off
     */
    void namesBrokeOff(Piece names) {
        haveNamesBrokenOff = true;
        // A ListIdentifiers that brings no first page brings none of a set either.
        areNamesOfSetsWanted = names.page() > 0;
        // The sets are read from their beginning: what slipped between two pages of the whole list comes with them.
        plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.SHRUNK);
    }

    /**
     * Returns the pieces that are left when nothing has brought the rest of the list; empty when there are none.
     *
     * @throws HarvestException when the sets cannot be asked for at all
     */
    List<Piece> lastResort() throws HarvestException {
        Long stated = believesSizes() && !isSizeOfAnother ? announced : null;
        return lister == Lister.RECORDS
                ? namesOfSets.of(sent, stated, seen, areNamesOfSetsWanted && isDoubtful())
                : List.of();
    }

    /** Returns true for a piece that is the last resort: it is not split when it does not end. */
    boolean isLastResort(Piece piece) {
        return namesOfSets.are(piece);
    }

    /** Notes whether the number announced last can be the size of the list: it is larger than a page. */
    void mayBeSize(boolean may) {
        mayBeSize = may;
    }

    /** Notes that records were named that cannot be had: they count as seen, and prove nothing. */
    void loses() {
        isLosing = true;
    }

    /** Notes that a page is full of one datestamp, and may be the last only because the list was cut: dates do not tell what it hides. */
    void fullOfOneDatestamp() {
        isFullOfOneDatestamp = true;
    }

    /** A piece was given up, after whatever else could be asked: ranges of dates have been tried. */
    void gaveUp() {
        isGivenUp = true;
    }

    /** True of the piece that asks for the names of the whole list, and for the records that have not come. */
    boolean is(Piece piece) {
        return piece.strategy() == (lister == Lister.RECORDS ? ListStrategy.SINGLY : ListStrategy.DATES)
                && piece.sent().equals(sent);
    }

    /** Notes that the names of the whole list are asked for: once is enough. */
    void naming(Piece piece) {
        isNamed = isNamed || is(piece);
    }

    /** The list is split, and this many records have to come of all parts. */
    void expect(long size) {
        if (believesSizes() && plan.gaps().stream().noneMatch(gap -> gap.sort() == Gap.Sort.SIZE && gap.size() == size)) {
            plan.gaps().add(new Gap(Gap.Sort.SIZE, size, ListVerdict.shortOf(size, count())));
        }
    }

    /**
     * A piece has ended, and something speaks against its being whole.
     *
     * @param isGoingOn true when what follows its last datestamp is asked for
     */
    void gap(Gap gap, boolean isGoingOn, Piece piece) {
        boolean isList = isSinglyOnly && is(piece) && state != State.NAMED;
        if (isList && gap.sort() != Gap.Sort.GAP) {
            // The names are asked for instead of the records: their gaps are those of the list, and its parts are asked for by name.
            plan.gaps().add(gap);
            if (isGoingOn) {
                plan.reentered();
            }
            return;
        }
        if (is(piece)) {
            // Some sizes fall on every list: they are guesses.
            if (gap.sort() != Gap.Sort.SHRUNK) {
                gapsOfNames.add(gap);
            }
            if (state == State.NAMED) {
                return;
            }
            // Asked for because nothing else worked: its gaps are those of the list.
        }
        if (isGoingOn) {
            plan.reentered();
        }
        if (gap.sort() != Gap.Sort.CUT || !isGoingOn) {
            // The size of a part is not that of the list.
            plan.gaps().add(piece.strategy() == ListStrategy.WHOLE ? gap : new Gap(gap.sort(), 0, gap.message()));
        }
    }

    /**
     * The list, or a piece of it, is asked for set by set.
     *
     * @param size of the whole list as the repository states it: when so many different records come, none is in no set; 0 when it is not
     *     known
     */
    void bySets(long size) {
        plan.gaps().add(new Gap(Gap.Sort.NO_SET, believesSizes() ? size : 0,
                "the list came set by set, and records may be in none"));
    }

    /** Everything has come. Looks for what speaks against it, and plans what might settle that; false when nothing is left to do. */
    boolean isNeeded() throws HarvestException {
        boolean isNeeded = isMoreToAsk() || setsMayTell();
        if (!isNeeded) {
            Long known = beforeSets;
            if (known != null && seen.count() > known) {
                plan.gaps().add(new Gap(Gap.Sort.GAP, 0, "its sets have " + (seen.count() - known)
                        + " records that the list lacks: it is cut, and nothing proves that no others are missing"));
            }
            // The list has ended by the protocol's rule, and whatever could be asked has not shown that more was there.
            boolean isAsked = !areNamesOfSetsWanted || namesOfSets.areAsked();
            plan.gaps().stream().filter(gap -> gap.sort() == Gap.Sort.CUT).map(Gap::message).forEach(server::note);
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.CUT && isAsked || gap.sort() == Gap.Sort.LOOK);
        }
        if (!isNeeded) {
            learn();
        }
        return isNeeded;
    }

    /** Asks the sets for what one datestamp hides, where no size tells. Once is enough. */
    private boolean setsMayTell() throws HarvestException {
        // As many records as ListIdentifiers counts are all; fewer may be.
        boolean isCounted = announced != null || sizeOfNames != null && seen.count() >= sizeOfNames;
        boolean isHidden = isFullOfOneDatestamp && !isCounted && seen.isExact();
        if (lister != Lister.RECORDS || !isHidden || state == State.BY_SETS || !plan.missing().isEmpty()) {
            return false;
        }
        beforeSets = seen.count();
        return inSets();
    }

    /** True when nothing speaks against the list, and the names are asked for as a precaution. */
    boolean isPrecaution() {
        return state == State.NAMED && plan.missing().isEmpty() && !plan.gaps().isEmpty()
                && plan.gaps().stream().allMatch(gap -> gap.sort() == Gap.Sort.LOOK);
    }

    private boolean believesSizes() {
        return ListVerdict.believesSizes(server.profile());
    }

    /** Learns from the list whether the repository's sizes can be believed. One that came in pieces may hold more than it did when it began. */
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
                            + ": the sizes that it announces are not believed until one fits"
                    : ListVerdict.shortOf(size, seen.count()) + ", as many fewer as " + (ListVerdict.AGREEING_LISTS - 1)
                            + " times before on other days: the sizes that it announces are not believed until one fits");
        }
    }

    /** True when the list names fewer records than the repository announced, whether that is believed or not. */
    boolean isShort() {
        return announced != null && !isSizeOfAnother && count() < announced && !server.profile().isPinned(ServerTrait.SIZES);
    }

    /** True of a size that cannot be that of the whole list. */
    boolean isLessThanAll(long size) {
        return announced == null || size < announced;
    }

    /** The gaps that are left, for people. */
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
            // As many different records as announced: pieces that were given up, or did not end, hide nothing.
            plan.missing().clear();
            plan.gaps().removeIf(gap -> gap.sort() != Gap.Sort.DROP && gap.sort() != Gap.Sort.LOOK);
        }
        if (announced != null && believesSizes() && count() >= announced) {
            // All of the whole has come: then a part that was short has lost a record to another part.
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.SIZE);
        }
        // Of sets, records come as often as they are in some.
        plan.gaps().removeIf(gap -> gap.size() > 0 && count() >= gap.size()
                && (gap.sort() != Gap.Sort.NO_SET || seen.isExact()));
        if (plan.gaps().isEmpty() || !plan.missing().isEmpty()) {
            return false;
        }
        if (state == State.OPEN) {
            state = State.EXPLAINED;
            explainByRepeats();
            if (plan.gaps().isEmpty()) {
                return false;
            }
        }
        if (state == State.EXPLAINED) {
            if (!seen.isExact()) {
                sizeOfAnother();
                return false;
            }
            state = State.NAMED;
            if (isNamed) {
                return conclude();
            }
            if (isPrecaution()) {
                // Behind the names nobody can tell any more what the list alone has shown.
                learn();
            }
            plan.append(Piece.of(lister == Lister.RECORDS ? ListStrategy.SINGLY : ListStrategy.DATES, sent, 1));
            return true;
        }
        return conclude();
    }

    /** Numbers that turned out to count on from page to page are no sizes, and tell of no shrinking. */
    private void forgetRunningCounts() {
        if (announced != null && server.isRunningCount(announced)) {
            announced = null;
        }
        if (plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.SHRUNK
                || gap.sort() == Gap.Sort.SIZE && gap.size() > 0 && server.isRunningCount(gap.size()))) {
            server.note("the sizes that the repository states grow from page to page: they are not believed");
            plan.gaps().add(new Gap(Gap.Sort.CUT, 0, "the size of the list is not known"));
        }
    }

    /** Much less than the last time may be all there is, or a server that has lost its index (dpla/ingestion3#777). */
    private void drop() {
        if (before == null) {
            return;
        }
        if (ListVerdict.isDrop(before, count())) {
            plan.gaps().add(new Gap(Gap.Sort.DROP, 0, ListVerdict.loss(before, before - count())));
        }
    }

    /** The parts of a list have no size that would tell of a record that none of them shows. */
    private void lookForHidden() {
        if (lister == Lister.RECORDS && plan.isSplit() && announced == null && plan.missing().isEmpty() && plan.gaps().isEmpty()
                && HiddenRecords.arePossible(server, sent, seen)) {
            plan.gaps().add(new Gap(Gap.Sort.LOOK, 0, "the list came in parts, and its size is not stated"));
        }
    }

    /** Different records that have come; some of them may be counted twice when an earlier run brought the others. */
    private long count() {
        return seen.isExact() ? seen.count() : plan.different();
    }

    /** All entries that the repository counts have come, and some of them name the same record. */
    private void explainByRepeats() throws HarvestException {
        Long size = announced;
        if (size == null || !seen.isExact()
                || plan.gaps().stream().anyMatch(gap -> gap.sort() != Gap.Sort.SIZE)
                || !ListVerdict.mayBeRepeats(size, entries, seen.count())) {
            return;
        }
        if (ListVerdict.isExplained(size, entries, seen.count(), repeats.onOnePage())
                || repeats.areConfirmed(entries - seen.count())) {
            server.note("the repository announced " + size + " records and listed " + seen.count() + ": it names "
                    + (size - seen.count() == 1 ? "one of them twice" : size - seen.count() + " of them twice"));
            isSizeOfAnother = true;
            plan.gaps().clear();
        }
    }

    /**
     * Some state the size of the whole repository for every part of it (MI-DPLA/combine#240). The names have been asked for before: such a
     * size hides what is missing as well.
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
                // A short page may hold records of the list alone.
                hasOthers = client.ask(Lister.HEADERS.next(next)).records().stream().anyMatch(this::isOutside);
            }
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return;
        }
        if (hasOthers && whole != null && whole == size.size()) {
            server.note("the repository states its own size, " + whole + ", as that of every list");
            isSizeOfAnother = true;
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.SIZE);
        }
    }

    /** True of a record of the repository that is no part of the list: then the size of the whole cannot be that of the list. */
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
        boolean areNamesWhole = gapsOfNames.isEmpty() && !haveNamesBrokenOff;
        // As many of the names as came tell whether there are records in no set.
        boolean areAllInSets = gapsOfNames.isEmpty() && !server.namesRecordsInNoSet();
        boolean isEmptyNow = seen.count() == 0;
        plan.gaps().removeIf(gap -> switch (gap.sort()) {
            case CUT, GAP, SHRUNK -> areNamesWhole;
            case NO_SET -> areNamesWhole || areAllInSets;
            case LOOK -> true;
            case DROP -> areNamesWhole && !isEmptyNow;
            // Names that are cut in the same way are no second witness: only of a part, the whole may tell.
            case SIZE -> areNamesWhole && gap.size() == 0;
        });
        if (state == State.NAMED) {
            sizeOfAnother();
        }
        if (areNamesOfSetsWanted && isDoubtful() && inNamesOfSets()) {
            // They tell of themselves whether they look cut.
            plan.gaps().removeIf(gap -> gap.sort() == Gap.Sort.CUT || gap.sort() == Gap.Sort.GAP);
            return true;
        }
        if (state == State.NAMED && isForHalves() && inHalves()) {
            return true;
        }
        return state != State.BY_SETS && isMuchTooShort() && inSets() || isBroken && isShortOfAll() && inNamesOfSets();
    }

    /** Returns true when a list, or a part of one, looks cut or has a hole. */
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

    /** Returns true when more than a tenth of the records announced has not come: the list was cut, whatever its dates are. */
    private boolean isMuchTooShort() {
        return seen.isExact() && plan.gaps().stream().anyMatch(
                gap -> gap.sort() == Gap.Sort.SIZE && gap.size() > 0 && ListVerdict.isDrop(gap.size(), seen.count()));
    }

    /** Asks for each set: a list that breaks off at a number of records brings more of each. The size tells whether all have come. */
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

    /** Not in order, so there is no last datestamp to ask behind; or the headers have gaps just as the records have. */
    private boolean isForHalves() {
        return plan.gaps().stream().anyMatch(gap -> switch (gap.sort()) {
            case SIZE, CUT -> true;
            case GAP -> !isGivenUp;
            case DROP, NO_SET, SHRUNK, LOOK -> false;
        });
    }

    /** Asks for the whole in two halves: they tell of themselves whether they look cut. */
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
