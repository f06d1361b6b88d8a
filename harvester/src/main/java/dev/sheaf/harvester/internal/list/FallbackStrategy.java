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
 * The requests that replace a range of a list whose tokens cannot be followed. Each level requests less at a time, and so avoids more
 * faults:
 *
 * <ol>
 *   <li>the same range from its beginning, if only the token was refused and little is lost;
 *   <li>the dates after the last datestamp received, if the list is ordered by date; else halves of the range of datestamps, down to the
 *       repository's granularity;
 *   <li>the repository's sets, if it does not obey dates, or if one granule is too large for it;
 *   <li>ListIdentifiers, and GetRecord for each record.
 * </ol>
 */
final class FallbackStrategy {

    /** Number of records up to which a list is begun again if its token is refused: this costs little, and keeps the list in one sequence. */
    private static final long WORTH_CONTINUING = 1000;

    /** Largest number of sets. More would cost more requests than a list is worth. */
    private static final int MOST_SETS = Budget.FRUITLESS;

    private final Lister lister;
    private final Server server;
    private boolean failsInBothWays;
    /** True if ListRecords does not work, so that only identifiers and single records are requested. */
    private boolean isSinglyOnly;
    private boolean isAllAllowed;

    FallbackStrategy(Lister lister, Server server) {
        this.lister = lister;
        this.server = server;
    }

    /**
     * Returns the ranges to request instead of a range that failed.
     *
     * @param piece range that failed
     * @param isNew true if the failed range has brought new records
     * @return ranges in their order; empty if nothing is left to try
     * @throws HarvestException if the server cannot be reached, or if it refuses the list permanently
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
                    // An endless list begins with the same page for all ranges that contain it; only smaller ranges help.
                    return windows(piece);
                }
            }
        }
        return narrower(piece, failure);
    }

    /**
     * Returns true if a repository of protocol 1.x may refuse a list because of its size. It answers any refusal with HTTP 400, without a
     * reason, so ListIdentifiers has to name records of that list.
     */
    private boolean mayBeTooLarge(Piece piece, ListFailure failure) throws HarvestException {
        HarvestException refusal = failure.failure();
        boolean isBadArgument = refusal != null
                && refusal.errors().stream().anyMatch(error -> error.is(OaiError.Code.BAD_ARGUMENT));
        return isBadArgument && lister == Lister.RECORDS && piece.strategy() != ListStrategy.SINGLY && piece.page() == 0
                && server.speaksEarlyProtocol() && server.ranges().names(piece.sent()) == DateRanges.Names.SOME;
    }

    /** Returns the range with dates of the other granularity, or the whole list if it may replace an increment. */
    private List<Piece> inOtherDates(Piece piece, ListFailure failure) throws HarvestException {
        // Protocol 1.x has days only.
        if (!server.speaksEarlyProtocol() && server.tryOtherGranularity(piece.sent())) {
            return List.of(Piece.of(piece.strategy(), Window.inWordsOf(piece.sent(), server.granularity()), piece.depth()));
        }
        Selection sent = piece.sent();
        if (!isAllAllowed || piece.depth() > 0 && piece.strategy() != ListStrategy.SINGLY || sent.from() == null
                || sent.until() != null) {
            return none(piece, failure);
        }
        server.note("the repository accepts no form of dates: the whole list is requested instead of its changes");
        return List.of(Piece.of(piece.strategy(), new Selection(sent.prefix(), null, null, sent.set()), piece.depth()));
    }

    /** Allows to request the whole list instead of an increment whose date the repository refuses. */
    void allowAll() {
        isAllAllowed = true;
    }

    /** Finding about a ListRecords without a first page. */
    private enum Finding {
        /** It fails for any request, while ListIdentifiers works. */
        DEAD,
        /** It works for smaller requests, or no request is answered. */
        NOT_DEAD,
        /** ListIdentifiers works, and no smaller request to ListRecords is possible. */
        UNKNOWN
    }

    /**
     * Returns the replacing ranges for a list without a first page: single records if ListRecords does not work; otherwise the same range
     * with more attempts. Empty if smaller ranges may help.
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

    /** Notes that ListRecords does not work. */
    void askSingly() {
        isSinglyOnly = true;
    }

