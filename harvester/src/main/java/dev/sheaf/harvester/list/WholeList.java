package dev.sheaf.harvester.list;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Rung;
import dev.sheaf.harvester.client.ListPage;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.list.PieceWalk.Step;

/**
 * A list, brought home whole: walked by token as long as that works, by the {@link Ladder} where it does not, with a {@link Proof} at its
 * end when something speaks against its being whole.
 *
 * <p>Pulled by one thread at a time; asks for nothing before it is pulled, unless several requests may be under way at once.
 */
public final class WholeList implements AutoCloseable {

    /** Walks for smaller and smaller pieces, one after another without a record, until the list as a whole is given up. */
    private static final int HOPELESS = 80;
    /** The same, when neither records nor their names could be had: then it is hardly the size of the list that is too much. */
    private static final int HOPELESS_IN_BOTH_WAYS = 12;
    /** Pages that a list has to have until it is worth to be asked for in parallel. */
    private static final int WORTH_PARALLEL = 4;

    private final Lister lister;
    private final Server server;
    private final Plan plan;
    private final Ladder ladder;
    private final Proof proof;
    private final Walks walks;
    private final Seen seen = new Seen();
    /** What had come when the list was begun again, where that matters. */
    private @Nullable Seen earlier;
    private boolean once;
    private final Set<Rung> rungs = Collections.synchronizedSet(EnumSet.noneOf(Rung.class));
    private final Budget budget = new Budget();
    private final Map<Integer, Long> fresh = new HashMap<>();
    /** The whole of it, as it was last requested: in the repository's kind of datestamps, perhaps with a day more. */
    private Selection asked;
    private int barren;
    private int narrowed;
    private int lostRecords;
    private int nameless;
    private boolean begun;
    private @Nullable String firstTrouble;
    private Rung deepest = Rung.WHOLE;

    /**
     * A list that begins.
     *
     * @param sent the list as it is requested
     * @param before records that the list had when it was last complete; null when that is not known, or does not matter
     * @param walks how its pieces are walked
     */
    public static WholeList begin(Lister lister, Server server, Selection sent, @Nullable Long before, Walks walks) {
        Piece whole = Piece.of(Rung.WHOLE, sent, 0);
        // A server that refuses long lists is not asked for one again.
        List<Piece> parts = sent.from() == null && server.refusesLong(before)
                ? server.split().parts(whole, server.partsOf(before))
                : List.of();
        return new WholeList(lister, server, sent, before, Plan.of(parts.isEmpty() ? List.of(whole) : parts), walks);
    }

    /** A list that goes on, as an earlier run left it. */
    public static WholeList goOn(Lister lister, Server server, Selection sent, Plan plan, Walks walks) {
        WholeList list = new WholeList(lister, server, sent, null, plan, walks);
        list.begun = true;
        list.seen.miss();
        list.budget.spend(plan.fruitless());
        return list;
    }

    private WholeList(Lister lister, Server server, Selection sent, @Nullable Long before, Plan plan, Walks walks) {
        this.lister = lister;
        this.server = server;
        this.asked = sent;
        this.plan = plan;
        this.walks = walks;
        this.ladder = new Ladder(lister, server);
        this.proof = new Proof(lister, server, sent, before, plan, seen);
    }

    /** From now on what was passed on is not passed on again when the list has to be begun again: for those who cannot tell. */
    public WholeList eachOnce() {
        once = true;
        return this;
    }

    /**
     * What comes next. Not to be called behind the last.
     *
     * @throws HarvestException when it cannot go on; what came before stays, and can be gone on from
     */
    public Arrival next() throws HarvestException {
        while (true) {
            Walks.Answered answered = walks.next(plan.left(), this::walk);
            Arrival arrival = switch (answered.step()) {
                case Step.More(ListPage page, List<Quarantined> lost) -> more(answered, page, lost);
                case Step.End(ListPage page, List<Quarantined> lost, Doubt doubt) -> end(answered, page, lost, doubt);
                case Step.Stuck(ListPage page, Trouble trouble) -> stuck(answered.number(), answered.walk(), page, trouble);
            };
            if (arrival != null) {
                return arrival;
            }
        }
    }

    /** The ways in which it was asked for until now. Safe to ask for while it is pulled. */
    public Set<Rung> rungs() {
        synchronized (rungs) {
            return Set.copyOf(rungs);
        }
    }

    private PieceWalk walk(Piece piece) {
        rungs.add(piece.rung());
        if (piece.rung() == Rung.SINGLY) {
            return new SinglyWalk(server, piece, seen, budget);
        }
        return new ListWalk(lister, server, piece.rung() == Rung.WHOLE ? server.client() : server.briskClient(), piece);
    }

