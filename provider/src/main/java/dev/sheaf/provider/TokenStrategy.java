package dev.sheaf.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/** Keeps the state of a list between two of its pages: in the token or on the server (S3.5). Safe for use by many threads. */
public abstract sealed class TokenStrategy permits StatelessTokens, ResultSets {

    TokenStrategy() {}

    /**
     * Returns tokens that hold all state: any depth of a list costs the same, tokens survive restarts and never expire, and nothing is
     * kept. A record that changes during a walk leaves its place; the next incremental harvest gets it.
     */
    public static TokenStrategy stateless() {
        return StatelessTokens.INSTANCE;
    }

    /**
     * Returns tokens that name a result set on the server: the entries that a list held when it began are kept, and walked whatever changes
     * meanwhile. See {@link ResultSets}.
     *
     * @param lifetime how long a token is good for, counted from its issue, and stated as its expirationDate; whole seconds, at least one.
     *     Harvesters are slow: the guidelines ask for tens of minutes
     * @param maxEntries entries kept at most, of all lists together; some 50 bytes each. A list that does not fit in gets stateless tokens
     * @param clock says when a token has expired
     * @throws IllegalArgumentException when the lifetime is shorter than a second or there is room for no entry
     */
    public static TokenStrategy resultSets(Duration lifetime, long maxEntries, InstantSource clock) {
        return new ResultSets(lifetime, maxEntries, clock);
    }

    /** A result set of this strategy. */
    interface Kept {

        /** Returns the entries of the list when it began. */
        ResultSet set();

        /** Returns the time until which a token issued now is good, and keeps the result set as long. */
        Instant issue();
    }

    /**
     * Keeps the entries of a list that begins and does not fit into one page.
     *
     * @param size entries of the list, when known
     * @param entries reads the list; empty when it has more entries than its argument
     * @return the state of the list before its first page; empty when the tokens of this list must hold all state
     */
    abstract Optional<ListState.OfResultSet> keep(OptionalLong size, LongFunction<Optional<ResultSet>> entries);

    /** Returns the result set that a token names; empty when it is not kept, or no longer. */
    abstract Optional<Kept> find(ListState.OfResultSet state);

    /** Returns true when a token that names a result set is still good. */
    abstract boolean accepts(ListState.OfResultSet state);
}
