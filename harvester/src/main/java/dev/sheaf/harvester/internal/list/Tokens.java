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
 * How a server wants its resumptionTokens, how often it takes them and for how long: found out as they are sent. Thread-safe: asks
 * the server for nothing while it holds its own lock, which the server takes under its own.
 */
final class Tokens {

    /** Shorter, a refused token says nothing of how long tokens live. */
    private static final Duration SHORTEST_LIFE = Duration.ofSeconds(10);

    private final Server server;
    private @Nullable Instant given;
    private boolean work;
    private boolean triedForms;

    Tokens(Server server) {
        this.server = server;
    }

    /** Something that sends a resumptionToken. */
    @FunctionalInterface
    interface Question {
        OaiReply ask(TokenForm form) throws HarvestException;
    }

    /**
     * How a token is written.
     *
     * @param form as the server wants it, as far as is known
     * @param isGuess true when the other forms may be tried
     */
    record Spelling(TokenForm form, boolean isGuess) {

        /** True when the server may have refused the token for its form. */
        boolean mayBeWrong(OaiReply page) {
            return isGuess && (page.has(OaiError.Code.BAD_RESUMPTION_TOKEN) || page.has(OaiError.Code.BAD_ARGUMENT));
        }

        /** True of a failure that may be a refusal: HTTP 500 (DOAJ/doaj#504), or 400 for a forbidden character. */
        boolean mayBeWrong(HarvestException failure) {
            return isGuess && failure.status() >= 400 && failure.status() <= 500;
        }
    }

    /**
     * Returns how a token is to be written. As long as no token of this server has ever been taken, the other forms may be tried, each once.
     *
     * @param known true when the token may be refused for another reason
     */
    Spelling spelling(boolean known) {
        ServerProfile profile = server.profile();
        synchronized (this) {
            return new Spelling(profile.get(ServerTrait.TOKENS).map(TokenForm::of).orElse(TokenForm.ENCODED),
                    !known && !work && !triedForms && !profile.isPinned(ServerTrait.TOKENS));
        }
    }

    /** Tries the other forms of a token; null when none is taken. */
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
                    server.note("the repository takes resumptionTokens only when they are sent '" + form.text() + "'");
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

    /** It has given one at its own time; null when it does not tell that. */
    synchronized void given(@Nullable Instant at) {
        given = at;
    }

    /** It has taken one. */
    synchronized void taken() {
        work = true;
    }

    /**
     * A token was refused: because it had been given a while ago, or because it had been sent before.
     *
     * @param again true when it was sent before, by this run
     */
    void refused(OaiReply refusal, boolean again) {
        if (again && refusal.has(OaiError.Code.BAD_RESUMPTION_TOKEN)) {
            server.note("the repository takes each resumptionToken only once: what breaks off is asked for in another way");
            server.learn(ServerTrait.TOKENS_ONCE, true);
            return;
        }
        Instant begin;
        synchronized (this) {
            // One that was never taken may be refused for its form.
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
