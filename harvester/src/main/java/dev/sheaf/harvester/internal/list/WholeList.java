package dev.sheaf.harvester.internal.list;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.internal.list.PieceWalk.Step;

/**
 * The complete harvest of one list: by token as long as that works, else by the {@link FallbackStrategy}, with a {@link CompletenessCheck}
 * at its end if there is evidence that it is incomplete.
 *
 * <p>For use by one thread at a time. It sends requests only while a caller waits for the next part, unless several requests may be under
 * way at once.
 */
public final class WholeList implements AutoCloseable {

    /** The records of the list that a receiver has saved, in earlier runs and in this one. */
    public interface Stored {

        /** Nothing, or nothing that is known. */
        Stored NOTHING = new Stored() {

            @Override
            public Map<String, Datestamp> datestamps(Collection<String> identifiers) {
                return Map.of();
            }

            @Override
            public boolean has(OaiRecord record) {
                return false;
            }
        };

        /** Returns the datestamps of those among some records that are stored, by identifier. */
        Map<String, Datestamp> datestamps(Collection<String> identifiers);

        /** Returns true if a record is stored with the same content, whatever its datestamp is. */
        boolean has(OaiRecord record);
    }

    /** Smallest number of pages of a list that is harvested in parallel. */
    private static final int WORTH_PARALLEL = 4;
    /** Largest number of pages of a list whose identifiers are requested as a precaution if no size is stated. */
    private static final int WORTH_A_LOOK = 4;
    /** Number of records below which a list of a set on one page is not worth another request. */
    private static final int SMALL_LIST = 10;
    /** Number of date ranges in a row without new records after which no smaller ones are requested, if they are shorter than stated. */
    private static final int DRY_ALLOWED = 4;
    /**
     * The same while a range is said to have as many records as the whole list: sixteen halvings lead from half a century to a few hours.
     * The number may be the size of everything, stated for each range.
     */
    private static final int DRY_ALLOWED_OF_ALL = 16;

    private final Lister lister;
    private final Server server;
    private final Plan plan;
    private final FallbackStrategy fallback;
    private final CompletenessCheck check;
    private final Holes holes;
    private final Walks walks;
    private final Seen seen = new Seen();
    private final Versions versions = new Versions();
    private Stored stored = Stored.NOTHING;
    private final @Nullable EarlierPages pages;
    /** The identifiers that had arrived when the list was begun again, if that matters. */
    private @Nullable Seen earlier;
    private boolean once;
    private @Nullable Long beforeOfAll;
    private final Set<ListStrategy> strategies = Collections.synchronizedSet(EnumSet.noneOf(ListStrategy.class));
    private final Budget budget = new Budget();
    /** Records that each range under way has brought. */
    private final Map<Integer, PieceCount> counts = new HashMap<>();
    /** The whole list as last requested: in the repository's granularity, perhaps with a day more. */
    private Selection asked;
    private List<Unfetched> unfetched = List.of();
    private final Patience patience = new Patience();
    private int dry;
    private boolean triedSingly;
    private boolean isOnlyWhole;
    private int narrowed;
    private int lostRecords;
    private boolean begun;
    private final ListBound bound;
    private final ListBound.Invented invented;
    private boolean isStopped;
    private @Nullable String firstFailure;
    private ListStrategy deepest = ListStrategy.WHOLE;

    /**
     * Creates the harvest of a new list.
     *
     * @param sent the list as requested
     * @param before number of records when the list was last complete; null if not known, or irrelevant
     * @param walks walks its ranges
     */
    public static WholeList begin(Lister lister, Server server, Selection sent, @Nullable Long before, Walks walks) {
        Piece whole = Piece.of(ListStrategy.WHOLE, sent, 0);
        // A server that refuses long lists gets no further request for one.
        List<Piece> parts = sent.from() == null && server.refusesLong(before)
                ? server.split().parts(whole, server.partsOf(before))
                : List.of();
        return new WholeList(lister, server, sent, before, Plan.of(parts.isEmpty() ? List.of(whole) : parts), walks,
                null);
    }

