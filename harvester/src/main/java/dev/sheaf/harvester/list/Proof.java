package dev.sheaf.harvester.list;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Rung;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Shrinkage;
import dev.sheaf.harvester.client.ListPage;
import dev.sheaf.harvester.http.HarvestException;

/**
 * What is done at the end of a list that may not be whole: ListIdentifiers is asked which records there are, and those that have not come
 * are fetched one by one. A size that the repository states is held to be wrong only when two ways to ask end at the same number.
 */
final class Proof {

    private enum State {
        OPEN, WHOLE_SIZE_ASKED, NAMED, HALVED
    }

    private final Lister lister;
    private final Server server;
    private final Selection sent;
    private final @Nullable Long before;
    private final Plan plan;
    private final Seen seen;
    private final List<Doubt> doubtsOfProof = new ArrayList<>();
    private State state = State.OPEN;

    /** @param before records of the list when it was last complete; null when that does not matter */
    Proof(Lister lister, Server server, Selection sent, @Nullable Long before, Plan plan, Seen seen) {
        this.lister = lister;
        this.server = server;
        this.sent = sent;
        this.before = before;
        this.plan = plan;
        this.seen = seen;
    }

    /** True of the piece that this has planned. */
    boolean is(Piece piece) {
        return state == State.NAMED && piece.rung() == Rung.SINGLY && piece.sent().equals(sent);
    }

    /** The list is split, and this many records have to come of all parts. */
    void expect(long size) {
        if (!server.profile().isNot(ServerTrait.SIZES)
                && plan.doubts().stream().noneMatch(doubt -> doubt.sort() == Doubt.Sort.SIZE && doubt.size() == size)) {
            plan.doubts().add(new Doubt(Doubt.Sort.SIZE, size, "fewer records came than the " + size + " that the list has"));
        }
    }

    /**
     * A piece has ended, and something speaks against its being whole.
     *
     * @param isGoingOn true when what follows its last datestamp is asked for
     */
    void doubt(Doubt doubt, boolean isGoingOn, Piece piece) {
        if (is(piece)) {
            // That it names fewer records than it states is what is to be found out, and some sizes fall on every list: they are guesses.
            if (doubt.sort() != Doubt.Sort.SIZE && doubt.sort() != Doubt.Sort.SHRUNK) {
                doubtsOfProof.add(doubt);
            }
            return;
        }
        if (isGoingOn) {
            plan.reentered();
        }
        if (doubt.sort() != Doubt.Sort.CUT || !isGoingOn) {
            // The size of a part is not that of the list.
            plan.doubts().add(piece.rung() == Rung.WHOLE ? doubt : new Doubt(doubt.sort(), 0, doubt.message()));
        }
    }

    /**
     * The list, or a piece of it, is asked for set by set.
     *
     * @param size of the whole list as the repository states it: when so many different records come, none is in no set; 0 when it is not
     *     known
     */
    void bySets(long size) {
        boolean isBelieved = !server.profile().isNot(ServerTrait.SIZES);
        plan.doubts().add(new Doubt(Doubt.Sort.NO_SET, isBelieved ? size : 0,
                "the list came set by set, and records may be in none"));
    }

    /** Everything has come. Looks for what speaks against it, and plans what might settle that; false when nothing is left to do. */
    boolean isNeeded() throws HarvestException {
        boolean isNeeded = isMoreToAsk();
        if (!isNeeded) {
            // The list has ended by the protocol's rule, and whatever could be asked has not shown that more was there.
            plan.doubts().stream().filter(doubt -> doubt.sort() == Doubt.Sort.CUT).map(Doubt::message).forEach(server::note);
            plan.doubts().removeIf(doubt -> doubt.sort() == Doubt.Sort.CUT);
        }
        return isNeeded;
    }

