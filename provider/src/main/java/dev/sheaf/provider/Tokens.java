package dev.sheaf.provider;

import java.time.Duration;
import java.time.InstantSource;

/** Where the state of a list is between two of its pages (S3.5). Safe for use by many threads. */
public sealed interface Tokens permits Tokens.Stateless, ResultSets {

    /**
     * In the token itself: any depth of a list costs the same, tokens survive restarts and never expire, and nothing is kept. A record that
     * changes during a walk leaves its place and is met by the next incremental harvest.
     */
    static Tokens stateless() {
        return new Stateless();
    }

    /**
     * On the server: which records a list held when it began is kept, and walked whatever changes meanwhile. See {@link ResultSets}.
     *
     * @param lifetime how long a token is good for, counted from its issue, and stated as its expirationDate; whole seconds, at least one.
     *     Harvesters are slow: the guidelines ask for tens of minutes
     * @param maxEntries entries kept at most, of all lists together; some 50 bytes each. A list that does not fit in gets stateless tokens
     * @param clock says when a token has expired
     * @throws IllegalArgumentException when the lifetime is shorter than a second or there is room for no entry
     */
    static Tokens resultSets(Duration lifetime, long maxEntries, InstantSource clock) {
        return new ResultSets(lifetime, maxEntries, clock);
    }

    /** See {@link #stateless()}. */
    record Stateless() implements Tokens {}
}