    /**
     * Creates the harvest of a list that an earlier run has begun.
     *
     * @param pages pages that the run received
     */
    public static WholeList goOn(Lister lister, Server server, Selection sent, Plan plan, Walks walks, EarlierPages pages) {
        WholeList list = new WholeList(lister, server, sent, null, plan, walks, pages);
        list.begun = true;
        list.check.storesEarlierPages();
        list.seen.miss();
        list.budget.spend(plan.fruitless());
        return list;
    }

    private WholeList(Lister lister, Server server, Selection sent, @Nullable Long before, Plan plan, Walks walks,
            @Nullable EarlierPages pages) {
        this.lister = lister;
        this.server = server;
        this.asked = sent;
        this.plan = plan;
        this.walks = walks;
        this.pages = pages;
        this.fallback = new FallbackStrategy(lister, server);
        this.holes = new Holes(plan);
        this.bound = new ListBound(server.profile());
        this.invented = new ListBound.Invented(server);
        this.bound.before(before);
        this.check = new CompletenessCheck(lister, server, fallback, sent, before, plan, seen);
    }

    /** Passes on each identifier once from now on, in its first state, for receivers that cannot recognise repetitions. */
    public WholeList eachOnce() {
        once = true;
        return this;
    }

    /**
     * Bounds the list by the number of records of the last complete list of everything, also if this one is an increment or is resumed.
     *
     * @param records null if not known
     */
    public WholeList bounded(@Nullable Long records) {
        bound.before(records);
        return this;
    }

    /**
     * Asks ListIdentifiers for a proof at the end of the list, unless it is an increment of one page.
     *
     * @param known what earlier runs have stored: lacking records that are not stored are requested first
     */
    public WholeList proven(Stored known) {
        check.wantProof();
        stored = known;
        return this;
    }

    /** Tries no parts of the list if it cannot be read whole, for callers that have another way. */
    public WholeList onlyWhole() {
        isOnlyWhole = true;
        return this;
    }

    /**
     * Allows to request the whole list instead of an increment, if the repository accepts no form of dates.
     *
     * @param before number of records when the whole list was last complete; null if not known
     */
    public WholeList orAll(@Nullable Long before) {
        beforeOfAll = before;
        fallback.allowAll();
        return this;
    }

    /**
     * Returns the next part. Must not be called after the last one.
     *
     * @throws HarvestException if it cannot continue; the parts before it stay, and the list can be resumed
     */
    public Arrival next() throws HarvestException {
        while (true) {
            Walks.Turn turn = walks.next(plan.left(), this::walk);
            Step taken = turn.taken();
            Step step = taken == null ? turn.walk().next() : taken;
            OaiReply page = turn.walk().takePage();
            List<Quarantined> lost = turn.walk().lost();
            Arrival arrival = switch (step) {
                case Step.More() -> more(turn, Objects.requireNonNull(page), lost);
                case Step.End() -> end(turn, page, lost);
                case Step.Stuck(ListFailure failure) -> stuck(turn.number(), turn.walk(), page, failure);
            };
            if (arrival != null) {
                return arrival;
            }
        }
    }

    /** Returns whether the announced size was seen to be that of another list, such as the whole repository. */
    public boolean hasSizeOfAnother() {
        return check.hasSizeOfAnother();
    }

    /** Returns the strategies used so far. May be called from other threads. */
    public Set<ListStrategy> strategies() {
        synchronized (strategies) {
            return Set.copyOf(strategies);
        }
    }

    private PieceWalk walk(Piece piece) {
        if (!check.is(piece) || !check.isPrecaution()) {
            strategies.add(piece.strategy());
        }
        if (piece.strategy() == ListStrategy.SINGLY) {
            triedSingly = triedSingly || piece.sent().equals(asked);
            check.naming(piece);
            return new SinglyWalk(server, piece, new SinglyWalk.Known(seen, versions, check.repeats().identifiers(), stored,
                    pages != null && !seen.isExact()), budget, check.isPrecaution(), check.is(piece) && !fallback.isSinglyOnly());
        }
        return new ListWalk(lister, server, piece.strategy() == ListStrategy.WHOLE ? server.client() : server.briskClient(),
                piece);
    }

