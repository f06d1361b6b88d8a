package dev.sheaf.harvester.list;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Rung;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.ListPage;
import dev.sheaf.harvester.http.HarvestException;

/**
 * The requests made instead when a range of a list cannot be walked on. From level to level less comes with a request, and less stands in
 * its way:
 *
 * <ol>
 *   <li>the same piece from its beginning, when only the token was refused and little is lost;
 *   <li>what follows the last datestamp received, when the list is ordered by it; else halves of the range of datestamps, down to the
 *       repository's granularity;
 *   <li>the repository's sets, when it does not keep to dates, or one granule is too large for it;
 *   <li>ListIdentifiers, and GetRecord for each record.
 * </ol>
 */
final class FallbackStrategy {

    /** A list that is not longer is begun again when its token is refused: it costs little, and comes in one sequence. */
    private static final long WORTH_CONTINUING = 1000;

    /** More sets would cost more requests than one list is worth. */
    private static final int MOST_SETS = Budget.FRUITLESS;

    private final Lister lister;
    private final Server server;
    private boolean failsInBothWays;

    FallbackStrategy(Lister lister, Server server) {
        this.lister = lister;
        this.server = server;
    }

    /**
     * What is asked instead.
     *
     * @param isNew true when the piece has brought records that had not come before
     * @return empty when nothing is left to try
     * @throws HarvestException when the server cannot be asked, or the list is refused for good
     */
    List<Piece> below(Piece piece, ListFailure failure, boolean isNew) throws HarvestException {
        switch (failure.sort()) {
            case REFUSED, SPENT -> {
                return none(piece, failure);
            }
            case DATES -> {
                return server.tryOtherGranularity(piece.sent())
                        ? List.of(Piece.of(piece.rung(), Window.inWordsOf(piece.sent(), server.granularity()), piece.depth()))
                        : none(piece, failure);
            }
            case TOKEN -> {
                if (piece.restarts() == 0 && (piece.received() < WORTH_CONTINUING || restOf(piece) == null)) {
                    server.note("the list is begun again: " + failure.message());
                    return List.of(piece.again());
                }
            }
            case POISONED -> {
                List<Piece> singly = piece.page() == 0 ? insteadOfNothing(piece, failure) : List.of();
                if (!singly.isEmpty()) {
                    return singly;
                }
                if (piece.page() == 0 && !isWorthSplitting(piece, failure)) {
                    return none(piece, failure);
                }
                if (!server.answers()) {
                    throw failure(failure);
                }
            }
            case TOO_LARGE -> server.learn(ServerTrait.LIST_LIMIT, String.valueOf(limit(failure.message())));
            case LOOP -> {
                if (lister == Lister.RECORDS && piece.rung() != Rung.SINGLY) {
                    server.ranges().lookAtListRecords(piece.sent().prefix());
                }
                if (!isNew || piece.rung() == Rung.SINGLY) {
                    // A circle begins with the same page again for all ranges that hold it: only smaller ones tell.
                    return windows(piece);
                }
            }
        }
        return narrower(piece, failure);
    }

    /** What is known of a ListRecords that has not brought a first page. */
    private enum Finding {
        /** It fails for whatever it is asked, while ListIdentifiers works. */
        DEAD,
        /** It works for less, or nobody answers. */
        NOT_DEAD,
        /** ListIdentifiers works; there is no smaller question to ask ListRecords. */
        UNKNOWN
    }

    /**
     * What is asked instead of a list of which not even the first page has come: single records, when ListRecords is found to be dead;
     * else the same again with more patience. Empty when smaller questions may help.
     */
    private List<Piece> insteadOfNothing(Piece piece, ListFailure failure) throws HarvestException {
        if (lister == Lister.HEADERS || piece.rung() != Rung.WHOLE) {
            return List.of();
        }
        boolean isHasty = isServerError(failure.failure()) && piece.restarts() == 0;
        return switch (lookAtListRecords(piece.sent(), failure)) {
            case DEAD -> List.of(piece.on(Rung.SINGLY));
            case UNKNOWN -> List.of(isHasty ? piece.again() : piece.on(Rung.SINGLY));
            case NOT_DEAD -> isHasty ? List.of(piece.again()) : List.of();
        };
    }

    /**
     * Finds out whether halving would find anything: two days (or seconds) that records are known to have are asked for; a list that is only
     * too long comes for them.
     */
    private Finding lookAtListRecords(Selection sent, ListFailure failure) throws HarvestException {
        ListPage named;
        try {
            named = server.briskClient().listIdentifiers(server.asSent(sent));
        } catch (HarvestException refusal) {
            if (refusal.kind().endsAsking()) {
                throw refusal;
            }
            failsInBothWays = isServerError(refusal);
            return Finding.NOT_DEAD;
        }
        if (named.records().isEmpty()) {
            return Finding.NOT_DEAD;
        }
        List<Datestamp> stamps = named.records().stream().map(record -> record.header().datestamp().instant())
                .flatMap(Optional::stream).map(instant -> Datestamp.of(instant, server.granularity())).toList();
        boolean isError = isServerError(failure.failure());
        if (stamps.isEmpty() || !isError) {
            // A page of HTML instead of records is no matter of size.
            return isError || isFinal(failure) ? Finding.UNKNOWN : Finding.NOT_DEAD;
        }
        return fails(sent, stamps.getFirst()) && fails(sent, stamps.getLast()) ? Finding.DEAD : Finding.NOT_DEAD;
    }