    /** Returns true if ListRecords was found not to work, so that smaller ranges are requested by ListIdentifiers too. */
    boolean isSinglyOnly() {
        return isSinglyOnly;
    }

    /** Returns true for a range of ListIdentifiers beside a working ListRecords; its parts are requested by ListRecords. */
    private boolean isNameCheck(Piece piece) {
        return piece.strategy() == ListStrategy.SINGLY && !isSinglyOnly;
    }

    /**
     * Finds out whether halving would help, by requesting two days (or seconds) that have records. If the list is only too long, these
     * requests work.
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
            // For an increment, ListIdentifiers shows that there are no changes, or that the dates are wrong; a whole list may have lost
            // its index.
            boolean isAnswer = named.errors().isEmpty() || named.has(OaiError.Code.NO_RECORDS_MATCH)
                    || named.has(OaiError.Code.BAD_ARGUMENT);
            return sent.from() != null && isAnswer && (isError || isFinal(failure)) ? Finding.UNKNOWN : Finding.NOT_DEAD;
        }
        List<Datestamp> stamps = named.records().stream().map(record -> record.header().datestamp().instant())
                .flatMap(Optional::stream).map(instant -> Datestamp.of(instant, server.granularity())).toList();
        if (stamps.isEmpty() || !isError) {
            // A page of HTML instead of records is not a matter of size.
            return isError || isFinal(failure) ? Finding.UNKNOWN : Finding.NOT_DEAD;
        }
        return fails(sent, stamps.getFirst()) && fails(sent, stamps.getLast()) ? Finding.DEAD : Finding.NOT_DEAD;
    }

    /** Returns true for an answer that would be the same for any size of the request. */
    private static boolean isFinal(ListFailure failure) {
        HarvestException cause = failure.failure();
        return cause != null && switch (cause.kind()) {
            case NOT_OAI, PROTOCOL, HTTP_STATUS -> true;
            default -> false;
        };
    }

    /** Returns true if not even the records of one datestamp are available. */
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

    /** Returns true if ListRecords and ListIdentifiers have only answered with HTTP errors. */
    boolean failsInBothWays() {
        return failsInBothWays;
    }

    /** Handles the end of the strategies: a list refused as a whole stays refused, and a range of it may be available otherwise. */
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
        // A single faulty record costs two requests when records are requested singly, and as many as there are sets otherwise. So sets are
        // for long lists.
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

    /** Returns smaller ranges of datestamps; empty if the server does not obey them, or if one granule is left. */
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

    /** Returns the part up to the last datestamp received and the part after it; empty if they cannot be requested. */
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

    /** Returns the part after the only datestamp of a range, exclusive; null if there are other datestamps, or if nothing follows. */
    @Nullable
    Piece beyond(Piece piece) throws HarvestException {
        Datestamp last = piece.last();
        Datestamp from = piece.sent().from();
        return last == null || from == null || !from.equals(last) || server.profile().isNot(ServerTrait.HEADER_DATES)
                || !server.ranges().areKept(piece.sent().prefix()) ? null : server.split().beyond(piece);
    }

    /** Returns the range by sets, none of which contains another; empty if there are no or too many sets, or if the range is a set itself. */
    List<Piece> bySet(Piece piece) throws HarvestException {
        Selection sent = piece.sent();
        if (sent.set() != null) {
            return List.of();
        }
        List<SetSpec> listed = server.sets().stream().map(OaiSet::spec).toList();
        // Headers name the sets of records even if ListSets names none, or too many.
        List<SetSpec> sets = listed.isEmpty() || listed.size() > MOST_SETS ? server.setsOfHeaders() : listed;
        // A set contains those below it, so requesting both would bring everything twice.
        return sets.stream().filter(set -> sets.stream().noneMatch(other -> !other.equals(set) && other.contains(set)))
                .map(set -> piece.of(set, isSinglyOnly ? ListStrategy.SINGLY : ListStrategy.SETS)).toList();
    }

    /** Returns true if a smaller part of a list without a first page may work; not if the address itself is wrong. */
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

    /** Returns the first number in a refusal that may be a limit, as in "too many records (>100000)"; 0 if there is none. */
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