    private @Nullable Arrival more(Walks.Turn turn, OaiReply page, List<Quarantined> lost) throws HarvestException {
        OaiReply counted = count(turn.number(), turn.walk(), page, lost);
        Piece place = turn.walk().place();
        String endless = endless(turn, page);
        if (endless == null && begun && check.is(place) && check.isPrecaution() && counted.records().isEmpty()
                && counted.damaged().isEmpty() && lost.isEmpty()) {
            // A page of known names brings nothing to save. A run that is cut off here reads the names again.
            page.release();
            return null;
        }
        strategies.add(place.strategy());
        holes.came(place, page);
        if (endless != null) {
            plan.missing().add(endless);
            List.copyOf(plan.left().keySet()).forEach(this::drop);
            isStopped = true;
            return arrival(counted, lost, place);
        }
        if (place.page() == 1) {
            lookAtDates(page, place);
        }
        List<Piece> parts = place.page() == 1 && place.strategy() == ListStrategy.WHOLE ? parallel(turn, place, page) : List.of();
        if (parts.isEmpty()) {
            plan.move(turn.number(), place);
        } else {
            walks.forget(turn.number());
            plan.replace(turn.number(), parts);
        }
        return arrival(counted, lost, place);
    }

    /** Returns why the list is ended as it is, because it would not end by itself; null if it may continue. */
    private @Nullable String endless(Walks.Turn turn, OaiReply page) throws HarvestException {
        bound.announced(page.token() == null ? null : page.token().completeListSize(), page.records().size());
        PieceCount count = counts.get(turn.number());
        String circle = turn.walk().endless();
        String round = circle == null && count != null ? count.endless() : circle;
        if (round != null) {
            return round;
        }
        long entries = Math.max(plan.received(), turn.walk().place().received());
        String exceeded = bound.exceeded(entries);
        return exceeded == null && bound.isUnknown() && lister == Lister.RECORDS
                ? invented.found(page, entries, turn.walk().place().sent().prefix())
                : exceeded;
    }

    /** Returns the ranges in which a long list is requested in parallel; empty if it is not. */
    private List<Piece> parallel(Walks.Turn turn, Piece place, OaiReply page) throws HarvestException {
        Long size = page.token() == null ? null : page.token().completeListSize();
        int atOnce = walks.parallel();
        if (atOnce < 2 || size == null || size < (long) WORTH_PARALLEL * page.records().size()) {
            return List.of();
        }
        if (server.ranges().areKept(place.sent().prefix())) {
            check.announced(size, turn.walk().entries());
            check.expect(size);
            return server.split().parts(place, atOnce * 4);
        }
        List<Piece> sets = fallback.bySet(place);
        // More sets than pages would need more requests than the list is worth.
        if (sets.size() < 2 || (long) sets.size() * page.records().size() > size) {
            return List.of();
        }
        check.announced(size, turn.walk().entries());
        check.bySets(size);
        check.expect(size);
        return sets;
    }

