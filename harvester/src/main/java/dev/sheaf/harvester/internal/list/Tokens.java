package dev.sheaf.harvester.internal.list;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.client.TokenForm;
import dev.sheaf.harvester.http.HarvestException;

/**
 * A server's way to handle resumptionTokens: their encoding, whether each works once only, and their lifetime. It is found out while tokens
 * are sent. Thread-safe. It sends no request while it holds its lock, because {@link Server} takes that lock while it holds its own.
 */
final class Tokens {

    /** Age below which a refused token says nothing about the lifetime of tokens. */
    private static final Duration SHORTEST_LIFE = Duration.ofSeconds(10);

    private final Server server;
    private @Nullable Instant given;
    private boolean work;
    private boolean triedForms;

    Tokens(Server server) {
        this.server = server;
    }

    /** A request with a resumptionToken. */
    @FunctionalInterface
    interface Question {
        OaiReply ask(TokenForm form) throws HarvestException;
    }

    /**
     * Encoding of a token.
     *
     * @param form the encoding that the server needs, as far as is known
     * @param isGuess true if other encodings may be tried
     */
    record Spelling(TokenForm form, boolean isGuess) {

        /** Returns true if the server may have refused the token because of its encoding. */
        boolean mayBeWrong(OaiReply page) {
            return isGuess && (page.has(OaiError.Code.BAD_RESUMPTION_TOKEN) || page.has(OaiError.Code.BAD_ARGUMENT));
        }

        /** Returns true for a failure that may be a refusal: HTTP 500 (DOAJ/doaj#504), or 400 for a forbidden character. */
        boolean mayBeWrong(HarvestException failure) {
            return isGuess && failure.status() >= 400 && failure.status() <= 500;
        }
    }

    /**
     * Returns the encoding for a token. While no token of this server was ever accepted, other encodings may be tried, each once.
     *
     * @param known true if the token may be refused for another reason
     */
    Spelling spelling(boolean known) {
        ServerProfile profile = server.profile();
        synchronized (this) {
            return new Spelling(profile.get(ServerTrait.TOKENS).map(TokenForm::of).orElse(TokenForm.ENCODED),
                    !known && !work && !triedForms && !profile.isPinned(ServerTrait.TOKENS));
        }
    }

    /** Tries the other encodings of a token; returns null if none is accepted. */
    @Nullable
    OaiReply otherForm(TokenForm tried, Question question) throws HarvestException {
        synchronized (this) {
            triedForms = true;
        }
        for (TokenForm form : TokenForm.values()) {
            if (form == tried) {
                continue;
            }
            try {
                OaiReply page = question.ask(form);
                if (page.errors().isEmpty()) {
                    server.note("the repository accepts resumptionTokens only in the encoding '" + form.text() + "'");
                    server.learn(ServerTrait.TOKENS, form.text());
                    return page;
                }
            } catch (HarvestException failure) {
                if (failure.kind().endsAsking()) {
                    throw failure;
                }
            }
        }
        return null;
    }

    /** Notes that the server gave a token at its own time; null if the time is not known. */
    synchronized void given(@Nullable Instant at) {
        given = at;
    }

    /** Notes that the server accepted a token. */
    synchronized void taken() {
        work = true;
    }

    /**
     * Notes that a token was refused: because of its age, or because it had been sent before.
     *
     * @param again true if this run had sent it before
     */
    void refused(OaiReply refusal, boolean again) {
        if (again && refusal.has(OaiError.Code.BAD_RESUMPTION_TOKEN)) {
            server.note("the repository accepts each resumptionToken only once: a list that breaks off is requested in "
                    + "another way");
            server.learn(ServerTrait.TOKENS_ONCE, true);
            return;
        }
        Instant begin;
        synchronized (this) {
            // A token that was never accepted may be refused because of its encoding.
            begin = work ? given : null;
        }
        Instant now = refusal.serverTime().flatMap(Datestamp::instant).orElse(null);
        if (begin != null && now != null) {
            Duration age = Duration.between(begin, now);
            if (age.compareTo(SHORTEST_LIFE) > 0) {
                server.learn(ServerTrait.TOKEN_LIFE, age.toString());
            }
        }
    }
}