    private Arrival more(Walks.Answered answered, ListPage page, List<Quarantined> lost) throws HarvestException {
        Piece place = answered.walk().place();
        ListPage counted = count(answered.number(), page, lost);
        if (place.page() == 1) {
            lookAtDates(page, place);
        }
        List<Piece> parts = place.page() == 1 && place.rung() == Rung.WHOLE ? parallel(place, page) : List.of();
        if (parts.isEmpty()) {
            plan.move(answered.number(), place);
        } else {
            walks.forget(answered.number());
            plan.replace(answered.number(), parts);
        }
        return arrival(counted, lost, place);
    }

    /** The parts in which a long list is asked for when several requests may be under way; empty when it is not. */
    private List<Piece> parallel(Piece place, ListPage page) throws HarvestException {
        Long size = page.token() == null ? null : page.token().completeListSize();
        int atOnce = walks.parallel();
        if (atOnce < 2 || size == null || size < (long) WORTH_PARALLEL * page.records().size()) {
            return List.of();
        }
        if (server.ranges().areKept(place.sent().prefix())) {
            proof.expect(size);
            return server.split().parts(place, atOnce * 4);
        }
        List<Piece> sets = ladder.bySet(place);
        // More sets than pages would be more requests than the list is worth.
        if (sets.size() < 2 || (long) sets.size() * page.records().size() > size) {
            return List.of();
        }
        proof.bySets(size);
        proof.expect(size);
        return sets;
    }

    private Arrival end(Walks.Answered answered, ListPage page, List<Quarantined> lost, @Nullable Doubt doubt)
            throws HarvestException {
        int number = answered.number();
        Piece place = answered.walk().place();
        ListPage counted = count(number, page, lost);
        long brought = fresh.getOrDefault(number, 0L);
        walks.forget(number);
        if (place.page() <= 1) {
            lookAtDates(page, place);
        }
        if (doubt == null || doubt.sort() == Doubt.Sort.SHRUNK) {
            expectSize(answered.walk());
        }
        Selection more = place.received() == 0 && page.has(OaiError.Code.NO_RECORDS_MATCH)
                ? DateSplit.oneDayMore(place.sent())
                : null;
        if (more != null) {
            plan.replace(number, List.of(Piece.of(place.rung(), more, place.depth())));
        } else if (doubt != null && !(doubt.sort() == Doubt.Sort.CUT && place.depth() > 0 && brought == 0)) {
            // What slipped between two pages lies before the last datestamp.
            boolean mayFollow = brought > 0 && place.rung() != Rung.SINGLY && doubt.sort() != Doubt.Sort.SHRUNK;
            Piece rest = mayFollow ? ladder.restOf(place) : null;
            proof.doubt(doubt, rest != null, place);
            plan.replace(number, rest == null ? List.of() : List.of(rest));
        } else {
            plan.end(number);
        }
        return arrival(counted, lost, place);
    }

    private @Nullable Arrival stuck(int number, PieceWalk walk, @Nullable ListPage page, Trouble trouble)
            throws HarvestException {
        Piece place = walk.place();
        ListPage counted = page == null ? null : count(number, page, List.of());
        walks.forget(number);
        narrowed++;
        firstTrouble = firstTrouble == null ? trouble.message() : firstTrouble;
        String hopeless = hopeless();
        if (hopeless != null) {
            plan.missing().add(trouble.message() + "; " + hopeless);
            List.copyOf(plan.left().keySet()).forEach(plan::end);
            return arrival(counted, List.of(), place);
        }
        expectSize(walk);
        List<Piece> below = ladder.below(place, trouble, fresh.getOrDefault(number, 0L) > 0);
        if (below.isEmpty()) {
            giveUp(place, trouble);
        } else {
            tell(trouble, below);
        }
        if (below.size() == 1 && below.getFirst().rung() == Rung.WHOLE && !plan.isSplit()) {
            // From its beginning: nothing that has come counts.
            begun = false;
            if (once) {
                earlier = seen.handOver();
            } else {
                seen.clear();
            }
            plan.received(0);
        }
        plan.replace(number, below);
        if (counted == null && !plan.left().isEmpty()) {
            return null;
        }
        return arrival(counted, List.of(), place);
    }

    private void lookAtDates(ListPage page, Piece place) throws HarvestException {
        server.ranges().lookAt(page, place.sent());
        if (place.rung() == Rung.DATES && server.ranges().leavesOutUntil(page, place.sent())) {
            proof.doubt(new Doubt(Doubt.Sort.GAP, 0, "windows of days were asked for without their last days"), false, place);
        }
    }

    /** What the whole list was to have, all pieces of it have to bring. */
    private void expectSize(PieceWalk walk) {
        Long size = walk.size();
        if (size != null && walk.place().rung() == Rung.WHOLE) {
            proof.expect(size);
        }
    }

