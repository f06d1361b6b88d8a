package dev.sheaf.harvester.list;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Rung;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.ListPage;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HarvestException;

/** A piece of a list by token, from its first page (or the page where an earlier walk ended) to its end. */
final class ListWalk implements PieceWalk {

    /** How often a page without records is asked for again: such faults last for seconds, rarely for minutes. */
    private static final int ASK_EMPTY_AGAIN = 2;
    /** Fewer records than this are not taken for a page that is full. */
    private static final int SMALLEST_PAGE = 10;

    private final Lister lister;
    private final Server server;
    private final OaiClient client;
    private final LoopGuard guard = new LoopGuard();
    private final Reckoning reckoning;
    private final boolean stored;
    private Piece place;
    private BaseUrl at;
    private int fullest;
    private @Nullable String hole;

    /** @param client asks with the patience that the piece deserves */
    ListWalk(Lister lister, Server server, OaiClient client, Piece piece) {
        this.lister = lister;
        this.server = server;
        this.client = client;
        this.place = piece;
        this.stored = piece.token() != null;
        this.reckoning = new Reckoning(piece.received(), piece.largest());
        String givenAt = piece.at();
        this.at = givenAt == null ? client.baseUrl() : BaseUrl.parse(givenAt);
    }

    @Override
    public Piece place() {
        return place;
    }

    @Override
    public Step next() throws HarvestException {
        boolean first = place.token() == null;
        ListPage page;
        Instant asked = server.clock().instant();
        try {
            page = askUntilNotEmpty();
        } catch (HarvestException failure) {
            Trouble trouble = Trouble.of(failure, first);
            if (trouble == null) {
                throw failure;
            }
            return new Step.Stuck(null, trouble);
        }
        if (first && isWhole() && page.has(OaiError.Code.NO_RECORDS_MATCH)) {
            return nothingAtAll();
        }
        return page.errors().isEmpty() ? records(page, first, asked) : errors(page, first);
    }

    private Step records(ListPage page, boolean first, Instant asked) {
        server.saw(page, place);
        server.took(Duration.between(asked, server.clock().instant()));
        reckoning.count(page);
        fullest = Math.max(fullest, page.records().size());
        String next = page.nextToken();
        if (next == null) {
            place = place.counted(page);
            return page.isCut() ? new Step.Stuck(page, cut()) : end(page, first);
        }
        String loop = guard.judge(place.token(), identifiers(page), next);
        if (loop != null) {
            return loop(page, loop);
        }
        place = inOrder(place.after(page, next, client.baseUrl()));
        at = page.reply().servedFrom();
        return new Step.More(page, List.of());
    }

    /** True when nothing but the format and the set limit the list. */
    private boolean isWhole() {
        Selection sent = place.sent();
        return place.rung() == Rung.WHOLE && sent.from() == null && sent.until() == null;
    }

    /** A repository that says that it has no records at all may have lost its index for a moment: it is asked again, in two ways. */
    private Step nothingAtAll() throws HarvestException {
        Instant asked = server.clock().instant();
        ListPage page;
        try {
            client.askingAgain("no records at all: asking for them once more");
            page = ask();
        } catch (HarvestException failure) {
            Trouble trouble = Trouble.of(failure, true);
            if (trouble == null) {
                throw failure;
            }
            return new Step.Stuck(null, trouble);
        }
        if (page.errors().isEmpty()) {
            server.note("the repository said that it has no records, and had some when it was asked again");
            return records(page, true, asked);
        }
        if (lister == Lister.RECORDS && page.has(OaiError.Code.NO_RECORDS_MATCH) && server.ranges().namesRecords(place.sent())) {
            return new Step.End(page, List.of(), new Doubt(Doubt.Sort.GAP, 0,
                    "ListRecords says that there are no records (noRecordsMatch), ListIdentifiers names some"));
        }
        return errors(page, true);
    }

    private ListPage askUntilNotEmpty() throws HarvestException {
        ListPage page = ask();
        for (int i = 0; i < ASK_EMPTY_AGAIN && page.errors().isEmpty() && page.received() == 0; i++) {
            // Illegal, and often a passing fault: S3.5.1 promises the same page again.
            if (place.token() != null && server.profile().is(ServerTrait.TOKENS_ONCE)) {
                break;
            }
            client.askingAgain("a page without records: asking for it once more");
            ListPage again = ask();
            if (place.token() != null && again.has(OaiError.Code.BAD_RESUMPTION_TOKEN)) {
                // What the first answer said of what follows is worth more than that it cannot be had again.
                server.tokens().refused(again, true);
                break;
            }
            page = again;
        }
        if (page.errors().isEmpty() && page.received() == 0) {
            server.note("the repository sent a page without records, also when it was asked again");
            if (!isNothingNew(page) && (page.nextToken() != null || !reckoning.isSatisfied())) {
                hole = "page " + (place.page() + 1) + " came without records";
            }
        }
        return page;
    }

