package dev.sheaf.harvester.internal.list;

import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HarvestException;

/**
 * The requests for one page of a piece: which is sent next, and whether another one follows from an answer or a failure. The caller sends
 * them. Belongs to one thread.
 */
final class PageRequests {

    /** How often a page without records is asked for again: such faults last for seconds, rarely for minutes. */
    private static final int ASK_EMPTY_AGAIN = 2;

    /**
     * A request for the page.
     *
     * @param client sends it
     * @param at the base URL to which it goes
     */
    record Next(OaiClient client, OaiRequest request, BaseUrl at) {}

    private final Lister lister;
    private final Server server;
    private final OaiClient client;
    private final AskingRounds rounds;
    private final Piece place;
    private final BaseUrl at;
    private final boolean stored;
    private final BooleanSupplier provesEnd;
    /** How the token of the last request was written; null when it had none. */
    private Tokens.@Nullable Spelling spelling;
    /** The page without records that is asked for again in this round; null when there is none. */
    private @Nullable OaiReply empty;
    private int timesEmpty;

    /**
     * @param place the place in the piece before the page
     * @param at the base URL that gave the token
     * @param stored true when the walk goes on from an earlier one
     * @param provesEnd true when as many records have come as are stated
     */
    PageRequests(Lister lister, Server server, OaiClient client, AskingRounds rounds, Piece place, BaseUrl at, boolean stored,
            BooleanSupplier provesEnd) {
        this.lister = lister;
        this.server = server;
        this.client = client;
        this.rounds = rounds;
        this.place = place;
        this.at = at;
        this.stored = stored;
        this.provesEnd = provesEnd;
    }

    /** The next request, with the token as the server wants it. */
    Next next() {
        OaiClient with = rounds.client();
        String token = place.token();
        if (token == null) {
            return new Next(with, lister.first(server.asSent(place.sent())), with.baseUrl());
        }
        Tokens.Spelling known = server.tokens().spelling(stored || place.page() > 1);
        spelling = known;
        return new Next(with.withTokens(known.form(), place.sent().prefix()), lister.next(token), at);
    }

    /**
     * Looks at an answer.
     *
     * @return the page; null when another request is to be sent
     */
    @Nullable
    OaiReply answered(OaiReply answer) throws HarvestException {
        OaiReply other = spelling != null && spelling.mayBeWrong(answer) ? otherForm(spelling) : null;
        OaiReply page = other == null ? answer : other;
        OaiReply before = empty;
        if (before != null && place.token() != null && page.has(OaiError.Code.BAD_RESUMPTION_TOKEN)) {
            // The first answer is kept: it says more about the rest of the list than the refusal to repeat it.
            server.tokens().refused(page, true);
            return before;
        }
        if (timesEmpty < ASK_EMPTY_AGAIN && isWithoutRecords(page) && !isTokenSpent()) {
            // Illegal, and often a passing fault: S3.5.1 promises the same page again.
            client.askingAgain("a page without records: asking for it once more");
            timesEmpty++;
            empty = page;
            return null;
        }
        return page;
    }

    /** Returns the answer to the refused request with its token in another form; throws the refusal when its form is not the reason. */
    OaiReply inOtherForm(HarvestException refusal) throws HarvestException {
        OaiReply other = spelling != null && spelling.mayBeWrong(refusal) ? otherForm(spelling) : null;
        if (other == null) {
            throw refusal;
        }
        return other;
    }

    private @Nullable OaiReply otherForm(Tokens.Spelling tried) throws HarvestException {
        OaiRequest request = lister.next(String.valueOf(place.token()));
        MetadataPrefix prefix = place.sent().prefix();
        return server.tokens().otherForm(tried.form(), form -> server.briskClient().withTokens(form, prefix).ask(request, at));
    }

    /**
     * Begins the next round after a failure.
     *
     * @return null; when no other round is worth a request, the failure of the page
     */
    @Nullable
    HarvestException failed(HarvestException failure) {
        empty = null;
        timesEmpty = 0;
        return rounds.failed(failure);
    }

    /** True of an empty page, and of a token that leads to noRecordsMatch though it should lead to more. */
    private boolean isWithoutRecords(OaiReply page) {
        return page.errors().isEmpty()
                ? page.received() == 0
                : place.token() != null && page.has(OaiError.Code.NO_RECORDS_MATCH) && !provesEnd.getAsBoolean();
    }

    /** True when the server takes each token only once. */
    private boolean isTokenSpent() {
        return place.token() != null && server.profile().is(ServerTrait.TOKENS_ONCE);
    }
}