    private boolean isMoreToAsk() throws HarvestException {
        if (state == State.OPEN) {
            drop();
        }
        // Of sets, records come as often as they are in some.
        plan.doubts().removeIf(doubt -> doubt.size() > 0 && count() >= doubt.size()
                && (doubt.sort() != Doubt.Sort.NO_SET || seen.isExact()));
        if (plan.doubts().isEmpty() || !plan.missing().isEmpty()) {
            return false;
        }
        if (state == State.OPEN) {
            state = State.WHOLE_SIZE_ASKED;
            sizeOfAnother();
            if (plan.doubts().isEmpty()) {
                return false;
            }
        }
        if (state == State.WHOLE_SIZE_ASKED) {
            if (!seen.isExact()) {
                return false;
            }
            state = State.NAMED;
            plan.append(Piece.of(lister == Lister.RECORDS ? Rung.SINGLY : Rung.DATES, sent, 1));
            return true;
        }
        return conclude();
    }

    /** Much less than the last time may be all there is, or a server that has lost its index (dpla/ingestion3#777). */
    private void drop() {
        if (before == null) {
            return;
        }
        Shrinkage shrinkage = Shrinkage.of(before, count());
        if (!shrinkage.isUsual(Shrinkage.USUAL_PERCENT)) {
            plan.doubts().add(new Doubt(Doubt.Sort.DROP, 0, shrinkage.toString()));
        }
    }

    /** Different records that have come; some of them may be counted twice when an earlier run brought the others. */
    private long count() {
        return seen.isExact() ? seen.count() : plan.received();
    }

    /** Some state the size of the whole repository for every part of it (MI-DPLA/combine#240). */
    private void sizeOfAnother() throws HarvestException {
        Doubt size = plan.doubts().stream().filter(doubt -> doubt.sort() == Doubt.Sort.SIZE && doubt.size() > 0).findFirst()
                .orElse(null);
        if (size == null || sent.set() == null && sent.from() == null && sent.until() == null) {
            return;
        }
        Long whole;
        try {
            ListPage page = server.briskClient().listIdentifiers(Selection.all(sent.prefix()));
            whole = page.token() == null ? null : page.token().completeListSize();
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return;
        }
        if (whole != null && whole == size.size()) {
            server.note("the repository states its own size, " + whole + ", as that of every list");
            server.learn(ServerTrait.SIZES, false);
            plan.doubts().removeIf(doubt -> doubt.sort() == Doubt.Sort.SIZE);
        }
    }

    private boolean conclude() throws HarvestException {
        boolean isNamed = doubtsOfProof.isEmpty();
        boolean isEmptyNow = seen.count() == 0;
        plan.doubts().removeIf(doubt -> switch (doubt.sort()) {
            case CUT, GAP, NO_SET, SHRUNK -> isNamed;
            case DROP -> isNamed && !isEmptyNow;
            case SIZE -> isNamed && plan.isReentered() && acceptSize(doubt);
        });
        return state == State.NAMED && isForHalves(isNamed) && inHalves();
    }

    /** Not in order, so there is no last datestamp to ask behind; or the headers look cut just as the records do. */
    private boolean isForHalves(boolean isNamed) {
        return plan.doubts().stream().anyMatch(doubt -> switch (doubt.sort()) {
            case SIZE -> isNamed;
            case CUT -> doubtsOfProof.stream().allMatch(other -> other.sort() == Doubt.Sort.CUT);
            case GAP, DROP, NO_SET, SHRUNK -> false;
        });
    }

    /** Asks for the whole in two halves: they tell of themselves whether they look cut. */
    private boolean inHalves() throws HarvestException {
        state = State.HALVED;
        List<Piece> halves = server.ranges().areKept(sent.prefix())
                ? server.split().halves(Piece.of(Rung.DATES, sent, 1))
                : List.of();
        if (halves.isEmpty()) {
            return false;
        }
        halves.forEach(plan::append);
        plan.reentered();
        plan.doubts().removeIf(doubt -> doubt.sort() == Doubt.Sort.CUT);
        return true;
    }

    private boolean acceptSize(Doubt doubt) {
        server.note(doubt.message() + ", but the repository names no other record, whichever way it is asked: "
                + "the sizes that it states are not believed");
        server.learn(ServerTrait.SIZES, false);
        return true;
    }
}
