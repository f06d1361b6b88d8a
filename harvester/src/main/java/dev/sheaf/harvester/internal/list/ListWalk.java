package dev.sheaf.harvester.internal.list;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.internal.list.DateRanges.Names;

/** A walk through a range of a list by token, from its first page (or the page where an earlier walk ended) to its end. */
final class ListWalk implements PieceWalk {

    /** Smallest number of records of a page that is taken for full. */
    private static final int SMALLEST_PAGE = 10;

    private final Lister lister;
    private final Server server;
    private final OaiClient client;
    private final LoopGuard guard;
    private final SizeCheck sizes;
    private final boolean stored;
    private Piece place;
    private BaseUrl at;
    private int fullest;
    private @Nullable String hole;
    private final List<Holes.Hole> holes = new ArrayList<>();
    /** The last header received; null if there is none. */
    private @Nullable Header last;
    private boolean isInHole;
    private boolean isHoleUnknown;
    /** The position before the last page, whose order counts if that page is repeated. */
    private Piece before;
    private boolean wasCounted = true;
    private boolean wasEmpty;
    private boolean isSameToken;
    /** Size stated on the page before, and its number of entries. */
    private @Nullable Long statedBefore;
    private int cameBefore;
    private @Nullable Gap cut;
    private @Nullable Gap settled;
    /** The page of the last step; null if it brought none, or if it was taken. */
    private @Nullable OaiReply brought;

    /** @param client client with the number of attempts that the range deserves */
    ListWalk(Lister lister, Server server, OaiClient client, Piece piece) {
        this.lister = lister;
        this.server = server;
        this.client = client;
        this.place = piece;
        this.guard = new LoopGuard(piece.depth() > 1);
        this.before = piece;
        this.stored = piece.token() != null;
        this.sizes = new SizeCheck(piece.received(), piece.different(), piece.largest(), server::isRunningCount);
        String givenAt = piece.at();
        this.at = givenAt == null ? client.baseUrl() : BaseUrl.parse(givenAt);
    }

    @Override
    public Piece place() {
        return place;
    }

    @Override
    public Step next() throws HarvestException {
        String endless = guard.endless();
        if (endless != null) {
            return loop(endless);
        }
        boolean first = place.token() == null;
        OaiReply came = null;
        Instant asked = server.clock().instant();
        AskingRounds rounds = isHasty(first)
                ? AskingRounds.hasty(client, server.briskClient())
                : AskingRounds.patient(client, server.briskClient());
        PageRequests requests = new PageRequests(lister, server, client, rounds, place, at, stored, this::provesEnd);
        while (came == null) {
            try {
                PageRequests.Next next = requests.next();
                OaiReply answer;
                try {
                    answer = next.client().ask(next.request(), next.at());
                } catch (HarvestException refusal) {
                    answer = requests.inOtherForm(refusal);
                }
                came = requests.answered(answer);
                if (came != null) {
                    lookAtEmptiness(came);
                }
            } catch (HarvestException failure) {
                HarvestException last = requests.failed(failure);
                if (last != null) {
                    return stuck(last, first);
                }
                came = null;
            }
        }
        if (first && isWhole() && came.has(OaiError.Code.NO_RECORDS_MATCH)) {
            return nothingAtAll();
        }
        return came.errors().isEmpty() ? records(came, first, asked) : errors(came, first);
    }

    /** Ends a step with a page. */
    private Step with(OaiReply came, Step step) {
        brought = came;
        return step;
    }

    @Override
    public @Nullable OaiReply takePage() {
        OaiReply taken = brought;
        brought = null;
        return taken;
    }

    private static Step stuck(HarvestException refusal, boolean first) throws HarvestException {
        ListFailure failure = ListFailure.of(refusal, first);
        if (failure == null) {
            throw refusal;
        }
        return new Step.Stuck(failure);
    }

    /** Returns whether the first page should be requested with few attempts, to find out first whether ListRecords works at all. */
    private boolean isHasty(boolean first) {
        return first && lister == Lister.RECORDS && place.strategy() == ListStrategy.WHOLE && place.page() == 0
                && place.restarts() == 0;
    }

    private Step records(OaiReply page, boolean first, Instant asked) throws HarvestException {
        server.saw(page, place);
        server.took(Duration.between(asked, server.clock().instant()));
        lookAtSize(page);
        lookAtHoles(page);
        sizes.count(page);
        fullest = Math.max(fullest, page.records().size());
        String next = page.nextToken();
        if (next == null) {
            place = place.counted(page);
            return page.isCut() ? with(page, new Step.Stuck(cut(page))) : end(page, first);
        }
        wasCounted = false;
        wasEmpty = page.received() == 0;
        isSameToken = next.equals(place.token());
        before = place;
        place = place.after(page, next, client.baseUrl());
        at = page.servedFrom();
        return with(page, new Step.More());
    }

