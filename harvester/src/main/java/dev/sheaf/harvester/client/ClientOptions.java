package dev.sheaf.harvester.client;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Pause;

/**
 * Options of an {@link OaiClient}.
 *
 * @param rules of the requests
 * @param pause waits if a server or a rule demands it
 * @param reader reads responses, with or without repair
 * @param exchanges receives every request and its result
 * @param tokens encoding of resumptionTokens
 * @param list format of the list that a token continues; null if tokens are encoded as the protocol requires
 */
public record ClientOptions(FetchRules rules, Pause pause, ResponseReader reader, ExchangeListener exchanges, TokenForm tokens,
        @Nullable MetadataPrefix list) {

    /** Default rules; malformed responses are repaired if possible. */
    public static final ClientOptions DEFAULT = new ClientOptions(FetchRules.DEFAULT, Pause.REAL, ResponseReader.REPAIRING,
            ExchangeListener.NONE, TokenForm.ENCODED, null);

    /** Returns a copy with other rules. */
    public ClientOptions withRules(FetchRules other) {
        return new ClientOptions(other, pause, reader, exchanges, tokens, list);
    }

    /** Returns a copy with another pause. */
    public ClientOptions withPause(Pause other) {
        return new ClientOptions(rules, other, reader, exchanges, tokens, list);
    }

    /** Returns a copy with another reader of responses. */
    public ClientOptions withReader(ResponseReader other) {
        return new ClientOptions(rules, pause, other, exchanges, tokens, list);
    }

    /** Returns a copy with another listener. */
    public ClientOptions withExchanges(ExchangeListener other) {
        return new ClientOptions(rules, pause, reader, other, tokens, list);
    }

    /**
     * Returns a copy with another encoding of resumptionTokens.
     *
     * @param format of the list that is continued
     */
    public ClientOptions withTokens(TokenForm form, MetadataPrefix format) {
        return new ClientOptions(rules, pause, reader, exchanges, form, format);
    }
}