    /** An empty list where noRecordsMatch would be right (S3.5): of an increment it is believed, of a whole list or a part of it never. */
    private boolean isNothingNew(ListPage page) {
        ResumptionToken token = page.token();
        Long size = token == null ? null : token.completeListSize();
        return place.page() == 0 && place.token() == null && place.rung() == Rung.WHOLE && place.sent().from() != null
                && page.nextToken() == null && (size == null || size == 0);
    }

    private Trouble cut() {
        String message = "page " + place.page() + " ends before its end, and what follows it is not known";
        return new Trouble(Trouble.Sort.POISONED, message, new HarvestException(HarvestException.Kind.MALFORMED, message));
    }

    private ListPage ask() throws HarvestException {
        String token = place.token();
        if (token == null) {
            return lister.first(client, server.asSent(place.sent()));
        }
        return server.tokens().ask(stored || place.page() > 1,
                (form, guess) -> lister.next(
                        (guess ? server.briskClient() : client).withTokens(form, place.sent().prefix()), token, at));
    }

    private Step errors(ListPage page, boolean first) {
        if (page.has(OaiError.Code.NO_RECORDS_MATCH)) {
            if (!first) {
                server.note("the last resumptionToken led to noRecordsMatch, taken as the end of the list");
            }
            return new Step.End(page, List.of(), doubt());
        }
        if (!first && page.has(OaiError.Code.BAD_RESUMPTION_TOKEN) && reckoning.isSatisfied()) {
            // Some repositories give a token with their last page when it happens to be full.
            server.note("the repository gave a resumptionToken behind the end of its list");
            return new Step.End(page, List.of(), null);
        }
        if (!first) {
            server.tokens().refused(page, page.reply().again() && !stored);
        }
        String place = this.place.page() == 0 ? "" : ", behind page " + this.place.page();
        return new Step.Stuck(null, Trouble.of(page, this.place.sent(), first, lister.verb().text(), place));
    }

    private Step end(ListPage page, boolean first) {
        ResumptionToken last = page.token();
        if (last == null && !first) {
            server.note("the list ended without the empty resumptionToken that ends it (S3.5)");
        }
        Doubt doubt = doubt();
        if (doubt == null && !knowsSize() && looksCut(page, first)) {
            doubt = new Doubt(Doubt.Sort.CUT, 0,
                    "the list ended with a full page (" + page.records().size() + " records), and its size is not stated");
        }
        return new Step.End(page, List.of(), doubt);
    }

    private boolean knowsSize() {
        return reckoning.knowsSize() && !server.profile().isNot(ServerTrait.SIZES);
    }

    /** A first page that is full, or a later one without the token that ends a list, may be where the server lost its thread. */
    private boolean looksCut(ListPage page, boolean first) {
        int records = page.records().size();
        return first
                ? server.isFullPage(records)
                : page.token() == null && records >= fullest && records >= SMALLEST_PAGE;
    }

    private @Nullable Doubt doubt() {
        String missing = reckoning.missing();
        if (missing != null) {
            if (!server.profile().isNot(ServerTrait.SIZES)) {
                Long size = reckoning.size();
                return size == null || reckoning.isSatisfied()
                        ? new Doubt(Doubt.Sort.GAP, 0, missing)
                        : new Doubt(Doubt.Sort.SIZE, size, missing);
            }
            server.note(missing + "; this repository's sizes are known to be wrong");
        }
        if (hole != null && !reckoning.isSatisfied()) {
            return new Doubt(Doubt.Sort.GAP, 0, hole);
        }
        String shrinking = server.profile().isNot(ServerTrait.SIZES) ? null : reckoning.shrinking();
        return shrinking == null ? null : new Doubt(Doubt.Sort.SHRUNK, 0, shrinking);
    }

    /** A page that comes again says nothing of the order: what follows the records in front of it can still be asked for by date. */
    private Piece inOrder(Piece counted) {
        return guard.cameBefore() ? counted.inOrderOf(place) : counted;
    }

    private Step loop(ListPage page, String loop) {
        place = inOrder(place.counted(page));
        Long size = reckoning.size();
        // The same page four times is not four pages: what came again proves nothing.
        if (size != null && reckoning.received() - guard.repeatedRecords() >= size) {
            server.note(loop + "; all " + size + " records that it states have come");
            return new Step.End(page, List.of(), null);
        }
        return new Step.Stuck(page, new Trouble(Trouble.Sort.LOOP, loop + " after " + reckoning.received() + " records", null));
    }

    private static List<String> identifiers(ListPage page) {
        return page.records().stream().map(OaiRecord::identifier).toList();
    }

    @Override
    public @Nullable Long size() {
        return reckoning.size();
    }
}
