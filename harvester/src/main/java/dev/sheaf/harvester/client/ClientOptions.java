package dev.sheaf.harvester.client;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Pause;

/**
 * Options of an {@link OaiClient}.
 *
 * @param rules of the requests
 * @param pause waits where waiting is asked for
 * @param reader decides on what becomes of a response that is not well-formed
 * @param exchanges told of every question
 * @param tokens how resumptionTokens are written
 * @param list format of the list that a token continues; null when tokens are written as the protocol wants it
 */
public record ClientOptions(FetchRules rules, Pause pause, ResponseReader reader, ExchangeListener exchanges, TokenForm tokens,
        @Nullable MetadataPrefix list) {

    /** Default rules; malformed responses are repaired where they can be. */
    public static final ClientOptions DEFAULT = new ClientOptions(FetchRules.DEFAULT, Pause.REAL, ResponseReader.REPAIRING,
            ExchangeListener.NONE, TokenForm.ENCODED, null);

    /** The same with other rules. */
    public ClientOptions withRules(FetchRules other) {
        return new ClientOptions(other, pause, reader, exchanges, tokens, list);
    }

    /** The same with another pause. */
    public ClientOptions withPause(Pause other) {
        return new ClientOptions(rules, other, reader, exchanges, tokens, list);
    }

    /** The same with another reader of responses. */
    public ClientOptions withReader(ResponseReader other) {
        return new ClientOptions(rules, pause, other, exchanges, tokens, list);
    }

    /** The same with another listener. */
    public ClientOptions withExchanges(ExchangeListener other) {
        return new ClientOptions(rules, pause, reader, other, tokens, list);
    }

    /**
     * The same with resumptionTokens written in another way.
     *
     * @param format of the list that is continued
     */
    public ClientOptions withTokens(TokenForm form, MetadataPrefix format) {
        return new ClientOptions(rules, pause, reader, exchanges, form, format);
    }
}