    private Arrival end(Walks.Turn turn, @Nullable OaiReply page, List<Quarantined> lost) throws HarvestException {
        int number = turn.number();
        OaiReply counted = page == null ? null : count(number, turn.walk(), page, lost);
        Piece place = turn.walk().place();
        Gap gap = turn.walk().gap();
        PieceWalk.Named names = turn.walk().names();
        if (names != null && check.is(place)) {
            check.named(names, turn.walk().entries());
        }
        if (begun && counted != null && check.is(place) && check.isPrecaution() && counted.records().isEmpty()
                && counted.damaged().isEmpty() && lost.isEmpty()) {
            counted.release();
            counted = null;
        }
        long brought = brought(number);
        // The count is stored with the position, so that it covers all runs of the list.
        long returned = seen.isExact() ? 0 : place.received() - place.different();
        forget(number);
        if (page != null) {
            holes.came(place, page);
        }
        if (place.page() <= 1 && page != null) {
            lookAtDates(page, place);
        }
        expectSize(turn.walk(), gap == null || gap.sort() == Gap.Sort.SHRUNK || gap.sort() == Gap.Sort.LOOK);
        if ((gap == null || gap.sort() == Gap.Sort.CUT) && place.strategy() == ListStrategy.WHOLE && !turn.walk().knowsSize()) {
            ofUnknownSize(place);
        }
        Gap shrunk = turn.walk().shrunk();
        if (shrunk != null && gap != null && gap.sort() != Gap.Sort.SHRUNK) {
            check.gap(shrunk, false, place);
        }
        if (returned > 0 && !turn.walk().knowsSize()) {
            // A check of identifiers does not resolve this, because the identifiers of earlier runs are not known.
            plan.missing().add(moved(returned));
        } else if (returned > 0 && gap != null) {
            server.note(moved(returned));
        }
        if (place.depth() > 0) {
            patience.partEnded();
        }
        Selection more = place.received() == 0 && page != null && page.has(OaiError.Code.NO_RECORDS_MATCH)
                ? DateSplit.oneDayMore(place.sent())
                : null;
        Piece rest = null;
        if (more != null) {
            plan.replace(number, List.of(Piece.of(place.strategy(), more, place.depth())));
        } else if (gap != null && gap.sort() == Gap.Sort.CUT && place.depth() > 0 && brought == 0) {
            // A page full of one datestamp hides what follows it.
            Piece beyond = place.strategy() == ListStrategy.DATES ? fallback.beyond(place) : null;
            if (beyond != null) {
                check.fullOfOneDatestamp();
            }
            plan.replace(number, beyond == null ? List.of() : List.of(beyond));
        } else if (gap != null) {
            // Records missed between two pages are dated before the last datestamp.
            boolean mayFollow = brought > 0 && gap.sort() != Gap.Sort.SHRUNK && gap.sort() != Gap.Sort.LOOK
                    && (place.strategy() != ListStrategy.SINGLY || fallback.isSinglyOnly());
            rest = mayFollow ? fallback.restOf(place) : null;
            if (rest != null && place.depth() > 0 && gap.sort() == Gap.Sort.GAP && turn.walk().endsInHole()) {
                // The empty pages are where the rest begins, and the rest is checked by itself.
                gap = new Gap(Gap.Sort.CUT, 0, gap.message());
            }
            // The size of a range says nothing about what follows it, so both sides of the cut are requested and checked by themselves.
            boolean isCutPart = rest != null && gap.sort() == Gap.Sort.SIZE && place.depth() > 0;
            List<Piece> sides = isCutPart ? fallback.behind(place).stream().limit(1).toList() : List.of();
            if (rest != null && !sides.isEmpty()) {
                // Other records may share the last datestamp, so it belongs to both sides.
                sides = List.of(sides.getFirst(), rest);
            }
            if (gap.sort() == Gap.Sort.CUT && page != null && page.records().size() == 1) {
                oneAtATime(place, brought);
            }
            List<Piece> halves = rest == null ? halvesOf(turn.walk(), gap, brought) : sides;
            // Halves are checked by themselves.
            List<Piece> next = new ArrayList<>(halves.isEmpty() ? between(turn.walk(), gap, rest != null) : List.of());
            if (halves.isEmpty()) {
                check.gap(gap, rest != null, place);
            }
            next.addAll(rest == null || !halves.isEmpty() ? halves : List.of(rest));
            plan.replace(number, next);
        } else {
            plan.end(number);
        }
        holes.ended(place, gap, rest);
        return arrival(counted, lost, place);
    }

