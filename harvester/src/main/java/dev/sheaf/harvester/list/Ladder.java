package dev.sheaf.harvester.list;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Rung;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.ListPage;
import dev.sheaf.harvester.http.HarvestException;

/**
 * What is asked instead when a piece of a list cannot be walked on. From rung to rung less comes with a request, and less stands in its way:
 *
 * <ol>
 *   <li>the same piece from its beginning, when only the token was refused and little is lost;
 *   <li>what follows the last datestamp received, when the list is ordered by it; else halves of the range of datestamps, down to the
 *       repository's granularity;
 *   <li>the repository's sets, when it does not keep to dates, or one granule is too large for it;
 *   <li>ListIdentifiers, and GetRecord for each record.
 * </ol>
 */
final class Ladder {

    /** A list that is not longer is begun again when its token is refused: it costs little, and comes in one sequence. */
    private static final long WORTH_CONTINUING = 1000;

    private final Lister lister;
    private final Server server;
    private boolean failsInBothWays;

    Ladder(Lister lister, Server server) {
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
    List<Piece> below(Piece piece, Trouble trouble, boolean isNew) throws HarvestException {
        switch (trouble.sort()) {
            case REFUSED, SPENT -> {
                return none(piece, trouble);
            }
            case DATES -> {
                return server.tryOtherGranularity(piece.sent())
                        ? List.of(Piece.of(piece.rung(), Window.inWordsOf(piece.sent(), server.granularity()), piece.depth()))
                        : none(piece, trouble);
            }
            case TOKEN -> {
                if (piece.restarts() == 0 && (piece.received() < WORTH_CONTINUING || restOf(piece) == null)) {
                    server.note("the list is begun again: " + trouble.message());
                    return List.of(piece.again());
                }
            }
            case POISONED -> {
                if (piece.page() == 0 && !isWorthSplitting(piece, trouble)) {
                    return none(piece, trouble);
                }
                if (!server.answers()) {
                    throw failure(trouble);
                }
                if (isOnlyOneByOne(piece, trouble)) {
                    return List.of(piece.on(Rung.SINGLY));
                }
            }
            case TOO_LARGE -> server.learn(ServerTrait.LIST_LIMIT, String.valueOf(limit(trouble.message())));
            case LOOP -> {
                if (!isNew) {
                    return List.of();
                }
            }
        }
        return narrower(piece, trouble);
    }

    /**
     * Whether ListRecords fails for whatever it is asked, while ListIdentifiers works: then halving would find nothing. Two days (or
     * seconds) that records are known to have are asked for; a list that is only too long comes for them.
     */
    private boolean isOnlyOneByOne(Piece piece, Trouble trouble) throws HarvestException {
        if (lister == Lister.HEADERS || piece.rung() != Rung.WHOLE || piece.page() > 0 || !isServerError(trouble.failure())) {
            return false;
        }
        Selection sent = piece.sent();
        ListPage named;
        try {
            named = server.briskClient().listIdentifiers(server.asSent(sent));
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            failsInBothWays = isServerError(failure);
            return false;
        }
        Long size = named.nextToken() == null || named.token() == null
                ? Long.valueOf(named.records().size())
                : named.token().completeListSize();
        return size != null && size > 0 && size <= Budget.RECORDS && !named.records().isEmpty()
                && fails(sent, named.records().getFirst()) && fails(sent, named.records().getLast());
    }

    /** True when not even the records of one record's datestamp can be had. */
    private boolean fails(Selection sent, OaiRecord record) throws HarvestException {
        Instant at = record.header().datestamp().instant().orElse(null);
        if (at == null) {
            return false;
        }
        Datestamp date = Datestamp.of(at, server.granularity());
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
    private static List<Piece> none(Piece piece, Trouble trouble) throws HarvestException {
        if (piece.rung() == Rung.WHOLE) {
            throw failure(trouble);
        }
        return List.of();
    }

    private List<Piece> narrower(Piece piece, Trouble trouble) throws HarvestException {
        boolean ranges = server.ranges().areKept(piece.sent().prefix());
        if (ranges && piece.rung() != Rung.SINGLY) {
            Piece rest = restOf(piece);
            List<Piece> pieces = rest == null ? server.split().halves(piece) : List.of(rest);
            if (!pieces.isEmpty()) {
                return pieces;
            }
        }
        // One record in the way costs two requests singly, and as many as there are sets otherwise: sets are for long lists.
        boolean isLong = trouble.sort() == Trouble.Sort.TOO_LARGE || !ranges && piece.rung() == Rung.WHOLE;
        if (lister == Lister.HEADERS) {
            return bySet(piece);
        }
        List<Piece> sets = isLong || piece.rung() == Rung.SINGLY ? bySet(piece) : List.of();
        if (!sets.isEmpty()) {
            return sets;
        }
        return piece.rung() == Rung.SINGLY ? List.of() : List.of(piece.on(Rung.SINGLY));
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

    /** Its sets, none of which is part of another; empty when it has none, or is one. */
    List<Piece> bySet(Piece piece) throws HarvestException {
        Selection sent = piece.sent();
        if (sent.set() != null) {
            return List.of();
        }
        List<OaiSet> sets = server.sets();
        // A set holds those below it: to ask for both would bring everything twice.
        return sets.stream().map(OaiSet::spec)
                .filter(set -> sets.stream().noneMatch(other -> !other.spec().equals(set) && other.spec().contains(set)))
                .map(piece::of).toList();
    }

    /** Whether a first page that did not come may come for a part of the list: not when the address itself is wrong. */
    private static boolean isWorthSplitting(Piece piece, Trouble trouble) {
        HarvestException failure = trouble.failure();
        return failure != null && switch (failure.kind()) {
            case HTTP_STATUS -> isServerError(failure);
            case NOT_OAI -> piece.rung() != Rung.WHOLE;
            case PROTOCOL -> false;
            default -> true;
        };
    }

    private static HarvestException failure(Trouble trouble) {
        HarvestException failure = trouble.failure();
        return failure == null ? new HarvestException(HarvestException.Kind.INCOMPLETE, trouble.message()) : failure;
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
