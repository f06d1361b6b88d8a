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
 * The requests for one page of a range: it decides which request is sent next, and whether an answer or a failure requires another one. The
 * caller sends them. Belongs to one thread.
 */
final class PageRequests {

    /** Number of repeated requests for an empty page; such faults mostly last for seconds. */
    private static final int ASK_EMPTY_AGAIN = 2;

    /**
     * A request for the page.
     *
     * @param client client that sends it
     * @param at base URL to which it is sent
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
    /** Encoding of the token in the last request; null if it had none. */
    private Tokens.@Nullable Spelling spelling;
    /** The empty page that is requested again in this round; null if there is none. */
    private @Nullable OaiReply empty;
    private int timesEmpty;

    /**
     * @param place position before the page
     * @param at base URL that gave the token
     * @param stored true if the walk continues an earlier one
     * @param provesEnd true if as many records arrived as are stated
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

    /** Returns the next request, with the token in the server's encoding. */
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
     * Examines an answer.
     *
     * @return the page; null if another request must be sent
     */
    @Nullable
    OaiReply answered(OaiReply answer) throws HarvestException {
        OaiReply other = spelling != null && spelling.mayBeWrong(answer) ? otherForm(spelling) : null;
        OaiReply page = other == null ? answer : other;
        OaiReply before = empty;
        if (before != null && place.token() != null && page.has(OaiError.Code.BAD_RESUMPTION_TOKEN)) {
            // The first answer is kept, because it says more about the rest of the list than the refusal to repeat it.
            server.tokens().refused(page, true);
            return before;
        }
        if (timesEmpty < ASK_EMPTY_AGAIN && isWithoutRecords(page) && !isTokenSpent()) {
            // Illegal, and often a temporary fault: S3.5.1 promises the same page again.
            client.askingAgain("a page had no records; the request is repeated");
            timesEmpty++;
            empty = page;
            return null;
        }
        return page;
    }

    /** Returns the answer to the refused request with another encoding of its token; throws the refusal if the encoding is not the reason. */
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
     * @return null; the failure of the page if no other round is worth a request
     */
    @Nullable
    HarvestException failed(HarvestException failure) {
        empty = null;
        timesEmpty = 0;
        return rounds.failed(failure);
    }

    /** Returns true for an empty page, and for noRecordsMatch in answer to a token. */
    private boolean isWithoutRecords(OaiReply page) {
        return page.errors().isEmpty()
                ? page.received() == 0
                : place.token() != null && page.has(OaiError.Code.NO_RECORDS_MATCH) && !provesEnd.getAsBoolean();
    }

    /** Returns true if the server accepts each token only once. */
    private boolean isTokenSpent() {
        return place.token() != null && server.profile().is(ServerTrait.TOKENS_ONCE);
    }
}