    /** Returns the date ranges that empty pages may hide; empty if dates do not help. */
    private List<Piece> between(PieceWalk walk, Gap gap, boolean isRestAsked) throws HarvestException {
        List<Holes.Hole> found = gap.sort() == Gap.Sort.GAP && lister == Lister.RECORDS ? walk.holes(isRestAsked) : List.of();
        return found.isEmpty() || server.profile().isNot(ServerTrait.HEADER_DATES)
                || !server.ranges().areKept(walk.place().sent().prefix())
                        ? List.of()
                        : holes.ranges(walk.place(), found, gap, server.granularity());
    }

    /**
     * Handles a list that shows one record and no token, and so may hide all others. If later records exist, there may also be some with
     * the same datestamp.
     */
    private void oneAtATime(Piece place, long brought) {
        if (place.strategy() == ListStrategy.WHOLE) {
            server.sendsOne();
        } else if (server.maySendOne() && brought > 0) {
            String message = "the repository sends one record at a time and no resumptionToken: of records with the same datestamp"
                    + " it shows only one";
            if (!plan.missing().contains(message)) {
                plan.missing().add(message);
            }
        }
    }

    /** Handles a list without evidence against it, of which only the missing token indicates the end. */
    private void ofUnknownSize(Piece place) {
        Selection sent = place.sent();
        boolean isAll = sent.from() == null && sent.until() == null;
        boolean isOfSet = sent.set() != null && place.received() >= SMALL_LIST;
        boolean isFewPages = (place.page() > 1 || isOfSet) && place.page() <= WORTH_A_LOOK;
        if (check.repeats().areSome()) {
            check.gap(new Gap(Gap.Sort.CUT, 0, "records arrived twice, and the size of the list is not stated"), false, place);
        } else if (lister == Lister.RECORDS && isAll && isFewPages && plan.received() > 0 && seen.isExact()) {
            check.gap(new Gap(Gap.Sort.LOOK, 0, "the size of the list is not stated"), false, place);
        }
    }

    /**
     * Returns smaller ranges of an incomplete range of dates, which are checked by themselves. Empty if it is no range of dates, or if
     * smaller ones would not help.
     */
    private List<Piece> halvesOf(PieceWalk walk, Gap gap, long brought) throws HarvestException {
        Piece place = walk.place();
        dry = brought > 0 ? 0 : dry + 1;
        boolean isRange = place.strategy() == ListStrategy.DATES
                || place.strategy() == ListStrategy.SINGLY && fallback.isSinglyOnly() && !check.is(place);
        // The first page shows records of this range; the dates after its last one are requested alone.
        List<Piece> behind = isRange && brought == 0 && gap.sort() == Gap.Sort.SIZE && place.page() == 1
                ? fallback.behind(place)
                : List.of();
        boolean tellsItsEnd = place.ordered() && place.last() != null;
        boolean isWorthIt = isRange && switch (gap.sort()) {
            // A size of everything that is stated for every range says nothing about a range that arrived in order.
            case SIZE -> brought > 0 || dry <= DRY_ALLOWED && check.isLessThanAll(gap.size())
                    || dry <= DRY_ALLOWED_OF_ALL && (!tellsItsEnd || !behind.isEmpty());
            case GAP -> place.page() > 1 && (brought > 0 || dry <= DRY_ALLOWED_OF_ALL);
            case CUT -> brought > 0;
            case SHRUNK, DROP, LOOK, NAMED, OLDER, NO_SET -> false;
        };
        if (!isWorthIt || !budget.takeFruitless() || !server.ranges().areKept(place.sent().prefix())) {
            return List.of();
        }
        return behind.isEmpty() ? server.split().halves(place) : behind;
    }