    /** Why nothing more is tried; null when it is. */
    private @Nullable String hopeless() {
        if (!budget.takeFruitless()) {
            return Budget.tooFruitless();
        }
        int most = ladder.failsInBothWays() && plan.received() == 0 ? HOPELESS_IN_BOTH_WAYS : HOPELESS;
        return ++barren > most
                ? "given up after " + most + " smaller requests one after another that brought nothing"
                : null;
    }

    /** What did not come of a piece that does not end, or is refused, the proof may bring. */
    private void giveUp(Piece place, Trouble trouble) {
        boolean isRefused = switch (trouble.sort()) {
            case REFUSED, DATES, POISONED -> place.page() == 0 && place.rung() != Rung.SINGLY;
            case LOOP -> true;
            case TOKEN, TOO_LARGE, SPENT -> false;
        };
        String first = String.valueOf(firstTrouble);
        String message = first.equals(trouble.message()) ? first : first + "; " + place.rung().text() + ": " + trouble.message();
        if (proof.is(place) || isRefused) {
            proof.doubt(new Doubt(Doubt.Sort.GAP, 0, message), false, place);
        } else {
            plan.missing().add(message);
        }
    }

    private void tell(Trouble trouble, List<Piece> below) {
        Rung rung = below.getFirst().rung();
        if (rung == Rung.SETS) {
            proof.bySets(0);
        }
        if (rung == Rung.DATES) {
            plan.reentered();
        }
        if (rung.compareTo(deepest) > 0) {
            deepest = rung;
            server.note(trouble.message() + ": the list is re-entered " + rung.text());
        }
    }

    /**
     * Counts what came. Of a piece that is asked for behind another, only what has not come before is passed on: what has changed since the
     * list began comes with the next increment. Of a list that is begun again everything is, unless each is wanted once.
     */
    private ListPage count(int number, ListPage page, List<Quarantined> lost) {
        Piece piece = plan.left().get(number);
        boolean isAgain = piece != null && piece.rung() != Rung.WHOLE && seen.isExact();
        Seen before = earlier;
        boolean isPassedWhole = !isAgain && before == null;
        List<OaiRecord> passed = isPassedWhole
                ? page.records()
                : page.records()
                        .stream()
                        .filter(record -> !(isAgain && seen.contains(record.identifier())))
                        .filter(record -> before == null || !before.contains(record.identifier()))
                        .toList();
        long brought = page.records().stream().filter(record -> seen.add(name(record.identifier()))).count();
        // A record that was cut has yet to come.
        page.reply()
                .reading()
                .damaged()
                .stream()
                .filter(damaged -> !damaged.isCut())
                .forEach(damaged -> seen.add(name(damaged.identifier())));
        plan.count(passed.size() + page.received() - page.records().size() + lost.size());
        lostRecords += lost.size();
        if (brought > 0 || !lost.isEmpty()) {
            barren = 0;
            if (piece != null && piece.rung() == Rung.SINGLY) {
                deepest = Rung.SINGLY;
            }
        }
        fresh.merge(number, brought, Long::sum);
        return isPassedWhole ? page : new ListPage(page.reply(), passed, page.token(), page.errors());
    }

    /** Records without identifier are each one of their own. */
    private String name(@Nullable String identifier) {
        return identifier == null || identifier.isBlank() ? "#" + nameless++ : identifier;
    }

    private Arrival arrival(@Nullable ListPage page, List<Quarantined> lost, Piece place) throws HarvestException {
        if (place.rung() == Rung.WHOLE) {
            asked = place.sent();
        }
        boolean begins = !begun;
        begun = true;
        boolean last = plan.left().isEmpty() && !proof.isNeeded();
        Piece only = plan.left().size() == 1 ? plan.left().values().iterator().next() : null;
        if (last) {
            report();
        }
        return new Arrival(page, lost, begins, last, last ? missing() : null, plan.isSplit() ? null : only,
                last ? null : plan.toText(budget.fruitless()), asked, plan.received(),
                seen.isExact() ? seen.count() : null);
    }

    private @Nullable String missing() {
        List<String> all = new ArrayList<>(plan.missing());
        plan.doubts().forEach(doubt -> all.add(doubt.message()));
        return all.isEmpty() ? null : String.join("; ", all);
    }

    private void report() {
        if (deepest != Rung.WHOLE) {
            server.note("the list was re-entered " + deepest.text() + ", after " + narrowed
                    + (narrowed == 1 ? " request" : " requests")
                    + " that did not bring what was asked for"
                    + (lostRecords == 0
                            ? ""
                            : "; " + lostRecords + (lostRecords == 1 ? " record" : " records")
                                    + " could not be had and " + (lostRecords == 1 ? "is" : "are") + " in quarantine"));
        }
    }

    @Override
    public void close() {
        walks.close();
        seen.close();
        if (earlier != null) {
            earlier.close();
        }
    }
}