    /** Notes the headers around empty pages. */
    private void lookAtHoles(OaiReply page) {
        List<OaiRecord> records = page.records();
        if (records.isEmpty()) {
            isHoleUnknown |= last == null || page.received() > 0;
            isInHole = true;
            return;
        }
        Header before = last;
        if (isInHole && before != null) {
            holes.add(new Holes.Hole(before, records.getFirst().header()));
        }
        isInHole = false;
        last = records.getLast().header();
    }

    @Override
    public @Nullable Gap hole() {
        // The harvest requests the dates after the last page with records anyway.
        return hole == null || holes.isEmpty() ? null : new Gap(Gap.Sort.GAP, 0, hole);
    }

    @Override
    public List<Holes.Hole> holes(boolean isRestAsked) {
        return areOnlyHoles() && (isRestAsked || !isInHole) ? List.copyOf(holes) : List.of();
    }

    @Override
    public boolean endsInHole() {
        return areOnlyHoles() && isInHole && holes.isEmpty();
    }

    private boolean areOnlyHoles() {
        return settled == null && hole != null && sizes.missing() == null && !isHoleUnknown;
    }

    /** Compares the size stated on a page with that on the page before, if both concern the same list. */
    private void lookAtSize(OaiReply page) {
        ResumptionToken token = page.token();
        Long stated = token == null ? null : token.completeListSize();
        String next = page.nextToken();
        // If a page returns the token that requested it, the same number comes again; it only says something if it counts on.
        boolean isSame = next != null && next.equals(place.token());
        boolean countsOn = stated != null && statedBefore != null && cameBefore > 0 && stated == statedBefore + cameBefore;
        // Nor does an empty page, which may be any page after the end.
        if (next != null && page.received() > 0 && (!isSame || countsOn)) {
            if (stated != null) {
                server.statesSize(stated, statedBefore, cameBefore);
            }
            statedBefore = stated;
            cameBefore = page.received();
        }
    }

    /** Returns true if only the format and the set limit the list. */
    private boolean isWhole() {
        Selection sent = place.sent();
        return place.strategy() == ListStrategy.WHOLE && sent.from() == null && sent.until() == null;
    }

    /** Handles a repository that reports no records at all. It may have lost its index for a moment, so it is asked again in two ways. */
    private Step nothingAtAll() throws HarvestException {
        Instant asked = server.clock().instant();
        OaiReply page;
        try {
            client.askingAgain("the repository reported no records at all; the request is repeated");
            page = client.ask(lister.first(server.asSent(place.sent())));
        } catch (HarvestException refusal) {
            return stuck(refusal, true);
        }
        if (page.errors().isEmpty()) {
            server.note("the repository reported no records, but had some when the request was repeated");
            return records(page, true, asked);
        }
        if (lister == Lister.RECORDS && page.has(OaiError.Code.NO_RECORDS_MATCH)
                && server.ranges().names(place.sent()) == Names.SOME) {
            settled = new Gap(Gap.Sort.GAP, 0,
                    "ListRecords reports no records (noRecordsMatch), but ListIdentifiers names some");
            return with(page, new Step.End());
        }
        return errors(page, true);
    }

    /** Notes what an empty page indicates. */
    private void lookAtEmptiness(OaiReply page) throws HarvestException {
        if (!page.errors().isEmpty() || page.received() > 0) {
            return;
        }
        server.note("the repository sent a page without records, also when the request was repeated");
        if (isEmptyList(page)) {
            hole = inEmptyList();
        } else if (page.nextToken() != null) {
            hole = "page " + (place.page() + 1) + " came without records";
        } else if (!provesEnd()) {
            cut = new Gap(Gap.Sort.CUT, 0, "the list ended with page " + (place.page() + 1) + ", which came without records");
        }
    }

    /** Returns true for an empty list where noRecordsMatch would be correct (S3.5). */
    private boolean isEmptyList(OaiReply page) {
        ResumptionToken token = page.token();
        Long size = token == null ? null : token.completeListSize();
        return place.page() == 0 && place.token() == null && page.nextToken() == null && (size == null || size == 0);
    }

    /**
     * Returns why an empty list is not believed; null if it is. It is believed if ListIdentifiers answers and names no record either; an
     * increment of everything is always believed.
     */
    private @Nullable String inEmptyList() throws HarvestException {
        boolean isIncrement = (place.strategy() == ListStrategy.WHOLE || place.strategy() == ListStrategy.SINGLY)
                && place.sent().from() != null;
        if (isIncrement && place.sent().set() == null) {
            return null;
        }
        String without = "page 1 came without records";
        return switch (lister == Lister.HEADERS ? Names.UNKNOWN : server.ranges().names(place.sent())) {
            case SOME -> without + ", and ListIdentifiers names some";
            case NONE -> null;
            case UNKNOWN -> isIncrement ? null : without;
        };
    }

    private ListFailure cut(OaiReply page) {
        String end = page.response().ending().map(error -> "with the error " + OaiClient.text(List.of(error)))
                .orElse("before its end");
        String message = "page " + place.page() + " ends " + end + ", and the rest of the list is not known";
        return new ListFailure(ListFailure.Sort.POISONED, message,
                new HarvestException(HarvestException.Kind.MALFORMED, message));
    }