    private @Nullable Arrival stuck(int number, PieceWalk walk, @Nullable OaiReply page, ListFailure failure)
            throws HarvestException {
        OaiReply counted = page == null ? null : count(number, walk, page, List.of());
        Piece place = walk.place();
        boolean isNew = brought(number) > 0;
        forget(number);
        Long stated = walk.size();
        if (place.strategy() == ListStrategy.WHOLE && place.token() != null && stated != null && place.different() >= stated) {
            check.unansweredToken(stated, failure);
        }
        if (place.strategy() == ListStrategy.SINGLY && page != null) {
            // Some of its records may have been requested in vain.
            check.loses();
        }
        PieceWalk.Named names = walk.names();
        if (check.is(place) && names != null) {
            check.doubts(names.doubtfulDeletions());
        }
        if (check.is(place) && check.isPrecaution()) {
            check.namesFailed(failure.message());
            plan.end(number);
            return arrival(counted, List.of(), place);
        }
        narrowed++;
        check.brokeOff();
        if (failure.sort() == ListFailure.Sort.LOOP && place.last() != null && place.last().equals(place.sent().from())) {
            check.fullOfOneDatestamp();
        }
        firstFailure = firstFailure == null ? failure.message() : firstFailure;
        String hopeless = hopeless(failure, isNew);
        if (hopeless != null && lister == Lister.RECORDS && !triedSingly && plan.missing().isEmpty()) {
            // Single records may still be available where all lists have failed.
            server.note(hopeless + ": single records are requested");
            firstFailure = firstFailure + "; " + hopeless;
            expectSize(walk, true);
            List.copyOf(plan.left().keySet()).forEach(this::drop);
            plan.append(Piece.of(ListStrategy.SINGLY, asked, 1));
            fallback.askSingly();
            check.onlySingly();
            deepest = ListStrategy.SINGLY;
            return counted == null ? null : arrival(counted, List.of(), place);
        }
        List<Piece> lastResort = hopeless != null && plan.missing().isEmpty() ? check.lastResort() : List.of();
        if (!lastResort.isEmpty()) {
            server.note(hopeless + ": the identifiers of each set are requested");
            plan.missing().add(failure.message() + "; " + hopeless);
            List.copyOf(plan.left().keySet()).forEach(this::drop);
            lastResort.forEach(plan::append);
            return counted == null ? null : arrival(counted, List.of(), place);
        }
        if (hopeless != null) {
            plan.missing().add(failure.message() + "; " + hopeless);
            List.copyOf(plan.left().keySet()).forEach(this::drop);
            return arrival(counted, List.of(), place);
        }
        expectSize(walk, true);
        List<Piece> below = failure.sort() == ListFailure.Sort.LOOP && check.isLastResort(place)
                ? List.of()
                : fallback.below(place, failure, isNew);
        if (fallback.isSinglyOnly()) {
            check.onlySingly();
        }
        if (failure.sort() == ListFailure.Sort.DATES && below.size() == 1 && place.sent().equals(asked)) {
            resent(below.getFirst().sent());
        }
        if (below.isEmpty()) {
            giveUp(place, failure);
        } else {
            tell(failure, below);
            if (check.is(place) && below.getFirst().strategy() == ListStrategy.SETS) {
                check.namesBrokeOff(place);
            }
        }
        holes.ended(place, new Gap(Gap.Sort.CUT, 0, failure.message()), below.size() == 1 ? below.getFirst() : null);
        boolean isAgain = below.size() == 1 && below.getFirst().strategy() == ListStrategy.WHOLE && !plan.isSplit();
        Gap hole = lister == Lister.RECORDS && !isAgain ? walk.hole() : null;
        if (hole != null) {
            // The rest is requested in another way, so this walk has no end at which it would report its empty pages.
            List<Piece> all = new ArrayList<>(between(walk, hole, true));
            all.addAll(below);
            below = all;
            check.gap(hole, true, place);
        }
        if (isAgain) {
            // It begins again, so nothing that has arrived counts.
            begun = false;
            if (once) {
                earlier = seen.handOver();
            } else {
                seen.clear();
            }
            versions.clear();
            check.repeats().clear();
            plan.received(0);
        }
        plan.replace(number, below);
        if (counted == null && !plan.left().isEmpty()) {
            return null;
        }
        return arrival(counted, List.of(), place);
    }

    /** Notes that the list is requested with other dates from now on, or completely instead of an increment. */
    private void resent(Selection words) {
        if (asked.from() != null && words.from() == null) {
            check.resent(words, beforeOfAll);
        } else {
            check.resent(words);
        }
        asked = words;
    }

