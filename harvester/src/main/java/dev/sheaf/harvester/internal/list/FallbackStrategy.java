package dev.sheaf.harvester.internal.list;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.OaiReply;
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
    /** ListRecords brings nothing: names and single records are all that is asked for. */
    private boolean isSinglyOnly;
    private boolean isAllAllowed;

    FallbackStrategy(Lister lister, Server server) {
        this.lister = lister;
        this.server = server;
    }

    /**
     * Returns the pieces to ask for instead.
     *
     * @param isNew true when the piece has brought records that had not come before
     * @return empty when nothing is left to try
     * @throws HarvestException when the server cannot be asked, or the list is refused for good
     */
    List<Piece> below(Piece piece, ListFailure failure, boolean isNew) throws HarvestException {
        switch (failure.sort()) {
            case SPENT -> {
                return none(piece, failure);
            }
            case REFUSED -> {
                if (!mayBeTooLarge(piece, failure)) {
                    return none(piece, failure);
                }
            }
            case DATES -> {
                if (!mayBeTooLarge(piece, failure)) {
                    return inOtherDates(piece, failure);
                }
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
                if (lister == Lister.RECORDS && piece.strategy() != ListStrategy.SINGLY) {
                    server.ranges().lookAtListRecords(piece.sent().prefix());
                }
                if (!isNew || piece.strategy() == ListStrategy.SINGLY) {
                    // A circle begins with the same page again for all ranges that hold it: only smaller ones tell.
                    return windows(piece);
                }
            }
        }
        return narrower(piece, failure);
    }

    /**
     * Returns true when a repository of protocol 1.x may refuse a list for its size: it answers with HTTP 400 to whatever it does not like, and
     * cannot say why. It has to name records of that list.
     */
    private boolean mayBeTooLarge(Piece piece, ListFailure failure) throws HarvestException {
        HarvestException refusal = failure.failure();
        boolean isBadArgument = refusal != null
                && refusal.errors().stream().anyMatch(error -> error.is(OaiError.Code.BAD_ARGUMENT));
        return isBadArgument && lister == Lister.RECORDS && piece.strategy() != ListStrategy.SINGLY && piece.page() == 0
                && server.speaksEarlyProtocol() && server.ranges().names(piece.sent()) == DateRanges.Names.SOME;
    }

    /** Returns the piece with dates of the other form, or the whole list where it may replace an increment. */
    private List<Piece> inOtherDates(Piece piece, ListFailure failure) throws HarvestException {
        // Protocol 1.x knows days only.
        if (!server.speaksEarlyProtocol() && server.tryOtherGranularity(piece.sent())) {
            return List.of(Piece.of(piece.strategy(), Window.inWordsOf(piece.sent(), server.granularity()), piece.depth()));
        }
        Selection sent = piece.sent();
        if (!isAllAllowed || piece.depth() > 0 && piece.strategy() != ListStrategy.SINGLY || sent.from() == null
                || sent.until() != null) {
            return none(piece, failure);
        }
        server.note("the repository takes dates in no form: the whole list is asked for instead of its changes");
        return List.of(Piece.of(piece.strategy(), new Selection(sent.prefix(), null, null, sent.set()), piece.depth()));
    }

    /** Allows to ask for the whole list instead of an increment whose date the repository refuses. */
    void allowAll() {
        isAllAllowed = true;
    }

    /** Knowledge of a ListRecords that has not brought a first page. */
    private enum Finding {
        /** It fails for whatever it is asked, while ListIdentifiers works. */
        DEAD,
        /** It works for less, or nobody answers. */
        NOT_DEAD,
        /** ListIdentifiers works; there is no smaller question to ask ListRecords. */
        UNKNOWN
    }

    /**
     * Returns the pieces to ask for instead of a list of which not even the first page has come: single records, when ListRecords is found to be dead;
     * else the same again with more patience. Empty when smaller questions may help.
     */
    private List<Piece> insteadOfNothing(Piece piece, ListFailure failure) throws HarvestException {
        if (lister == Lister.HEADERS || piece.strategy() != ListStrategy.WHOLE) {
            return List.of();
        }
        boolean isHasty = isServerError(failure.failure()) && piece.restarts() == 0;
        Finding finding = lookAtListRecords(piece.sent(), failure);
        if (isHasty && finding != Finding.DEAD) {
            return List.of(piece.again());
        }
        isSinglyOnly = finding != Finding.NOT_DEAD;
        return isSinglyOnly ? List.of(piece.on(ListStrategy.SINGLY)) : List.of();
    }

    /** Notes that ListRecords brings nothing. */
    void askSingly() {
        isSinglyOnly = true;
    }

    /** Returns true when ListRecords was found to bring nothing, so that smaller pieces are asked for by name, too. */
    boolean isSinglyOnly() {
        return isSinglyOnly;
    }

    /** Returns true for a piece that asks for names beside a ListRecords that works: its parts are asked for by ListRecords. */
    private boolean isNameCheck(Piece piece) {
        return piece.strategy() == ListStrategy.SINGLY && !isSinglyOnly;
    }

    /**
     * Finds out whether halving would find anything: two days (or seconds) that records are known to have are asked for; a list that is only
     * too long comes for them.
     */
    private Finding lookAtListRecords(Selection sent, ListFailure failure) throws HarvestException {
        OaiReply named;
        try {
            named = server.briskClient().listIdentifiers(server.asSent(sent));
        } catch (HarvestException refusal) {
            if (refusal.kind().endsAsking()) {
                throw refusal;
            }
            failsInBothWays = isServerError(refusal);
            return Finding.NOT_DEAD;
        }
        boolean isError = isServerError(failure.failure());
        if (named.records().isEmpty()) {
            // Of an increment the names say that nothing is new, or that the dates are wrong; a whole list may have lost its index.
            boolean isAnswer = named.errors().isEmpty() || named.has(OaiError.Code.NO_RECORDS_MATCH)
                    || named.has(OaiError.Code.BAD_ARGUMENT);
            return sent.from() != null && isAnswer && (isError || isFinal(failure)) ? Finding.UNKNOWN : Finding.NOT_DEAD;
        }
        List<Datestamp> stamps = named.records().stream().map(record -> record.header().datestamp().instant())
                .flatMap(Optional::stream).map(instant -> Datestamp.of(instant, server.granularity())).toList();
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
        if (piece.strategy() == ListStrategy.WHOLE) {
            throw failure(failure);
        }
        return List.of();
    }

    private List<Piece> narrower(Piece piece, ListFailure failure) throws HarvestException {
        boolean ranges = server.ranges().areKept(piece.sent().prefix());
        if (ranges && !isNameCheck(piece)) {
            Piece rest = restOf(piece);
            List<Piece> pieces = rest == null ? server.split().halves(piece) : List.of(rest);
            if (!pieces.isEmpty()) {
                return pieces;
            }
        }
        // One record in the way costs two requests singly, and as many as there are sets otherwise: sets are for long lists.
        boolean isLong = failure.sort() == ListFailure.Sort.TOO_LARGE || !ranges && piece.strategy() == ListStrategy.WHOLE;
        if (lister == Lister.HEADERS) {
            return bySet(piece);
        }
        List<Piece> sets = isLong || piece.strategy() == ListStrategy.SINGLY ? bySet(piece) : List.of();
        if (!sets.isEmpty()) {
            return sets;
        }
        return piece.strategy() == ListStrategy.SINGLY ? List.of() : List.of(piece.on(ListStrategy.SINGLY));
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
        List<Piece> behind = behind(piece);
        return behind.isEmpty() ? server.split().halves(piece) : behind;
    }

    /** Returns the part up to the last datestamp received and the part after it; empty when they cannot be asked for. */
    List<Piece> behind(Piece piece) {
        return server.profile().isNot(ServerTrait.HEADER_DATES) ? List.of() : server.split().behind(piece);
    }

    /** Returns the part after the last datestamp received; null when that cannot be asked for. */
    @Nullable
    Piece restOf(Piece piece) throws HarvestException {
        if (isNameCheck(piece) || piece.last() == null || !piece.ordered()
                || server.profile().isNot(ServerTrait.HEADER_DATES) || !server.ranges().areKept(piece.sent().prefix())) {
            return null;
        }
        return server.split().rest(piece);
    }

    /** Returns the part after the only datestamp of a range, itself not included; null when there are others, or nothing follows. */
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
        List<SetSpec> listed = server.sets().stream().map(OaiSet::spec).toList();
        // Headers name the sets that records are in, where ListSets names none, or too many.
        List<SetSpec> sets = listed.isEmpty() || listed.size() > MOST_SETS ? server.setsOfHeaders() : listed;
        // A set holds those below it: to ask for both would bring everything twice.
        return sets.stream().filter(set -> sets.stream().noneMatch(other -> !other.equals(set) && other.contains(set)))
                .map(set -> piece.of(set, isSinglyOnly ? ListStrategy.SINGLY : ListStrategy.SETS)).toList();
    }

    /** Returns true when a first page that did not come may come for a part of the list: not when the address itself is wrong. */
    private static boolean isWorthSplitting(Piece piece, ListFailure failure) {
        HarvestException cause = failure.failure();
        return cause != null && switch (cause.kind()) {
            case HTTP_STATUS -> isServerError(cause);
            case NOT_OAI -> piece.strategy() != ListStrategy.WHOLE;
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