    /** True of an answer that no other size of the question would change. */
    private static boolean isFinal(ListFailure failure) {
        HarvestException cause = failure.failure();
        return cause != null && switch (cause.kind()) {
            case NOT_OAI, PROTOCOL, HTTP_STATUS -> true;
            default -> false;
        };
    }

    /** True when not even the records of one datestamp can be had. */
    private boolean fails(Selection sent, Datestamp date) throws HarvestException {
        try {
            server.briskClient().listRecords(server.asSent(new Selection(sent.prefix(), date, date, sent.set()))).release();
            return false;
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return isServerError(failure);
        }
    }

    private static boolean isServerError(@Nullable HarvestException failure) {
        return failure != null && failure.status() >= 500;
    }

    /** True when neither ListRecords nor ListIdentifiers has answered with anything but HTTP errors. */
    boolean failsInBothWays() {
        return failsInBothWays;
    }

    /** A list that is refused as it was wanted is refused; a piece of it may be had in another way. */
    private static List<Piece> none(Piece piece, ListFailure failure) throws HarvestException {
        if (piece.rung() == Rung.WHOLE) {
            throw failure(failure);
        }
        return List.of();
    }

    private List<Piece> narrower(Piece piece, ListFailure failure) throws HarvestException {
        boolean ranges = server.ranges().areKept(piece.sent().prefix());
        if (ranges && piece.rung() != Rung.SINGLY) {
            Piece rest = restOf(piece);
            List<Piece> pieces = rest == null ? server.split().halves(piece) : List.of(rest);
            if (!pieces.isEmpty()) {
                return pieces;
            }
        }
        // One record in the way costs two requests singly, and as many as there are sets otherwise: sets are for long lists.
        boolean isLong = failure.sort() == ListFailure.Sort.TOO_LARGE || !ranges && piece.rung() == Rung.WHOLE;
        if (lister == Lister.HEADERS) {
            return bySet(piece);
        }
        List<Piece> sets = isLong || piece.rung() == Rung.SINGLY ? bySet(piece) : List.of();
        if (!sets.isEmpty()) {
            return sets;
        }
        return piece.rung() == Rung.SINGLY ? List.of() : List.of(piece.on(Rung.SINGLY));
    }

    /** Smaller ranges of datestamps; empty when the server does not keep to them, or one granule is left. */
    private List<Piece> windows(Piece piece) throws HarvestException {
        if (!server.ranges().areKept(piece.sent().prefix())) {
            return List.of();
        }
        Piece rest = restOf(piece);
        if (rest != null) {
            return List.of(rest);
        }
        List<Piece> behind = server.profile().isNot(ServerTrait.HEADER_DATES) ? List.of() : server.split().behind(piece);
        return behind.isEmpty() ? server.split().halves(piece) : behind;
    }

    /** What follows the last datestamp received; null when that cannot be asked for. */
    @Nullable
    Piece restOf(Piece piece) throws HarvestException {
        if (piece.rung() == Rung.SINGLY || piece.last() == null || !piece.ordered()
                || server.profile().isNot(ServerTrait.HEADER_DATES) || !server.ranges().areKept(piece.sent().prefix())) {
            return null;
        }
        return server.split().rest(piece);
    }

    /** What follows the only datestamp of a range, itself not included; null when there are others, or nothing follows. */
    @Nullable
    Piece beyond(Piece piece) throws HarvestException {
        Datestamp last = piece.last();
        Datestamp from = piece.sent().from();
        return last == null || from == null || !from.equals(last) || server.profile().isNot(ServerTrait.HEADER_DATES)
                || !server.ranges().areKept(piece.sent().prefix()) ? null : server.split().beyond(piece);
    }

    /** Its sets, none of which is part of another; empty when it has none or too many, or is one. */
    List<Piece> bySet(Piece piece) throws HarvestException {
        Selection sent = piece.sent();
        if (sent.set() != null) {
            return List.of();
        }
        List<OaiSet> sets = server.sets();
        if (sets.size() > MOST_SETS) {
            return List.of();
        }
        // A set holds those below it: to ask for both would bring everything twice.
        return sets.stream().map(OaiSet::spec)
                .filter(set -> sets.stream().noneMatch(other -> !other.spec().equals(set) && other.spec().contains(set)))
                .map(piece::of).toList();
    }

    /** Whether a first page that did not come may come for a part of the list: not when the address itself is wrong. */
    private static boolean isWorthSplitting(Piece piece, ListFailure failure) {
        HarvestException cause = failure.failure();
        return cause != null && switch (cause.kind()) {
            case HTTP_STATUS -> isServerError(cause);
            case NOT_OAI -> piece.rung() != Rung.WHOLE;
            case PROTOCOL -> false;
            default -> true;
        };
    }

    private static HarvestException failure(ListFailure failure) {
        HarvestException cause = failure.failure();
        return cause == null ? new HarvestException(HarvestException.Kind.INCOMPLETE, failure.message()) : cause;
    }

    /** The first number of some size in a refusal: "too many records (>100000)"; 0 when it names none. */
    private static long limit(String message) {
        for (String word : message.split("\\s+")) {
            String digits = word.contains("://") ? "" : word.replaceAll("[^0-9]", "");
            if (digits.length() > 3 && digits.length() < 10) {
                return Long.parseLong(digits);
            }
        }
        return 0;
    }
}