    private void lookAtDates(OaiReply page, Piece place) throws HarvestException {
        server.ranges().lookAt(page, place.sent());
        if (place.strategy() == ListStrategy.DATES && server.ranges().leavesOutUntil(page, place.sent())) {
            check.gap(new Gap(Gap.Sort.GAP, 0, "windows of days were requested without their last days"), false, place);
        }
    }

    /**
     * Notes the size of the whole list: all ranges together have to bring as many records.
     *
     * @param more true if the walk itself has not found that it is short
     */
    private void expectSize(PieceWalk walk, boolean more) {
        Long size = walk.size();
        boolean isWhole = walk.place().strategy() == ListStrategy.WHOLE || fallback.isSinglyOnly() && check.is(walk.place());
        if (size != null && isWhole) {
            check.announced(size, walk.entries());
            check.mayBeSize(walk.knowsSize());
            if (more) {
                check.expect(size);
            }
        } else if (size != null && check.is(walk.place()) && walk.knowsSize() && !server.speaksEarlyProtocol()) {
            check.announcedOfNames(size);
        }
    }

    /** Returns the number of records that a range has brought and that are new in this run. */
    private long brought(int number) {
        PieceCount count = counts.get(number);
        return count == null ? 0 : count.brought();
    }

    private static String moved(long records) {
        return (records == 1 ? "1 record has" : records + " records have")
                + " arrived twice or changed while several runs read the list: as many others may have slipped between two pages";
    }

    private void forget(int number) {
        walks.forget(number);
        PieceCount count = counts.remove(number);
        if (count != null) {
            count.close();
        }
    }

    private void drop(int number) {
        forget(number);
        plan.end(number);
    }

    /** Returns why nothing more is tried; null if something is. */
    private @Nullable String hopeless(ListFailure failure, boolean isNew) {
        if (isOnlyWhole) {
            return failure.message();
        }
        if (!budget.takeFruitless()) {
            return Budget.tooFruitless();
        }
        return patience.givesUp(failure, isNew, (lister == Lister.HEADERS || fallback.failsInBothWays()) && plan.received() == 0);
    }

    /** Abandons a range. The completeness check may bring its records if it does not end, or is refused. */
    private void giveUp(Piece place, ListFailure failure) {
        boolean isRefused = switch (failure.sort()) {
            case REFUSED, DATES, POISONED -> place.page() == 0 && place.strategy() != ListStrategy.SINGLY;
            case LOOP -> true;
            case TOKEN, TOO_LARGE, SPENT -> false;
        };
        String first = String.valueOf(firstFailure);
        String message = first.equals(failure.message())
                ? first
                : first + "; " + place.strategy().text() + ": " + failure.message();
        check.gaveUp();
        if (failure.sort() != ListFailure.Sort.SPENT && (check.is(place) || isRefused)) {
            check.gap(new Gap(Gap.Sort.GAP, 0, message), false, place);
        } else {
            plan.missing().add(message);
        }
    }

    private void tell(ListFailure failure, List<Piece> below) {
        ListStrategy strategy = below.getFirst().strategy();
        if (strategy == ListStrategy.SETS) {
            check.bySets(0);
        }
        if (strategy == ListStrategy.DATES) {
            plan.reentered();
        }
        if (strategy.compareTo(deepest) > 0) {
            deepest = strategy;
            server.note(failure.message() + ": the list is re-entered " + strategy.text());
        }
    }

