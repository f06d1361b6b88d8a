package dev.sheaf.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/** The place of a list's state between two of its pages: in the token or on the server (S3.5). Safe for use by many threads. */
public abstract sealed class TokenStrategy permits StatelessTokens, ResultSets {

    TokenStrategy() {}

    /**
     * Returns the strategy of tokens that contain all state: any depth of a list costs the same, tokens survive restarts and never expire,
     * and the server stores nothing. A record that changes during a list leaves its place; the next incremental harvest gets it.
     */
    public static TokenStrategy stateless() {
        return StatelessTokens.INSTANCE;
    }

    /**
     * Returns the strategy of tokens that name a result set on the server. It stores the entries that a list had when it began, and returns
     * these despite later changes. See {@link ResultSets}.
     *
     * @param lifetime validity of a token from its issue, stated as its expirationDate; whole seconds, at least one. Harvesters are slow,
     * so the guidelines ask for tens of minutes
     * @param maxEntries largest number of stored entries of all lists together, some 50 bytes each. A list without room gets stateless
     * tokens
     * @param clock decides when a token has expired
     * @throws IllegalArgumentException if the lifetime is shorter than a second, or if there is no room for any entry
     */
    public static TokenStrategy resultSets(Duration lifetime, long maxEntries, InstantSource clock) {
        return new ResultSets(lifetime, maxEntries, clock);
    }

    /** A result set of this strategy. */
    interface Kept {

        /** Returns the entries of the list when it began. */
        ResultSet set();

        /** Returns the time at which a token issued now expires, and stores the result set until then. */
        Instant issue();
    }

    /**
     * Stores the entries of a new list with several pages.
     *
     * @param size number of entries of the list, if known
     * @param entries reads the list; returns empty if it has more entries than its argument
     * @return the state of the list before its first page; empty if its tokens must contain all state
     */
    abstract Optional<ListState.OfResultSet> keep(OptionalLong size, LongFunction<Optional<ResultSet>> entries);

    /** Returns the result set that a token names; empty if it is not stored, or no longer. */
    abstract Optional<Kept> find(ListState.OfResultSet state);

    /** Returns true when a token that names a result set is still good. */
    abstract boolean accepts(ListState.OfResultSet state);
}
