package dev.sheaf.store.sql.aggregates;

import java.sql.SQLException;
import java.util.Optional;

import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;

/** The last change that a repository of this process may have shown. Safe for use by many threads. */
public final class LastShown {

    /**
     * A state of the store.
     *
     * @param generation see {@link AggregateTable#generation}
     * @param seq number of the last change
     */
    public record State(long generation, long seq) {

        /** One statement, because each answer reads it. A number that is not there counts as 0. */
        private static final String READ = "select (select v from meta where k = ?), (select v from meta where k = ?)";

        /** Reads the present state. */
        public static State read(SqlConnection sql) throws SQLException {
            return sql
                    .one(READ, row -> new State(row.getLong(1), row.getLong(2)), AggregateTable.GENERATION, Transaction.LAST_SEQ)
                    .orElseThrow();
        }

        private boolean covers(State other) {
            return generation >= other.generation && seq >= other.seq;
        }

        private State with(State other) {
            return new State(Math.max(generation, other.generation), Math.max(seq, other.seq));
        }
    }

    private volatile State last = new State(-1, -1);

    /** Notes that a reading has shown the present state, or the one of its snapshot. It is called after the reading. */
    public void note(SqlConnection sql) throws SQLException {
        State now = State.read(sql);
        if (!last.covers(now)) {
            raise(now);
        }
    }

    private synchronized void raise(State now) {
        last = last.with(now);
    }

    /** Returns the last noted state; empty if nothing was read. */
    public Optional<State> state() {
        return Optional.of(last).filter(state -> state.seq() >= 0);
    }
}