    /**
     * Counts the received records. For a range that replaces another one, only new records are passed on, because records that changed
     * since the list began arrive with the next increment. For a restarted list all are passed on, unless each is wanted once.
     */
    private OaiReply count(int number, PieceWalk walk, OaiReply page, List<Quarantined> lost) {
        Piece piece = plan.left().get(number);
        boolean isWhole = piece == null || piece.strategy() == ListStrategy.WHOLE;
        boolean isAgain = !isWhole && seen.isExact();
        Seen before = earlier;
        check.cameOnPage(page);
        versions.began(page.serverTime().orElse(null));
        PieceCount count = counts.computeIfAbsent(number,
                _ -> new PieceCount(seen, versions, isWhole, piece == null ? 0 : piece.different()));
        int returned = pages == null || seen.isExact() ? 0 : pages.mayHaveBrought(page.records(), seen);
        count.returned(returned);
        List<OaiRecord> repeated = count.add(page);
        if (!repeated.isEmpty() && isWhole) {
            check.repeats().look(page, repeated);
        }
        List<OaiRecord> passed = repeated.isEmpty() ? page.records() : RepeatedHeaders.withoutEchoes(page.records());
        if (!repeated.isEmpty() && (isAgain || once)) {
            // Compared by object, because of a record that occurs twice on a page, one is the first.
            Set<OaiRecord> again = Collections.newSetFromMap(new IdentityHashMap<>());
            again.addAll(repeated);
            if (!once) {
                // If a page names a record first as live and then as deleted, it means the deletion. Both are passed on, in their order.
                Set<String> firstHere = new HashSet<>();
                page.records().stream().filter(record -> !again.contains(record))
                        .forEach(record -> firstHere.add(record.identifier()));
                again.removeIf(record -> firstHere.contains(record.identifier()));
            }
            passed = passed.stream().filter(record -> !again.contains(record)).toList();
        }
        if (before != null) {
            passed = passed.stream().filter(record -> !before.contains(record.identifier())).toList();
        }
        boolean isPassedWhole = passed.size() == page.records().size();
        long brought = (long) page.records().size() - repeated.size();
        plan.count(passed.size() + page.received() - page.records().size() + lost.size());
        plan.different(seen.isExact() ? seen.count() : plan.different() + brought - returned + lost.size());
        walk.counted(count.different(), count.isNew());
        unfetched = walk.unfetched();
        lostRecords += lost.size();
        if (!lost.isEmpty()) {
            check.loses();
        }
        if (brought > 0 || !lost.isEmpty()) {
            patience.recordCame();
            if (piece != null && piece.strategy() == ListStrategy.SINGLY) {
                deepest = ListStrategy.SINGLY;
            }
        }
        return isPassedWhole ? page : page.withRecords(passed);
    }

    private Arrival arrival(@Nullable OaiReply page, List<Quarantined> lost, Piece place) throws HarvestException {
        if (place.strategy() == ListStrategy.WHOLE) {
            asked = place.sent();
        }
        boolean begins = !begun;
        begun = true;
        boolean last = plan.left().isEmpty() && (isStopped || !check.isNeeded());
        Piece only = plan.left().size() == 1 ? plan.left().values().iterator().next() : null;
        if (last) {
            report();
        }
        return new Arrival(page, lost, lost.isEmpty() ? List.of() : unfetched, begins, last, last ? missing() : null,
                plan.isSplit() ? null : only,
                last ? null : plan.toText(budget.fruitless()), asked, plan.received(),
                seen.isExact() ? seen.count() : null, last ? check.evidence(missing()) : null, last && check.isShort());
    }

    private @Nullable String missing() {
        List<String> all = new ArrayList<>(plan.missing());
        all.addAll(check.gaps());
        return all.isEmpty() ? null : String.join("; ", all);
    }

    private void report() {
        if (deepest != ListStrategy.WHOLE) {
            server.note("the list was re-entered " + deepest.text() + ", after " + narrowed
                    + (narrowed == 1 ? " request" : " requests")
                    + " that did not bring the wanted records"
                    + (lostRecords == 0
                            ? ""
                            : "; " + lostRecords + (lostRecords == 1 ? " record" : " records")
                                    + " could not be fetched and " + (lostRecords == 1 ? "is" : "are") + " in quarantine"));
        }
    }

    @Override
    public void close() {
        walks.close();
        List.copyOf(counts.keySet()).forEach(this::forget);
        seen.close();
        versions.close();
        if (earlier != null) {
            earlier.close();
        }
    }
}