    private Step errors(OaiReply page, boolean first) {
        if (page.has(OaiError.Code.NO_RECORDS_MATCH)) {
            if (!first) {
                server.note("the last resumptionToken led to noRecordsMatch, taken as the end of the list");
                cut = new Gap(Gap.Sort.CUT, 0, "the list ended with noRecordsMatch after page " + place.page());
            }
            return with(page, new Step.End());
        }
        if (!first && page.has(OaiError.Code.BAD_RESUMPTION_TOKEN) && provesEnd()) {
            // Some repositories give a token with their last page if it is full.
            server.note("the repository gave a resumptionToken after the end of its list");
            return with(page, new Step.End());
        }
        if (!first) {
            server.tokens().refused(page, page.again() && !stored);
        }
        String place = this.place.page() == 0 ? "" : ", after page " + this.place.page();
        return new Step.Stuck(ListFailure.of(page, this.place.sent(), first, lister.verb().text(), place));
    }

    private Step end(OaiReply page, boolean first) throws HarvestException {
        ResumptionToken last = page.token();
        if (last == null && !first) {
            server.note("the list ended without the empty resumptionToken that ends it (S3.5)");
        }
        if (looksCut(page, first)) {
            cut = new Gap(Gap.Sort.CUT, 0,
                    "the list ended with a full page (" + page.records().size() + " records), and its size is not stated");
        }
        return with(page, new Step.End());
    }

    /**
     * Returns true if the stated size indicates the end of the list: it is larger than a page, and not smaller than the number of received
     * records.
     */
    @Override
    public boolean knowsSize() {
        Long size = sizes.size();
        return size != null && ListVerdict.mayBeSize(size, sizes.different(), fullest)
                && ListVerdict.believesSizes(server.profile());
    }

    /** Returns true if as many records arrived as stated, and that number can be the size of the list. */
    private boolean provesEnd() {
        return sizes.isSatisfied() && knowsSize();
    }

    /** Returns true if a server may have pages of one record, and shows no more of a list of everything, or of the last range of one. */
    private boolean isOneOfMany(OaiReply page) throws HarvestException {
        if (place.sent().until() != null || lister == Lister.HEADERS) {
            return false;
        }
        return isWhole()
                ? server.ranges().namesOthersBehind(page.records().getFirst(), place.sent())
                : place.strategy() == ListStrategy.DATES && server.maySendOne();
    }

    /** Returns whether the list looks truncated: a full page may be where the server failed, whether or not a token marks it as the last. */
    private boolean looksCut(OaiReply page, boolean first) throws HarvestException {
        int records = page.records().size();
        return first
                ? server.isFullPage(records) || records == 1 && page.token() == null && isOneOfMany(page)
                : records >= fullest && records >= SMALLEST_PAGE;
    }

    @Override
    public @Nullable Gap gap() {
        Gap gap = settled == null ? sizeGap() : settled;
        return gap == null && !knowsSize() ? cut : gap;
    }

    private @Nullable Gap sizeGap() {
        boolean believes = ListVerdict.believesSizes(server.profile());
        String missing = sizes.missing();
        if (missing != null) {
            if (believes) {
                Long size = sizes.size();
                return size == null || sizes.isSatisfied()
                        ? new Gap(Gap.Sort.GAP, 0, missing)
                        : new Gap(Gap.Sort.SIZE, size, missing);
            }
            server.note(missing + "; this repository's sizes are known to be wrong");
        }
        if (hole != null && !provesEnd()) {
            return new Gap(Gap.Sort.GAP, 0, hole);
        }
        return shrunk();
    }

    @Override
    public @Nullable Gap shrunk() {
        String shrinking = ListVerdict.believesSizes(server.profile()) ? sizes.shrinking() : null;
        if (shrinking == null && place.strategy() == ListStrategy.WHOLE && sizes.countedOn()) {
            return new Gap(Gap.Sort.LOOK, 0, "the size of the list is stated on its last page only");
        }
        return shrinking == null ? null : new Gap(Gap.Sort.SHRUNK, 0, shrinking);
    }

    @Override
    public void counted(long different, boolean isNew) {
        sizes.different(different);
        place = place.different(different);
        if (wasCounted) {
            return;
        }
        wasCounted = true;
        guard.came(isNew, wasEmpty, isSameToken);
        if (guard.cameBefore()) {
            // A repeated page does not affect the order: the dates after the records before it can still be requested.
            place = place.inOrderOf(before);
        }
    }

    private Step loop(String endless) {
        Long size = sizes.size();
        if (size != null && provesEnd()) {
            server.note(endless + "; all " + size + " records that it states have arrived");
            return new Step.End();
        }
        return new Step.Stuck(
                new ListFailure(ListFailure.Sort.LOOP, endless + " after " + sizes.different() + " records", null));
    }

    @Override
    public long entries() {
        return sizes.entries();
    }

    @Override
    public @Nullable Long size() {
        return sizes.size();
    }
}
